// Marching orders on the map: an arrow with a number, dashed where it is a second choice.
import { countyOnMap, field, form, orderLists, rowsOf, say, value } from "./form.js";
import { condition } from "./orders.js";

const SVG = "http://www.w3.org/2000/svg";
const layer = document.getElementById("arrows");
const BEND = 0.16;
const GAP = 18;
const HEAD = 26;

function draw(kind, attributes, text) {
  const drawn = document.createElementNS(SVG, kind);
  for (const [name, wanted] of Object.entries(attributes)) drawn.setAttribute(name, wanted);
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
  if (amount === "armies") return number;
  return amount === "leave" ? say("all_but", { number }) : say("all");
}

function arrow(from, to, words, later) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: from.x + dx / 2 - dy * BEND, y: from.y + dy / 2 + dx * BEND };
  // The head points the way the curve arrives, a little before the number it points at.
  const way = Math.atan2(to.y - middle.y, to.x - middle.x);
  const tip = { x: to.x - GAP * Math.cos(way), y: to.y - GAP * Math.sin(way) };
  const corner = (turn) => `${tip.x - HEAD * Math.cos(way + turn)} ${tip.y - HEAD * Math.sin(way + turn)}`;
  const group = draw("g", { class: later ? "arrow later" : "arrow" });
  const line = `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${tip.x} ${tip.y}`;
  group.append(draw("path", { class: "arrow-line", d: line }));
  group.append(draw("path", { class: "arrow-head", d: `M${tip.x} ${tip.y}L${corner(0.45)}L${corner(-0.45)}Z` }));
  const at = { x: from.x + dx / 2 - dy * BEND * 0.5, y: from.y + dy / 2 + dx * BEND * 0.5 - (length < 60 ? 14 : 0) };
  group.append(draw("text", { class: "arrow-words", x: at.x, y: at.y }, words));
  return group;
}

function show() {
  layer.replaceChildren();
  for (const { list, origin } of orderLists()) {
    const from = origin && centre(origin);
    if (!from) continue;
    let number = 0;
    for (const { name } of rowsOf(list)) {
      const to = centre(value(`${name}.to`));
      if (!to) continue;
      const when = condition(name);
      const words = when ? `${strength(name)} (${when})` : strength(name);
      layer.append(arrow(from, to, words, number > 0));
      number += 1;
    }
  }
}

export function start() {
  if (!layer || !field("kind")) return;
  form.addEventListener("change", show);
  show();
}
