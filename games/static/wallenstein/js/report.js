// The report's map: the counties that changed are marked, and a county says what it is.
import { mark, tell } from "./map_state.js";
import { intoSight } from "./seasons.js";

function start() {
  const box = document.querySelector("[data-changed]:not([data-marked])");
  if (!box) return;
  box.dataset.marked = "";
  mark(box, "changed", box.dataset.changed.split(" ").filter(Boolean));
  tell(box, box.querySelector("[data-county-words]"));
}

intoSight(document.querySelector(".seasons [aria-current]"));
start();
document.addEventListener("htmx:load", start);
