// Marching orders: neighbours only, a stepper for the armies, and always room for one more.
import { data, field, form, put, say, value } from "../../../../site/js/turn/form.js";
import { orderLists, reach, rowsOf } from "./boxes.js";

const labels = new Map();
const narrowed = new Map();
// The county that the armies of a list were last told to leave, and the one they were last told to go to.
const led = new Map();
const aimed = new Map();
const CONDITION = ["held_by", "at_most", "at_least"];

// Where armies may march depends on the card in the box; what another card was told does not hold for this one.
function narrow(name, origin, near) {
  const select = field(`${name}.to`);
  if (narrowed.get(select) === origin) return;
  narrowed.set(select, origin);
  const before = led.get(select);
  if (origin) led.set(select, origin);
  if (before && origin && before !== origin && !data.near[origin].includes(select.value)) {
    select.value = "";
    aim(name);
  }
  const chosen = select.value;
  const listed = chosen && !near.includes(chosen) ? [...near, chosen] : near;
  select.replaceChildren(
    ...["", ...listed].map((county) => new Option(labels.get(county) ?? data.names[county] ?? county, county)),
  );
  select.value = chosen;
}

// The last row once more, blank and with the next number, as soon as something is written in it.
function grow(list) {
  const { row: last, name } = rowsOf(list).at(-1);
  if (!value(`${name}.to`)) return;
  const row = last.cloneNode(true);
  const next = name.replace(/\d+$/, (number) => String(Number(number) + 1));
  const dashed = (text) => text.replaceAll(".", "-");
  for (const part of [row, ...row.querySelectorAll("*")]) {
    part.removeAttribute("aria-invalid");
    for (const attribute of part.attributes) {
      attribute.value = attribute.value.replace(`${name}.`, `${next}.`).replace(`${dashed(name)}-`, `${dashed(next)}-`);
    }
  }
  row.querySelector("label").textContent = say("instead");
  for (const select of row.querySelectorAll("select")) select.selectedIndex = 0;
  for (const input of row.querySelectorAll("input")) input.value = "";
  for (const remarks of row.querySelectorAll(".remarks")) remarks.replaceChildren();
  row.querySelector("[data-odds]").hidden = true;
  row.querySelector(".when").open = false;
  last.after(row);
}

// A condition is about the county it was made for: it does not hold for another one. Where a form is filled, a county
// comes before its condition.
function aim(name) {
  const select = field(`${name}.to`);
  const before = aimed.get(select) ?? "";
  aimed.set(select, select.value);
  if (!before || before === select.value) return;
  for (const part of CONDITION) put(`${name}.${part}`, "");
}

function showNumber(name) {
  const amount = value(`${name}.amount`);
  field(`${name}.number`).closest(".order-number").hidden = amount !== "armies" && amount !== "leave";
}

export function condition(name) {
  const holder = value(`${name}.held_by`);
  const parts = [];
  if (holder in data.players) parts.push(say("if_seat", { player: data.players[holder] }));
  else if (holder) parts.push(say(`if_${holder}`));
  if (value(`${name}.at_most`)) parts.push(`≤ ${value(`${name}.at_most`)}`);
  if (value(`${name}.at_least`)) parts.push(`≥ ${value(`${name}.at_least`)}`);
  return parts.filter(Boolean).join(", ");
}

function show() {
  for (const { list, name, origin } of orderLists()) {
    const near = origin ? reach(origin, name.replace("moves.", "")) : [];
    list.classList.toggle("led", Boolean(origin));
    grow(list);
    let blank = 0;
    for (const { row, name: here } of rowsOf(list)) {
      narrow(here, origin, near);
      showNumber(here);
      const when = condition(here);
      row.querySelector("[data-when]").textContent = when && `(${when})`;
      if (!value(`${here}.to`)) blank += 1;
      row.hidden = blank > 1;
    }
  }
}

function stepper(place) {
  for (const [by, sign, what] of [[-1, "−", "fewer"], [1, "+", "more"]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.dataset.step = by;
    button.setAttribute("aria-label", say(what));
    if (by < 0) place.prepend(button);
    else place.append(button);
  }
}

function step(button) {
  const input = button.closest("[data-stepper]").querySelector("input");
  const wanted = (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step);
  input.value = String(Math.max(Number(input.dataset.least), wanted));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

export function start() {
  for (const option of form.querySelectorAll('[data-order] select[name$=".to"] option')) labels.set(option.value, option.label);
  for (const select of form.querySelectorAll('[data-order] select[name$=".to"]')) aimed.set(select, select.value);
  for (const place of form.querySelectorAll("[data-stepper]")) stepper(place);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) step(button);
  });
  form.addEventListener("change", (event) => {
    const row = event.target.closest?.("[data-order]");
    if (row && event.target.name === row.dataset.order) aim(row.dataset.order.slice(0, -".to".length));
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
