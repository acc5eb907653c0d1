// The squares of the board: the arrows walk from one to the next, and each says what it is when it
// is chosen. A report's board marks the squares that are in another domain than before.
import { mark, squareOf } from "./drawing.js";

const COLUMNS = "abcdefghijkl";
const ROWS = 12;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function wordsOf(map) {
  return map.closest(".board, .replay-map, #map-box, .plan-side")?.querySelector("[data-place-words]");
}

// The square that a key leads to; none beyond the edge.
function reached(map, square, { key, ctrlKey }) {
  const id = square.dataset.square;
  let column = COLUMNS.indexOf(id[0]);
  let row = Number(id.slice(1));
  if (key === "Home") [column, row] = [0, ctrlKey ? 1 : row];
  else if (key === "End") [column, row] = [COLUMNS.length - 1, ctrlKey ? ROWS : row];
  else if (STEPS[key] && !ctrlKey) [column, row] = [column + STEPS[key][0], row + STEPS[key][1]];
  else return undefined;
  return COLUMNS[column] && row >= 1 && row <= ROWS ? squareOf(map, `${COLUMNS[column]}${row}`) : null;
}

// One square at a time can be reached by the tab key: the one that was reached last.
function enter(map, square) {
  for (const other of map.querySelectorAll('.square[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  square.setAttribute("tabindex", "0");
}

function alive(map) {
  const sheet = map.querySelector(".map-sheet");
  sheet.addEventListener(
    "keydown",
    (event) => {
      const square = event.target.closest(".square");
      if (!square || event.altKey || event.metaKey || event.shiftKey) return;
      const next = reached(map, square, event);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation(); // the map would move under the squares
      next?.focus();
    },
    true,
  );
  sheet.addEventListener("focusin", (event) => {
    const square = event.target.closest(".square");
    if (square) enter(map, square);
  });
  sheet.addEventListener("click", (event) => {
    const square = event.target.closest(".square");
    const words = wordsOf(map);
    if (!square || !words) return;
    words.textContent = square.getAttribute("aria-label");
    mark(map, "here", [square.dataset.square]);
  });
  const report = map.closest("[data-taken]");
  if (report) mark(map, "taken", report.dataset.taken.split(" ").filter(Boolean));
}

function start() {
  for (const map of document.querySelectorAll(".lion[data-map]:not([data-walks])")) {
    map.dataset.walks = "";
    alive(map);
  }
}

start();
document.addEventListener("htmx:load", start);
