// A chapter that ends before the reader's eyes is shown, once: by a replay that runs, or where nothing should move by its
// report. Whoever does not want that says so on the page of the show; this device remembers it.
const KEY = "wallenstein.shows";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Storage may be switched off; then nothing is remembered.
function kept(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

function keep(storage, key, value) {
  try {
    window[storage].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function lead() {
  const card = document.querySelector("[data-leads] [data-just]");
  if (!card || document.hidden || kept("localStorage", KEY) === "no") return;
  const mark = `wallenstein.shown ${card.dataset.just}`;
  // Without a memory it would be shown whenever the table is.
  if (kept("sessionStorage", mark) || !keep("sessionStorage", mark, "yes")) return;
  location.assign(calm.matches ? card.dataset.report : card.dataset.show);
}

const box = document.querySelector("[data-shows]");
if (box) {
  box.checked = kept("localStorage", KEY) !== "no";
  box.addEventListener("change", () => keep("localStorage", KEY, box.checked ? "yes" : "no"));
  box.closest("label").hidden = false;
}
lead();
document.addEventListener("htmx:afterSettle", lead);
