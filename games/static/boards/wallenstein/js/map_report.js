// The report's map: the counties that were taken are marked, and a county says what it is.
import { mark, tell } from "./map_state.js";

function start() {
  const box = document.querySelector("[data-taken]:not([data-marked])");
  if (!box) return;
  box.dataset.marked = "";
  mark(box, "taken", box.dataset.taken.split(" ").filter(Boolean));
  tell(box, box.querySelector("[data-place-words]"));
}

start();
document.addEventListener("htmx:load", start);
