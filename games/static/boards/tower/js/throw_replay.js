// The throws of a replay: beside the map, or upon it where there is little room.
import { play as letFall } from "./throws.js";

// Between a throw on the map and what it is about, in pixels.
const CLEAR = 16;
const root = document.querySelector("[data-replay]");
const stage = root.querySelector("[data-stage]");
const map = root.querySelector("[data-map]");
// Where a throw lies on the map, as story.css has it.
const narrow = matchMedia("(max-width: 63.99rem)");

let staged = null;
let county = null;
let fall = null;

// While it plays, what a throw came to is told when its cubes lie.
root.addEventListener("replay:stage", ({ detail: { moment, playing, most, rests } }) => {
  county = moment.frame.place;
  show(moment.frame.throw ?? "", playing, most);
  if (playing && fall) rests.push(fall);
});

function show(picture, playing, most) {
  if (staged === picture) return; // the verdict comes with the picture of its throw
  staged = picture;
  stage.innerHTML = picture;
  fall = null;
  if (!picture) return;
  const drawn = stage.querySelector("[data-throw]");
  if (map && narrow.matches) {
    layOnMap(drawn);
    intoView(drawn, playing);
  }
  const falling = letFall(drawn, most);
  fall = falling;
  falling?.then(() => {
    if (fall === falling) fall = null;
  });
}

// Who reads something else while it plays is left where they are.
function intoView(drawn, playing) {
  const sheet = map.querySelector(".map-sheet");
  const { top, bottom } = sheet.getBoundingClientRect();
  if (playing && (bottom <= 0 || top >= innerHeight)) return;
  for (const seen of [sheet, drawn]) seen.scrollIntoView({ block: "nearest" });
}

// Above the place it is about if there is room, else below, so that both are seen.
function layOnMap(drawn) {
  const sheet = map.querySelector(".map-sheet");
  const land = county && map.querySelector(`[data-county="${CSS.escape(county)}"][data-x]`);
  stage.classList.toggle("placed", Boolean(land));
  if (!land) return;
  const spot = new DOMPoint(Number(land.dataset.x), Number(land.dataset.y)).matrixTransform(sheet.getScreenCTM());
  const box = sheet.getBoundingClientRect();
  const deep = Math.min(Math.max(spot.y - box.top, 0), box.height);
  const above = deep - CLEAR - drawn.offsetHeight;
  drawn.style.marginTop = `${above > 0 ? Math.min(above, CLEAR) : deep + CLEAR}px`;
}

// A tablet that is turned has another map, or room beside it.
addEventListener("resize", () => {
  const drawn = stage.querySelector("[data-throw]");
  if (!drawn || !map) return;
  drawn.style.marginTop = "";
  if (narrow.matches) layOnMap(drawn);
});
