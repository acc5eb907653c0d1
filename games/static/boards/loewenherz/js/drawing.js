// The board after it was drawn: squares, borders and alliances redrawn as they are at another
// moment, and places marked. Knows how templates/boards/loewenherz/map.html draws them.
import { made } from "../../../site/js/svg.js";

const SIZE = 40;

export function squareOf(map, id) {
  return map.querySelector(`[data-square="${CSS.escape(id)}"]`);
}

function sideOf(map, id) {
  return map.querySelector(`#bars [data-side="${CSS.escape(id)}"]`);
}

function cornerOf(square) {
  return [Number(square.dataset.x) - SIZE / 2, Number(square.dataset.y) - SIZE / 2];
}

function drawSquare(map, id, state) {
  const square = squareOf(map, id);
  square.setAttribute("aria-label", state.sentence);
  for (const old of square.querySelectorAll("use, .figure")) old.remove();
  if (state.symbol) square.append(made("use", { href: `#t-${state.symbol}` }));
  if (!state.figure) return;
  const figure = made("g", { class: `figure s-${state.colour}` });
  const sign = made("text");
  sign.textContent = state.mark;
  figure.append(made("use", { href: `#f-${state.figure}` }), sign);
  square.append(figure);
}

function drawSide(map, id, path) {
  sideOf(map, id)?.remove();
  if (path) map.querySelector("#bars").append(made("path", { "data-side": id, d: path }));
}

function drawAlliances(map, alliances) {
  const drawn = alliances.flatMap(([d, x, y]) => [made("path", { d }), made("use", { href: "#f-rings", x, y })]);
  map.querySelector("#alliances").replaceChildren(...drawn);
}

// The land of each kind, or the domains of each colour, as one path each.
function drawAreas(map, into, places, what, attributes) {
  const paths = {};
  for (const square of map.querySelectorAll(".square")) {
    const kind = places[square.dataset.square][what];
    const [x, y] = cornerOf(square);
    if (kind) paths[kind] = `${paths[kind] ?? ""}M${x} ${y}h${SIZE}v${SIZE}h-${SIZE}z`;
  }
  const drawn = Object.entries(paths).map(([kind, d]) => made("path", { ...attributes(kind), d }));
  map.querySelector(into).replaceChildren(...drawn);
}

// Everything that differs from the moment before; without one, everything.
export function draw(map, places, before) {
  for (const side of map.querySelectorAll("#bars [data-side*='|']")) {
    if (!places[side.dataset.side]) side.remove();
  }
  for (const [id, state] of Object.entries(places)) {
    if (before && before[id] === state) continue;
    if (id === "alliances") drawAlliances(map, state);
    else if (id.includes("|")) drawSide(map, id, state);
    else drawSquare(map, id, state);
  }
  drawAreas(map, ".lands", places, "land", (kind) => ({ class: `land-${kind}` }));
  drawAreas(map, "#domains", places, "owner", (colour) => ({ fill: `url(#seat-${colour})` }));
}

// Marks lie above everything, so that no neighbour covers them.
export function mark(map, name, places) {
  const marks = map.querySelector("#marks");
  for (const old of marks.querySelectorAll(`.mark-${name}`)) old.remove();
  for (const id of places) {
    const square = squareOf(map, id);
    const side = sideOf(map, id);
    if (square) {
      const [x, y] = cornerOf(square);
      marks.append(made("rect", { class: `mark mark-${name}`, x, y, width: SIZE, height: SIZE, rx: 4 }));
    } else if (side) {
      marks.append(made("path", { class: `mark mark-${name}`, d: side.getAttribute("d") }));
    }
  }
}
