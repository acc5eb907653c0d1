// Of the actions those of the chosen card, of the places those of the chosen action.
import { data, form } from "../../../../site/js/turn/form.js";

function chosen(name) {
  return form.querySelector(`input[name="${name}"]:checked`);
}

// How many places the chosen card allows for the chosen action; without either, none.
export function allowed() {
  return data.counts[chosen("card")?.dataset.face]?.[action()] ?? 0;
}

// A list has room for as much as the best card allows; what is beyond this one is not offered.
function showRows(part) {
  const rows = [...part.querySelectorAll(".field")].filter((one) => /\.\d+$/.test(one.querySelector("[name]").name));
  for (const [number, row] of rows.entries()) {
    row.hidden = number >= allowed() && !row.querySelector("[name]").value;
  }
}

export function action() {
  return chosen("deed")?.value ?? "";
}

// Whether the chosen card is to be played and cannot be paid for.
export function tooDear() {
  return action() !== "sell" && "dear" in (chosen("card")?.dataset ?? {});
}

// What one list wishes for is no second wish. Hidden, not disabled: nothing that is chosen is lost.
function showWishes() {
  const lists = [...form.querySelectorAll('select[name^="refill."]')];
  for (const list of lists) {
    for (const option of list.options) {
      option.hidden = Boolean(option.value) && !option.selected && lists.some((other) => other.value === option.value);
    }
  }
}

function show() {
  const card = chosen("card");
  const allows = card?.dataset.allows.split(" ") ?? [];
  for (const deed of form.querySelectorAll("[data-deed]")) {
    const own = deed.querySelector("input");
    deed.hidden = !own.checked && (!card || !(own.value === "sell" || allows.includes(own.value)));
  }
  for (const part of form.querySelectorAll("[data-part]")) {
    part.hidden = part.dataset.part !== "castle" && part.dataset.part !== action();
    if (part.dataset.part !== "castle") showRows(part);
  }
}

// Another card may not allow what was chosen for the one before it.
function cardChanged() {
  const card = chosen("card");
  const deed = chosen("deed");
  const allows = [...card.dataset.allows.split(" "), "sell"];
  if (deed && !allows.includes(deed.value)) deed.checked = false;
}

export function start() {
  if (!form.querySelector("[data-deed]")) return;
  form.addEventListener(
    "change",
    ({ target }) => {
      if (target.name === "card") cardChanged();
      if (target.name === "card" || target.name === "deed") show();
      if (target.name.startsWith("refill.")) showWishes();
    },
    // Before it is saved.
    true,
  );
  show();
  showWishes();
}
