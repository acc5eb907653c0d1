// The board of the turn form: legal places are lit, a tap takes one, Escape takes it back, and what
// the answer would change is drawn above what lies there.
import { data, field, form, put, say, value } from "../../../../site/js/turn/form.js";
import { save } from "../../../../site/js/turn/saving.js";
import { made } from "../../../../site/js/svg.js";
import { squareOf } from "../drawing.js";
import { WAYS, hide, show, start as pad } from "./pad.js";
import { ahead, next, reckoned, taken } from "./steps.js";

const SIZE = 40;
// How near to a line, in parts of a square, a tap must be to mean it; a finger is no pointer.
const NEAR = 0.24;
const NEAR_SMALL = 0.18;
// In pixels, what a thumb hits for certain.
const THUMB = 44;
const COLUMNS = "abcdefghijkl";
const map = form.querySelector(".lion[data-map]");
const prompt = form.querySelector("[data-prompt]");
const undoButton = form.querySelector("[data-undo]");
// On a phone the board lies below the cards.
const small = matchMedia("(max-width: 40rem)");
// A mouse meets the lines and squares themselves: css/turn.css shows it no arrows.
const mouse = matchMedia("(min-width: 64rem) and (pointer: fine)");
// The first of two squares between which a border is to be placed.
let from = "";
let step = next();
// What was done last; it is said until something else is done, also when the server has answered.
let notice = "";

function beside(square, way) {
  const column = COLUMNS.indexOf(square[0]) + WAYS[way][0];
  const row = Number(square.slice(1)) + WAYS[way][1];
  return COLUMNS[column] && row >= 1 && row <= 12 ? `${COLUMNS[column]}${row}` : "";
}

// A side as the game writes it: the square above or to the left comes first.
function sideBetween(one, other) {
  const way = Object.keys(WAYS).find((each) => beside(one, each) === other);
  if (!way) return "";
  return way === "up" || way === "left" ? `${other}|${one}` : `${one}|${other}`;
}

function legalSides(square) {
  return Object.keys(WAYS)
    .map((way) => ({ way, side: beside(square, way) && sideBetween(square, beside(square, way)) }))
    .filter(({ side }) => step.places.includes(side));
}

function layer(name) {
  const marks = map.querySelector("#marks");
  const old = marks.querySelector(`.lit-${name}`);
  const drawn = made("g", { class: `lit-${name}` });
  if (old) old.replaceWith(drawn);
  else marks.append(drawn);
  return drawn;
}

function boxOf(id, grow = 0) {
  const { x, y } = squareOf(map, id).dataset;
  const size = SIZE + 2 * grow;
  return { x: x - SIZE / 2 - grow, y: y - SIZE / 2 - grow, width: size, height: size };
}

// What would be there after this turn.
function drawOutlook() {
  const drawn = layer("outlook");
  const { domains = [], borders = {}, freed = [], knights = [], leaves = [] } = ahead() ?? {};
  for (const { owner, squares } of domains) {
    for (const square of squares) drawn.append(made("rect", { ...boxOf(square), class: "would-hold", fill: `url(#seat-${owner})` }));
  }
  for (const side of freed) {
    const bar = map.querySelector(`#sides [data-side="${CSS.escape(side)}"]`);
    if (bar && !borders[side]) drawn.append(made("path", { d: bar.getAttribute("d"), class: "would-go" }));
  }
  for (const d of Object.values(borders)) drawn.append(made("path", { d, class: "would-stand" }));
  for (const square of leaves) drawn.append(made("rect", { ...boxOf(square), class: "would-leave" }));
  for (const square of knights) drawn.append(figure("knight", square));
  if (data.kind !== "castle") return;
  for (const name of ["castle", "knight"]) {
    const square = value(`${name}.at`).trim();
    if (square && squareOf(map, square)) drawn.append(figure(name, square));
  }
}

function figure(name, square) {
  const { x, y } = boxOf(square);
  const drawn = made("g", { class: `figure would-be s-${data.seat}`, transform: `translate(${x} ${y})` });
  drawn.append(made("use", { href: `#f-${name}` }));
  return drawn;
}

function light() {
  const drawn = layer("places");
  map.classList.toggle("asks-side", Boolean(step.sides && step.places?.length));
  for (const path of map.querySelectorAll("#sides .side")) {
    const legal = Boolean(step.sides && step.places?.includes(path.dataset.side));
    path.classList.toggle("legal", legal);
    path.classList.toggle("near", legal && Boolean(from) && path.dataset.side.split("|").includes(from));
  }
  if (from) drawn.append(made("rect", { ...boxOf(from, -6), class: "lit-from", rx: 4 }));
  if (step.sides) return;
  for (const square of step.places ?? []) drawn.append(made("rect", { ...boxOf(square, -3), class: "lit-place", rx: 5 }));
  if (step.castle && squareOf(map, step.castle)) drawn.append(made("rect", { ...boxOf(step.castle), class: "lit-from", rx: 4 }));
}

