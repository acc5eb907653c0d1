// The cards of the mat: what lies in each box, what it comes to, and what is ranked, in a few words.
import { data, field, form, put, value } from "../../../../site/js/turn/form.js";
import { actionOf } from "./boxes.js";

function faceOf(name) {
  return form.querySelector(`[data-box="${name}"]`);
}

function cardNamed(card) {
  return data.names[card] ?? data.cards[card] ?? "";
}

function showBox(box) {
  const name = box.dataset.box;
  box.querySelector("[data-said]").textContent = cardNamed(value(name));
  // A coin card leaves the action out, so nothing is paid.
  box.toggleAttribute("data-idle", value(name) === "coin");
  for (const button of box.querySelectorAll("[data-bid]")) {
    button.setAttribute("aria-pressed", String(button.dataset.bid === value(name)));
  }
}

// "1: 6 armies" and "18 (cancel the event), for 3 courtiers" by what they give.
function brief(option) {
  const card = /^\d+ \(([^,)]+)/.exec(option.label);
  return card ? card[1] : option.label.split(": ").pop().split(" (")[0];
}

function showRanked(place) {
  const lists = [...form.querySelectorAll("select")].filter(({ name }) => /^\w+\.\d+$/.test(name) && name.startsWith(`${place.dataset.ranked}.`));
  place.textContent = lists.filter((list) => list.value).map((list) => brief(list.selectedOptions[0])).join(" › ");
}

function showAll() {
  for (const box of form.querySelectorAll("[data-box]")) showBox(box);
  for (const place of form.querySelectorAll("[data-ranked]")) showRanked(place);
}

// What was told about a card is old as soon as another one lies there, or marches elsewhere.
function forgetTip(name) {
  const action = name.startsWith("moves.") ? name.split(".")[1] : actionOf(name);
  const tip = faceOf(`boxes.${action}`)?.querySelector("[data-tip]");
  if (tip) tip.textContent = "";
}

function showTips(tips) {
  for (const box of form.querySelectorAll("[data-box]")) {
    const tip = box.querySelector("[data-tip]");
    const words = tips[box.dataset.box];
    if (tip) Object.assign(tip, { textContent: words?.text ?? "", className: `tip ${words?.kind ?? ""}` });
  }
}

// What is led to may be folded away.
function unfold(event) {
  const hash = event.target.closest("a[href^='#f-']")?.getAttribute("href");
  const target = hash && document.getElementById(hash.slice(1));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

export function start() {
  if (data.kind !== "plan") return;
  form.addEventListener("change", (event) => {
    forgetTip(event.target.name ?? "");
    showAll();
  });
  form.addEventListener("click", (event) => {
    const bid = event.target.closest("[data-bid]")?.dataset.bid;
    if (bid) put("bid", bid);
  });
  document.addEventListener("click", unfold);
  document.addEventListener("turn:told", ({ detail }) => showTips(detail.tips));
  for (const button of form.querySelectorAll("[data-bid]")) button.disabled = false;
  if (field("boxes.combat_a")) showAll();
}
