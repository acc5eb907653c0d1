// The board of a replay: as it is at the moment that is shown, and where the event happens.
import { draw, mark } from "./drawing.js";

const root = document.querySelector("[data-replay]");
const map = root.querySelector("[data-map]");

root.addEventListener("replay:moment", ({ detail: { moment, before } }) => {
  draw(map, moment.places, before?.places);
  // The server's mark, until ours are there.
  for (const chosen of map.querySelectorAll(".chosen")) chosen.classList.remove("chosen");
  const { place, origin } = moment.frame;
  mark(map, "from", origin ? [origin] : []);
  mark(map, "here", place ? [place] : []);
});