// What the turn would bring, line by line; whoever it names bears a shield.
function tellOutlook() {
  const lines = (ahead()?.lines ?? []).map((parts) => {
    const line = Object.assign(document.createElement("li"), { className: "sum" });
    line.append(...parts.map(worded));
    return line;
  });
  form.querySelector("[data-outlook]")?.replaceChildren(...lines);
}

function worded({ words, seat, name }) {
  if (!seat) return words;
  const player = Object.assign(document.createElement("span"), { className: "seat", textContent: name });
  player.dataset.seat = seat;
  return player;
}

function ask() {
  if (from && !legalSides(from).length) return say("no_side", { square: from });
  if (from) return say(mouse.matches ? "neighbour" : "side", { square: from });
  if (step.places && !step.places.length) return say(step.done ? "done" : "nothing");
  return step.ask ? say(step.ask, { castle: step.castle }) : "";
}

function refresh(words = "") {
  notice = words;
  step = next();
  if (!step.sides) from = "";
  prompt.textContent = [words, ask()].filter(Boolean).join(" ");
  undoButton.hidden = !taken().length && !from;
  light();
  if (from) show(map, squareOf(map, from), legalSides(from));
  else hide();
  drawOutlook();
  tellOutlook();
}

// Where there is only one domain to choose, it is chosen.
function chooseTheOnly() {
  if (!step.means || !step.places.length) return;
  const castles = new Set(step.places.map(step.means));
  if (castles.size === 1) put(step.name, [...castles][0]);
}

function take(tappedPlace) {
  const { name } = step;
  const place = step.means ? step.means(tappedPlace) : tappedPlace;
  from = "";
  const input = field(name);
  // Radio buttons of one name are a list; one of them is pressed as by hand.
  if (input instanceof RadioNodeList) form.querySelector(`input[name="${name}"][value="${CSS.escape(place)}"]`).click();
  else put(name, place);
  refresh(say("taken", { place }));
  save();
}

function undo() {
  if (from) {
    from = "";
    refresh();
    return;
  }
  const name = taken().at(-1);
  if (!name) return;
  const place = value(name);
  put(name, "");
  refresh(say("undone", { place }));
  save();
}

// The line that a tap within a square is near to; none in its middle.
function nearSide(square, event) {
  if (!event.detail) return "";
  const box = squareOf(map, square).querySelector("rect").getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  const [nearest, second] = Object.entries({ left: x, right: 1 - x, up: y, down: 1 - y }).sort(([, a], [, b]) => a - b);
  const isSmall = box.width < THUMB - 4;
  // Near a corner a finger may mean either line: it is asked for the side.
  if (nearest[1] >= (isSmall ? NEAR_SMALL : NEAR) || (isSmall && second[1] < 2 * NEAR_SMALL)) return "";
  return beside(square, nearest[0]) ? sideBetween(square, beside(square, nearest[0])) : "";
}

function tappedForSide(square, event) {
  const near = nearSide(square, event);
  const second = from && sideBetween(from, square);
  if (step.places.includes(second)) take(second);
  else if (step.places.includes(near)) take(near);
  else {
    from = from === square ? "" : square;
    refresh();
  }
}

// Where squares are smaller than a thumb, the lit one that a tap has missed by a little; else none.
function besideFinger({ detail, clientX, clientY }) {
  const missed = step.places.map((place) => {
    const box = squareOf(map, place).querySelector("rect").getBoundingClientRect();
    const dx = Math.max(box.left - clientX, 0, clientX - box.right);
    const dy = Math.max(box.top - clientY, 0, clientY - box.bottom);
    return { place, by: Math.hypot(dx, dy), room: (THUMB - box.width) / 2 };
  });
  const near = missed.filter(({ by, room }) => detail && by < room).sort((one, other) => one.by - other.by);
  return near[0]?.place ?? "";
}

function tapped(event) {
  const square = event.target.closest(".square")?.dataset.square;
  if (!square || !step.places?.length) return;
  const meant = step.sides || step.places.includes(square) ? square : besideFinger(event);
  if (step.sides) tappedForSide(square, event);
  else if (meant) take(meant);
  else refresh(say(`not_${step.ask}`, { square, castle: step.castle, distance: data.options.distance }));
}

export function start() {
  if (!map || !["turn", "castle", "give_up"].includes(data.kind)) return;
  pad(map);
  map.querySelector(".map-sheet").addEventListener("click", tapped);
  undoButton.addEventListener("click", undo);
  form.querySelector("[data-pad]").addEventListener("click", ({ target }) => {
    const { side } = target.closest("button")?.dataset ?? {};
    if (!side) return;
    // The button goes; whoever walks by keys goes on from the square.
    if (document.activeElement === target) squareOf(map, from).focus({ preventScroll: true });
    take(side);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.target.closest("details, dialog")) return;
    event.preventDefault();
    undo();
  });
  form.addEventListener("change", ({ target }) => {
    from = "";
    refresh();
    if (target.name !== "deed") return;
    chooseTheOnly();
    if (step.places && small.matches) map.closest("#plan-map").scrollIntoView({ block: "start" });
  });
  document.addEventListener("turn:told", ({ detail }) => {
    reckoned(detail.tips);
    refresh(notice);
  });
  refresh();
}
