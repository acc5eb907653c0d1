// The sides of a chosen square as buttons around it, big enough for a thumb where the lines of the
// board are not. They lie on the board: nothing moves when they come and go.
import { form, say } from "../../../../site/js/turn/form.js";

export const WAYS = { up: [0, -1], left: [-1, 0], right: [1, 0], down: [0, 1] };
const ARROWS = { up: "↑", left: "←", right: "→", down: "↓" };
// In pixels: half a button, and how far its middle is from that of the square at least.
const HALF = 22;
const OFF = 40;
// What is left free between a button and the bars above and below the board.
const ROOM = 4;
const pad = form.querySelector("[data-pad]");
// The square they lie around and its sides; none while they are hidden.
let around = null;

function within(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

// Around the middle of the square, and never beyond the edge of the board.
function lay() {
  const { map, square, legal } = around;
  const sheet = map.querySelector(".map-sheet").getBoundingClientRect();
  const box = square.querySelector("rect").getBoundingClientRect();
  const frame = pad.parentElement.getBoundingClientRect();
  const off = Math.max(OFF, box.width);
  for (const button of pad.querySelectorAll("[data-way]")) {
    const { way } = button.dataset;
    const place = legal.find((one) => one.way === way);
    button.hidden = !place;
    button.dataset.side = place?.side ?? "";
    button.textContent = ARROWS[way];
    button.setAttribute("aria-label", `${say(way)}: ${place?.side ?? ""}`);
    const [dx, dy] = WAYS[way];
    const x = within(box.left + box.width / 2 + dx * off, sheet.left + HALF, sheet.right - HALF);
    const y = within(box.top + box.height / 2 + dy * off, sheet.top + HALF, sheet.bottom - HALF);
    button.style.translate = `${x - frame.left - HALF}px ${y - frame.top - HALF}px`;
  }
}

// The bar with Ready and what is asked stay in sight: what they cover moves away from under them.
function uncover() {
  const boxes = [...pad.querySelectorAll("[data-way]:not([hidden])")].map((button) => button.getBoundingClientRect());
  if (!boxes.length) return;
  const low = Math.max(...boxes.map((box) => box.bottom)) + ROOM - form.querySelector(".turn-bar").getBoundingClientRect().top;
  const high = form.querySelector(".prompt").getBoundingClientRect().bottom + ROOM - Math.min(...boxes.map((box) => box.top));
  if (low > 0) window.scrollBy(0, low);
  else if (high > 0) window.scrollBy(0, -high);
}

export function show(map, square, legal) {
  const came = around?.square !== square;
  around = { map, square, legal };
  pad.hidden = false;
  lay();
  if (came) uncover();
}

export function hide() {
  around = null;
  pad.hidden = true;
}

export function start(map) {
  const again = () => around && lay();
  new ResizeObserver(again).observe(map);
  // Zooming and moving the board change what part of it is shown.
  new MutationObserver(again).observe(map.querySelector(".map-sheet"), { attributeFilter: ["viewBox"] });
}
