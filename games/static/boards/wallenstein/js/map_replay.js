// The map of a replay: each county as it is at the moment that is shown, and where the event happens.
import { draw, mark, tell } from "./map_state.js";

const root = document.querySelector("[data-replay]");
const map = root.querySelector("[data-map]");

root.addEventListener("replay:moment", ({ detail: { moment, before } }) => {
  for (const [county, state] of Object.entries(moment.places)) {
    if (!before || before.places[county] !== state) draw(map, county, state);
  }
  const { place, origin } = moment.frame;
  map.querySelector("#chosen").replaceChildren(); // the server's mark, until ours are there
  mark(map, "from", origin ? [origin] : []);
  mark(map, "here", place ? [place] : []);
});
tell(map, root.querySelector("[data-place-words]"));
