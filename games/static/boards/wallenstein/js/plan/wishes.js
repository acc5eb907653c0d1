// Wishes at court: where a favor is used is asked only for the cards that are used somewhere.
import { form, value } from "../../../../site/js/turn/form.js";

function sort() {
  for (const part of form.querySelectorAll("[data-cards]")) {
    const needed = part.dataset.cards.split(" ").includes(value(part.dataset.of));
    part.classList.toggle("wanted", needed || Boolean(part.querySelector("[aria-invalid]")));
  }
}

export function start() {
  form.addEventListener("change", sort);
  sort();
}
