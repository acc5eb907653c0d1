// The panel beside the map: everything about a county, when it is pointed at, tapped or reached
// by keyboard. All panels come in one answer, asked for when the first of them is wanted.
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
  const outline = document.createElementNS("http://www.w3.org/2000/svg", "use");
  const focused = document.activeElement?.matches(".county:focus-visible");
  outline.setAttribute("href", `#land-${id}`);
  outline.setAttribute("class", focused ? "focus-mark" : "chosen-mark");
  sheet.querySelector("#chosen").replaceChildren(outline);
}

let wanted = "";

// Whoever walks over the map hears the counties' names; the whole panel only when it is asked for.
async function show(id, aloud = false) {
  wanted = id;
  const all = await panels();
  const found = all?.querySelector(`[data-panel="${CSS.escape(id)}"]`);
  if (!found || wanted !== id) return;
  const inside = document.importNode(found, true);
  panel.setAttribute("aria-live", aloud ? "polite" : "off");
  panel.querySelector(".county-in")?.remove();
  for (const hint of panel.querySelectorAll(".hint")) hint.remove();
  panel.append(inside);
}

// What the address names need not be a county.
if (!sheet?.querySelector("#chosen use")) chosen = null;

function choose(id, aloud = false) {
  chosen = id;
  mark(id);
  show(id, aloud);
}

function countyOf(event) {
  return event.target.closest?.(".county")?.dataset.county;
}

if (panel && sheet) {
  sheet.addEventListener("pointerover", (event) => {
    const id = event.pointerType === "mouse" && countyOf(event);
    if (id) show(id);
  });
  sheet.addEventListener("pointerleave", () => {
    if (chosen) show(chosen);
  });
  sheet.addEventListener("focusin", (event) => {
    const id = countyOf(event);
    if (id && event.target.matches(":focus-visible")) choose(id);
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
  document.addEventListener("click", (event) => {
    const id = event.target.closest?.("[data-go]")?.dataset.go;
    if (!id || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(id);
    sheet.querySelector(`[data-county="${CSS.escape(id)}"]`)?.focus();
  });
}
