// The map after it was drawn: a county redrawn as it is at another moment, and counties marked.
// Knows how templates/boards/wallenstein/map.html draws a county, and nothing else does.
import { made } from "../../../site/js/svg.js";

const SYMBOL = 12;

function find(map, county) {
  return map.querySelector(`.county[data-county="${CSS.escape(county)}"]`);
}

function badge(element, state) {
  const { x, y } = element.dataset;
  const group = made("g", { class: `badge s-${state.owner}`, transform: `translate(${x} ${y})` });
  const count = made("text", { y: 6 });
  count.textContent = state.armies;
  group.append(made("rect"), count);
  return group;
}

function site([x, y, building]) {
  const parts = [made("circle", { class: building ? "site built" : "site", cx: x, cy: y })];
  if (building) {
    const corner = { x: x - SYMBOL / 2, y: y - SYMBOL / 2, width: SYMBOL, height: SYMBOL };
    parts.push(made("use", { class: "building", href: `#s-${building}`, ...corner }));
  }
  return parts;
}

export function draw(map, county, state) {
  const element = find(map, county);
  if (!element || element.classList.contains("out")) return;
  for (const old of element.querySelectorAll("use, .site, .badge")) old.remove();
  element.setAttribute("aria-label", state.sentence);
  const ground = state.sites.flatMap(site);
  if (state.owner) {
    element.dataset.owner = state.owner;
    ground.unshift(made("use", { href: `#land-${county}`, fill: `url(#seat-${state.owner})` }));
    element.append(badge(element, state));
  } else {
    delete element.dataset.owner;
  }
  element.querySelector(".land").after(...ground);
  for (const [x, y] of state.markers) {
    element.append(made("use", { class: "revolt", href: "#s-revolt", x, y, width: 12, height: 13 }));
  }
}

// Marks lie above all counties, so that no neighbour covers them and no county leaves its place.
export function mark(map, name, counties) {
  const marks = map.querySelector("#marks");
  for (const old of marks.querySelectorAll(`.mark-${name}`)) old.remove();
  for (const county of counties) {
    const land = find(map, county)?.querySelector(".land");
    if (land) marks.append(made("path", { class: `mark mark-${name}`, d: land.getAttribute("d") }));
  }
}

// A county says what it is when it is chosen.
export function tell(map, into) {
  map.addEventListener("click", (event) => {
    const county = event.target.closest(".county");
    if (county) into.textContent = county.getAttribute("aria-label");
  });
}
