// The board of the turn form: legal places are lit, a tap takes one, Escape takes it back, and what
// the answer would change is drawn above what lies there.
import { data, field, form, put, say, value } from "../../../../site/js/turn/form.js";
import { save } from "../../../../site/js/turn/saving.js";
import { made } from "../../../../site/js/svg.js";
import { squareOf } from "../drawing.js";
import { ahead, next, reckoned, taken } from "./steps.js";

const SIZE = 40;
// How near to a line, in parts of a square, a tap must be to mean it.
const NEAR = 0.24;
const COLUMNS = "abcdefghijkl";
const WAYS = { up: [0, -1], left: [-1, 0], right: [1, 0], down: [0, 1] };
const ARROWS = { up: "↑", left: "←", right: "→", down: "↓" };
const map = form.querySelector(".lion[data-map]");
const prompt = form.querySelector("[data-prompt]");
const undoButton = form.querySelector("[data-undo]");
const pad = form.querySelector("[data-pad]");
// On a phone the board lies below the cards.
const small = matchMedia("(max-width: 40rem)");
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

// Big enough for a thumb, where the lines of the board are not. It is there before a square is
// chosen, so that nothing moves under the finger.
function showPad() {
  pad.hidden = !(step.sides && step.places?.length);
  const legal = from && !pad.hidden ? legalSides(from) : [];
  for (const button of pad.querySelectorAll("[data-way]")) {
    const { way } = button.dataset;
    const place = legal.find((one) => one.way === way);
    button.disabled = !place;
    button.dataset.side = place?.side ?? "";
    button.textContent = `${ARROWS[way]} ${(from && beside(from, way)) || ""}`;
    button.setAttribute("aria-label", `${say(way)} ${place?.side ?? ""}`);
  }
}

function ask() {
  if (from) return legalSides(from).length ? say("side", { square: from }) : say("no_side", { square: from });
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
  showPad();
  drawOutlook();
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
  // A finger is no pointer: where a square is small, a side is chosen in two steps.
  if (!event.detail || squareOf(map, square).getBoundingClientRect().width < 40) return "";
  const box = squareOf(map, square).querySelector("rect").getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  const way = Object.entries({ left: x, right: 1 - x, up: y, down: 1 - y }).sort(([, a], [, b]) => a - b)[0];
  return way[1] < NEAR && beside(square, way[0]) ? sideBetween(square, beside(square, way[0])) : "";
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

function tapped(event) {
  const square = event.target.closest(".square")?.dataset.square;
  if (!square || !step.places?.length) return;
  if (step.sides) tappedForSide(square, event);
  else if (step.places.includes(square)) take(square);
  else refresh(say(`not_${step.ask}`, { square, castle: step.castle, distance: data.options.distance }));
}

export function start() {
  if (!map || !["turn", "castle", "give_up"].includes(data.kind)) return;
  map.querySelector(".map-sheet").addEventListener("click", tapped);
  undoButton.addEventListener("click", undo);
  pad.addEventListener("click", ({ target }) => target.dataset.side && take(target.dataset.side));
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
