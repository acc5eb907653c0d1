// The guide through the first turn: the card, what is done with it, the places, the refill.
import { form, put, typed } from "../../../../site/js/turn/form.js";
import { startGuide } from "../../../../site/js/turn/guide.js";

const prompt = form.querySelector("[data-prompt]");

function announce(words) {
  prompt.textContent = words;
}

function placesOf(step) {
  const field = document.getElementById(step.querySelector("h3 a")?.hash.slice(1) ?? "");
  const spots = (step.dataset.spots ?? "").split(" ").filter(Boolean);
  const drawn = spots.map((spot) => form.querySelector(`[data-square="${spot}"], #sides [data-side="${CSS.escape(spot)}"]`));
  return [field?.closest("fieldset"), ...drawn];
}

// Cards and deeds are pressed as by hand; other rows of the same list are emptied.
function lay(name, fields) {
  const rows = `${name.split(".")[0]}.`;
  for (const old of Object.keys(typed())) if (old.startsWith(rows) && !(old in fields)) put(old, "");
  for (const [one, wanted] of Object.entries(fields)) {
    const choice = form.querySelector(`input[type="radio"][name="${one}"][value="${CSS.escape(wanted)}"]`);
    if (choice) choice.click();
    else put(one, wanted);
  }
}

export function start() {
  document.addEventListener("turn:told", ({ detail }) => detail.remark && announce(detail.remark));
  startGuide({ announce, barred: () => "", ending: () => "", lay, offer: () => undefined, placesOf, pressed: () => undefined });
}
