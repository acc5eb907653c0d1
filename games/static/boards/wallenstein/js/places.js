// The panel beside the map: everything about a county, when it is pointed at, tapped or reached
// by keyboard. All panels come in one answer, asked for when the first of them is wanted.
import { made } from "../../../site/js/svg.js";

// A hand on a mouse moves so little, in pixels, without meaning to.
const STILL = 4;
const panel = document.querySelector("[data-places]");
const sheet = document.querySelector(".map-sheet");
let chosen = new URLSearchParams(location.search).get("county");
let asked;

function panels() {
  asked ??= fetch(panel.dataset.places)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
    .then((text) => new DOMParser().parseFromString(text, "text/html"))
    .catch(() => {
      asked = undefined;
      return null;
    });
  return asked;
}

// Drawn on top of the map: the neighbours would cover half of the county's own outline.
function mark(id) {
  const focused = document.activeElement?.matches(".county:focus-visible");
  const outline = { href: `#land-${id}`, class: focused ? "focus-mark" : "chosen-mark" };
  sheet.querySelector("#chosen").replaceChildren(made("use", outline));
}

let wanted = "";
// Where the mouse was when the panel went out from under it: what it lies on now was not pointed at.
let rested = null;
// Whoever comes back from the panel to the map does not ask for it again.
let lowering = false;

// Whoever walks over the map hears the counties' names; the whole panel only when it is asked for.
async function show(id, aloud = false) {
  wanted = id;
  const all = await panels();
  const content = all?.querySelector(`[data-panel="${CSS.escape(id)}"]`);
  if (!content || wanted !== id) return;
  const inside = document.importNode(content, true);
  panel.setAttribute("aria-live", aloud ? "polite" : "off");
  panel.querySelector(".place-in")?.remove();
  panel.append(inside);
}

// At a desk the panel lies on the map: it goes away again, and what it has to say with it.
function liesOnMap() {
  return getComputedStyle(panel).getPropertyValue("--on-map").trim() === "yes";
}

function clear() {
  wanted = "";
  panel.querySelector(".place-in")?.remove();
}

// What the address names need not be a county.
if (!sheet?.querySelector("#chosen use")) chosen = null;

function countyOf(event) {
  return event.target.closest?.(".county")?.dataset.county;
}

function drawn(id) {
  return sheet.querySelector(`[data-county="${CSS.escape(id)}"]`);
}

async function choose(id, aloud = false) {
  chosen = id;
  mark(id);
  await show(id, aloud);
  if (wanted === id) raise(id);
}

// On a small screen the panel comes up to where it can be read, and the map out from under it.
function raise(id) {
  panel.classList.add("raised");
  if (getComputedStyle(panel).position !== "sticky") return;
  // The call to act may be taller than one line of it is.
  const call = document.getElementById("call")?.offsetHeight;
  if (call) panel.style.setProperty("--low", `calc(${call}px + var(--space-2))`);
  // A zoomed map shows a part of a large county only.
  const [county, shown] = [drawn(id), sheet].map((part) => part.getBoundingClientRect().bottom);
  const below = Math.min(county, shown) - panel.getBoundingClientRect().top;
  if (below > 0) scrollBy(0, below);
}

function lower() {
  const county = chosen;
  const inside = panel.contains(document.activeElement);
  panel.classList.remove("raised");
  if (liesOnMap()) {
    chosen = null;
    clear();
    sheet.querySelector("#chosen").replaceChildren();
  }
  lowering = true;
  if (inside) drawn(county)?.focus({ preventScroll: true });
  lowering = false;
}

if (panel && sheet) {
  if (chosen && liesOnMap()) panel.classList.add("raised");
  panel.addEventListener("click", ({ clientX, clientY }) => {
    rested = { x: clientX, y: clientY };
  });
  panel.querySelector("[data-lower]").addEventListener("click", lower);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen) lower();
  });
  sheet.addEventListener("pointerover", (event) => {
    const id = event.pointerType === "mouse" && countyOf(event);
    if (!id || (rested && Math.hypot(event.clientX - rested.x, event.clientY - rested.y) < STILL)) return;
    rested = null;
    show(id);
  });
  sheet.addEventListener("pointerleave", () => {
    if (chosen) show(chosen);
    else if (liesOnMap()) clear();
  });
  sheet.addEventListener("focusin", (event) => {
    const id = countyOf(event);
    if (id && !lowering && event.target.matches(":focus-visible")) choose(id);
  });
  sheet.addEventListener("focusout", () => {
    if (chosen) mark(chosen);
  });
  sheet.addEventListener("click", (event) => {
    const id = countyOf(event);
    if (!id || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(id, true);
  });
  // The board was drawn anew: what was told before is old.
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target !== sheet) return;
    asked = undefined;
    if (!chosen) return;
    mark(chosen);
    show(chosen);
  });
  document.addEventListener("click", (event) => {
    const id = event.target.closest?.("[data-go]")?.dataset.go;
    if (!id || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(id);
    drawn(id)?.focus();
  });
}
