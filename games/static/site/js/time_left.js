// Keeps "2 days left" true while a page stays open, and tells strangers the time of their own zone.
import { clock, language } from "./clock.js";

const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

function inWords(seconds) {
  const parts = [];
  let rest = Math.floor(seconds / 60) * 60;
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count && parts.length < 2) {
      parts.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count));
    }
  }
  return parts.join(", ");
}

function tick() {
  for (const place of document.querySelectorAll("[data-time-left]")) {
    const seconds = (new Date(place.dataset.timeLeft) - Date.now()) / 1000;
    place.textContent = seconds < 60 ? place.dataset.over : place.dataset.left.replace("%s", inWords(seconds));
  }
}

function localize() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const form = clock(!time.dataset.local.startsWith("SHORT"));
    time.textContent = form.format(new Date(time.dateTime));
    time.removeAttribute("data-local");
    time.nextElementSibling.textContent = `(${form.resolvedOptions().timeZone})`;
  }
}

localize();
document.addEventListener("htmx:load", localize);
setInterval(tick, 30_000);
