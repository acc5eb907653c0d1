// The report's map: the counties that changed are marked, those that were taken more boldly, and a county says what it is.
import { mark, tell } from "./map_state.js";

function start() {
  const box = document.querySelector("[data-changed]:not([data-marked])");
  if (!box) return;
  box.dataset.marked = "";
  for (const kind of ["changed", "taken"]) mark(box, kind, box.dataset[kind].split(" ").filter(Boolean));
  tell(box, box.querySelector("[data-county-words]"));
}

start();
document.addEventListener("htmx:load", start);
