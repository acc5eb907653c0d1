// Marching orders on the map: an arrow with a number, dashed where it is a second choice.
import { field, form, say, value } from "../../../../site/js/turn/form.js";
import { countyOnMap, orderLists, reach, rowsOf } from "./boxes.js";
import { condition } from "./orders.js";
import { crossed, edge, roomBeside, standing } from "./room.js";
import { made } from "../../../../site/js/svg.js";

const layer = document.getElementById("arrows");
const sheet = layer?.ownerSVGElement;
const SEA = { width: 930, height: 950 };
// Armies where they are drawn largest: an arrow begins and ends beside them.
const ARMIES = { width: 38, height: 28 };
const HEAD = 24;
const PLATE = { x: 7, y: 2 };
// How an arrow may bend, the usual way first.
const BOWS = [1, -1, 1.8, -1.8, 0.4, -0.4, 2.6, -2.6, 3.6, -3.6];

function draw(kind, attributes, text) {
  const drawn = made(kind, attributes);
  if (text) drawn.textContent = text;
  return drawn;
}

function centre(county) {
  const drawn = countyOnMap(county);
  return drawn && { x: Number(drawn.dataset.x), y: Number(drawn.dataset.y) };
}

function strength(name) {
  const number = value(`${name}.number`);
  const amount = value(`${name}.amount`);
  if (amount !== "all" && !/^[1-9]\d*$/.test(number)) return "?";
  if (amount === "armies") return number;
  return amount === "leave" ? say("all_but", { number }) : say("all");
}

// Near neighbours are led to by a wide bow, or there would be no room for an arrow between them.
function curve(from, to, side) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const out = (side * Math.max(length * 0.16, 58 - length * 0.42)) / length;
  const bend = { x: from.x + dx / 2 - dy * out, y: from.y + dy / 2 + dx * out };
  return { from: edge(from, ARMIES, bend), bend, to: edge(to, ARMIES, bend) };
}

// To the one side or the other, more or less, whatever leaves most to be read.
function leading(from, to, around) {
  const ways = BOWS.map((side) => curve(from, to, side));
  const costs = ways.map((way, place) => crossed(way, around) + place * 0.4);
  return ways[costs.indexOf(Math.min(...costs))];
}

function arrow({ from, bend, to }, title, later) {
  const length = Math.hypot(bend.x - from.x, bend.y - from.y) + Math.hypot(to.x - bend.x, to.y - bend.y);
  const head = Math.min(HEAD, length * 0.55);
  const way = Math.atan2(to.y - bend.y, to.x - bend.x);
  const corner = (turn) => `${to.x - head * Math.cos(way + turn)} ${to.y - head * Math.sin(way + turn)}`;
  const neck = { x: to.x - head * 0.7 * Math.cos(way), y: to.y - head * 0.7 * Math.sin(way) };
  const group = draw("g", { class: later ? "arrow later" : "arrow" });
  if (title) group.append(draw("title", {}, title));
  const line = `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${neck.x} ${neck.y}`;
  group.append(draw("path", { class: "arrow-line", d: line }));
  group.append(draw("path", { class: "arrow-head", d: `M${to.x} ${to.y}L${corner(0.45)}L${corner(-0.45)}Z` }));
  return group;
}

// On a plate of their own, beside the arrow.
function label(group, way, words, around) {
  const text = draw("text", { class: "arrow-words" }, words);
  group.append(text);
  const written = text.getBBox();
  const size = { width: written.width + 2 * PLATE.x, height: written.height + 2 * PLATE.y };
  const room = roomBeside(way, size, around, SEA);
  if (!room) return;
  const corner = { x: room.x - size.width / 2, y: room.y - size.height / 2 };
  text.before(draw("rect", { class: "arrow-plate", rx: 5, ...corner, ...size }));
  text.setAttribute("x", room.x);
  text.setAttribute("y", corner.y + PLATE.y - written.y);
  around.dear.push(room.plate);
}

function ordered(around) {
  const marches = [];
  for (const { list, name: orders, origin } of orderLists()) {
    const from = origin && centre(origin);
    if (!from) continue;
    const own = reach(origin, orders.replace("moves.", ""));
    let later = false;
    for (const { name } of rowsOf(list)) {
      const to = centre(value(`${name}.to`));
      if (!to) continue;
      // When it is made at all stands in the box: a map full of conditions could not be read.
      const when = condition(name);
      const words = when ? (later ? "" : say("only_if", { armies: strength(name) })) : strength(name);
      // A move that is made only if the county is mine by then is no attack.
      const title = when && say("with_condition", { condition: when });
      marches.push({ way: leading(from, to, around), words, title, later: later || !own.includes(value(`${name}.to`)) });
      later = true;
    }
  }
  return marches;
}

// Words come after all arrows, so that none is crossed by the next.
function show() {
  layer.replaceChildren();
  const around = standing(sheet, ARMIES);
  const drawn = ordered(around).map(({ way, words, title, later }) => ({ way, words, group: arrow(way, title, later) }));
  layer.append(...drawn.map(({ group }) => group));
  for (const { group, way, words } of drawn) {
    if (words) label(group, way, words, around);
    layer.append(group);
  }
}

export function start() {
  if (!layer || !field("kind")) return;
  form.addEventListener("change", show);
  // Other names stand on a sheet of another width, and on one that is zoomed.
  new ResizeObserver(show).observe(sheet);
  new MutationObserver(show).observe(sheet, { attributeFilter: ["class"] });
}
