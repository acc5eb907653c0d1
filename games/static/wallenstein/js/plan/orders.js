// Marching orders: neighbours only, a stepper for the armies, and no more blank rows than one.
import { data, field, form, orderLists, rowsOf, say, value } from "./form.js";

const known = new Map();

// Where armies may march depends on the card in the box.
function narrow(name, origin) {
  const select = field(`${name}.to`);
  if (!known.has(select)) {
    known.set(select, { labels: new Map([...select.options].map((o) => [o.value, o.label])), for: null });
  }
  const memory = known.get(select);
  if (memory.for === origin) return;
  memory.for = origin;
  const chosen = select.value;
  const near = origin ? data.near[origin] : [];
  const listed = chosen && !near.includes(chosen) ? [...near, chosen] : near;
  select.replaceChildren(
    ...["", ...listed].map((county) => new Option(memory.labels.get(county) ?? data.names[county] ?? county, county)),
  );
  select.value = chosen;
}

function showNumber(name) {
  const amount = value(`${name}.amount`);
  field(`${name}.number`).closest(".order-number").hidden = amount !== "armies" && amount !== "leave";
}

export function condition(name) {
  const holder = field(`${name}.held_by`);
  const parts = [holder.value ? holder.selectedOptions[0].label : ""];
  if (value(`${name}.at_most`)) parts.push(`≤ ${value(`${name}.at_most`)}`);
  if (value(`${name}.at_least`)) parts.push(`≥ ${value(`${name}.at_least`)}`);
  return parts.filter(Boolean).join(", ");
}

function show() {
  for (const { list, origin } of orderLists()) {
    list.classList.toggle("led", Boolean(origin));
    let blank = 0;
    for (const { row, name: here } of rowsOf(list)) {
      narrow(here, origin);
      showNumber(here);
      const said = condition(here);
      row.querySelector("[data-when]").textContent = said && `(${said})`;
      if (!value(`${here}.to`)) blank += 1;
      row.hidden = blank > 1;
    }
  }
}

function stepper(place) {
  const input = place.querySelector("input");
  const step = (by) => () => {
    const least = Number(input.dataset.least);
    const wanted = Math.max(least, (Number.parseInt(input.value, 10) || 0) + by);
    input.value = String(wanted);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  for (const [by, sign, what] of [[-1, "−", "fewer"], [1, "+", "more"]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", say(what));
    button.addEventListener("click", step(by));
    if (by < 0) place.prepend(button);
    else place.append(button);
  }
}

export function start() {
  for (const place of form.querySelectorAll("[data-stepper]")) stepper(place);
  form.addEventListener("change", (event) => {
    const row = event.target.closest?.("[data-order]");
    // Somebody who asks for a number is given one to begin with.
    if (row && event.target.name.endsWith(".amount")) {
      const number = row.querySelector("[data-stepper] input");
      if (event.target.value !== "all" && !number.value) number.value = "1";
      if (event.target.value === "all") number.value = "";
    }
    show();
  });
  show();
}
