// Laying cards: a county and then a box, a box and then a county, or dragged from one to the other.
import { data, field, form, label, offers, put, say, value } from "../../../../site/js/turn/form.js";
import { actionOf, boxes, boxOf, countyOnMap, isCounty, lay, orderLists, reach, rowsOf } from "./boxes.js";
import { dragging } from "./dragging.js";

const COIN = "coin";
const MOVES_HOME = "deploy_1_move";
// A question about a county that is answered beside the map.
const GROUPED = "draft_group";
const strip = document.getElementById("picked");
let picked = null;
// The field of the march that was ordered last.
let latest = "";
// The box whose armies were just told where to march, for as long as nothing else is in hand.
let marched = "";

// What is in the player's hand: a card, or a field that waits for a county.
function pick(next, by = "") {
  picked = next;
  marched = by;
  strip.classList.toggle("full", Boolean(picked));
  announce(sentence());
  strip.querySelector("[data-unpick]").hidden = !picked;
  strip.querySelector("[data-or-else]").hidden = !marched;
  show();
}

export function announce(words) {
  strip.querySelector("[data-prompt]").textContent = words;
}

function sentence() {
  if (!picked && !boxes.length) return data.open.length && data.kind !== GROUPED ? say("begin_otherwise") : "";
  if (!picked) return boxes.some(isOpen) ? say("begin") : say("all_laid");
  if (picked.card) return say("card_then_box", { card: described(picked.card) });
  if (picked.missed) return outOfReach(picked);
  if (picked.otherwise) return say("or_else_from", { county: nameOf(picked.origin) });
  if (picked.origin) return say(actionOf(picked.box) === MOVES_HOME ? "move_from" : "march_from", { county: nameOf(picked.origin) });
  if (picked.field === "bid" && picked.offered) return say("next_bid");
  const words = picked.offered ? (outlook() ? "next_brief" : "next_box") : "box_then_county";
  return say(words, { box: label(picked.field) });
}

function nameOf(card) {
  return data.names[card] ?? document.querySelector(`[data-card="${card}"] strong`).textContent;
}

// A county card with what it yields, for those who see only the map.
function described(card) {
  const yields = document.querySelectorAll(`[data-card="${card}"] .yields > span`);
  const parts = [...yields].map((part) => part.textContent.trim().replace(/\s+/g, " "));
  return parts.length ? `${nameOf(card)} (${parts.join(", ")})` : nameOf(card);
}

// How many are left of cards that are dealt in numbers; a bid in Thalers is a coin card, too.
function left({ card, dealt }) {
  const laid = boxes.filter((name) => value(name) === card).length;
  const bid = card === COIN && /^\d+$/.test(value("bid")) ? 1 : 0;
  return Math.max(0, Number(dealt) - laid - bid);
}

function show() {
  for (const card of document.querySelectorAll("[data-card]")) {
    const name = card.dataset.card;
    const box = isCounty(name) ? boxOf(name) : undefined;
    const counted = card.querySelector("[data-counting]");
    if (counted) counted.textContent = counted.dataset.counting.replace("{cards}", left(card.dataset));
    card.setAttribute("aria-pressed", String(picked?.card === name));
    card.classList.toggle("used", Boolean(box || (counted && !left(card.dataset))));
    const used = card.querySelector("[data-used]");
    // A card is narrow: "Combat/Movement" may go on in the next line.
    if (used) used.textContent = box ? label(box).replace("/", "/\u200b") : "";
  }
  for (const button of form.querySelectorAll("[data-put]")) {
    const name = button.dataset.put;
    const waits = picked?.field === name;
    const words = picked?.card ? say("put_here", { box: label(name), card: nameOf(picked.card) }) : say("from_map", { box: label(name) });
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", String(waits));
    const box = button.closest("[data-box]");
    box.classList.toggle("waits", waits);
    box.classList.toggle("takes", Boolean(picked?.card && offers(name, picked.card)));
    box.querySelector("[data-said]").dataset.hint = waits && !value(name) ? say("tap") : "";
  }
  const near = picked?.origin ? reach(picked.origin, actionOf(picked.box)) : [];
  for (const county of document.querySelectorAll(".map .county")) {
    const id = county.dataset.county;
    county.classList.toggle("chosen", picked?.card === id || picked?.origin === id);
    county.classList.toggle("laid", Boolean(boxOf(id)));
    county.classList.toggle("reachable", Boolean(picked?.origin && near.includes(id)));
  }
}

function layIn(name, card) {
  if (!offers(name, card)) return;
  lay(name, card);
  const list = marchesOf(name);
  // Armies want to know where they march as soon as they have a place to march from; what they were told before is
  // told anew.
  if (list) pick({ field: `${rowsOf(list.list)[0].name}.to`, origin: list.origin, box: name });
  else offerNext(name);
}

// The orders of a box whose armies have somewhere to go.
function marchesOf(box) {
  const action = actionOf(box);
  const list = orderLists().find((one) => one.name === `moves.${action}`);
  return list?.origin && reach(list.origin, action).length ? list : null;
}

// A second choice is asked for, never guessed.
function askOtherwise() {
  const { list, origin } = marchesOf(marched);
  pick({ field: firstBlank(list), origin, box: marched, otherwise: true });
}

// A box that was said to stay empty offers nothing.
function isOpen(box) {
  return !value(box) && field(box).options.length > 1;
}

// The next box that is empty, from here on and then from the beginning.
function offerNext(name, by = "") {
  const here = boxes.indexOf(name) + 1;
  const next = [...boxes.slice(here), ...boxes.slice(0, here)].find(isOpen);
  pick(next ? { field: next, offered: true } : null, by);
  document.dispatchEvent(new CustomEvent("turn:offered", { detail: next ?? "" }));
}

// A box that waits for a county, as somebody else wants it to; or none.
export function offer(name) {
  pick(name ? { field: name } : null);
}

// Lays what is in hand, if anything is.
export function layInHand(name) {
  if (!picked?.card) return false;
  layIn(name, picked.card);
  return true;
}

function firstBlank(list) {
  const rows = rowsOf(list);
  return `${(rows.find(({ name }) => !value(`${name}.to`)) ?? rows[0]).name}.to`;
}

function onCounty(county) {
  if (picked?.origin && reach(picked.origin, actionOf(picked.box)).includes(county)) {
    const { field: name, box } = picked;
    put(name, county);
    offerNext(box, box);
    return;
  }
  if (picked?.origin && picked.origin !== county && isCounty(county)) {
    pick({ ...picked, missed: county });
    return;
  }
  if (picked?.field && !picked.origin && offers(picked.field, county)) {
    layIn(picked.field, county);
    return;
  }
  const ranking = form.querySelector("[data-ranking]");
  if (boxes.length && county in data.near) pick({ card: county });
  else if (data.kind === "move") chooseTarget(county);
  else if (offers("take", county)) put("take", county);
  else if (ranking && !boxes.length) rank(ranking, county);
  else announce(notMine(county));
}

// Nothing of mine: where cards are laid say why it does nothing, elsewhere at least what it is.
function notMine(county) {
  if (boxes.length && isCounty(county)) return say("not_yours", { county: nameOf(county) });
  return countyOnMap(county)?.getAttribute("aria-label") ?? "";
}

// Why armies do not go there: they may still go elsewhere.
function outOfReach({ origin, missed }) {
  const isNear = data.near[origin].includes(missed);
  return say(isNear ? "moves_home_only" : "not_near", { county: nameOf(missed), origin: nameOf(origin) });
}

// How the march that was ordered last is likely to end, where the eye is.
function showOutlook(odds) {
  const chance = odds[latest];
  const words = chance && `${nameOf(value(latest))}: ${chance.text}; ${chance.expected}.`;
  strip.querySelector("[data-outlook]").textContent = words ?? "";
  if (picked) announce(sentence());
}

function outlook() {
  return strip.querySelector("[data-outlook]").textContent;
}

// One order is asked for; a text may have brought a list of them.
function chooseTarget(county) {
  const list = form.querySelector("[data-orders]");
  const name = list ? firstBlank(list) : "orders.0.to";
  if (offers(name, county)) put(name, county);
}

function rank(list, county) {
  const selects = [...list.querySelectorAll("select")];
  const before = selects.find((select) => select.value === county);
  const blank = selects.find((select) => !select.value);
  if (before) put(before.name, "");
  else if (blank && offers(blank.name, county)) put(blank.name, county);
}

export function start() {
  const map = document.querySelector(".map-sheet");
  const hand = document.querySelector("[data-hand]");
  // From here on they are something to press.
  for (const county of map.querySelectorAll(".county")) {
    county.setAttribute("role", "button");
    county.setAttribute("tabindex", "0");
  }
  map.addEventListener("click", (event) => {
    const county = event.target.closest(".county");
    if (county) onCounty(county.dataset.county);
  });
  for (const button of form.querySelectorAll("[data-put]")) {
    button.addEventListener("click", () => {
      const name = button.dataset.put;
      if (picked?.card) layIn(name, picked.card);
      // A box that was only offered is now chosen.
      else pick(picked?.field === name && !picked.offered ? null : { field: name });
    });
  }
  form.addEventListener("click", (event) => {
    const box = event.target.closest("[data-box]");
    if (!box || !picked?.card || event.target.closest("button, select, input, a, summary")) return;
    event.preventDefault(); // a label would move on to its list
    layIn(box.dataset.box, picked.card);
  });
  strip.querySelector("[data-unpick]").addEventListener("click", () => (picked?.box ? offerNext(picked.box) : pick(null)));
  strip.querySelector("[data-or-else]").addEventListener("click", askOtherwise);
  document.addEventListener("turn:stepped", () => pick(null));
  document.addEventListener("turn:told", ({ detail }) => {
    showOutlook(detail.odds);
    if (detail.fields) pick(null);
    if (detail.remark) announce(detail.remark);
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && picked && pick(null));
  form.addEventListener("change", (event) => {
    const march = event.target.name?.match(/^(moves\.\w+|orders)\.\d+(?=\.)/)?.[0];
    latest = march ? `${march}.to` : latest;
    // A field that was waiting for a county waits no longer when its list was used instead.
    if (picked?.field === event.target.name) pick(null);
    else show();
  });
  if (hand) {
    hand.addEventListener("click", (event) => {
      const card = event.target.closest("[data-card]")?.dataset.card;
      if (!card) return;
      if (picked?.field && !picked.origin && offers(picked.field, card)) layIn(picked.field, card);
      else pick(picked?.card === card ? null : { card });
    });
    const carried = { nameOf, lifted: (card) => pick({ card }), dropped: layIn };
    dragging(hand, { ...carried, cardOf: (target) => target.closest("[data-card]")?.dataset.card });
    dragging(map, {
      ...carried,
      cardOf(target) {
        const county = target.closest(".county")?.dataset.county;
        const zoomed = map.classList.contains("zoomed");
        return !zoomed && data.kind === "plan" && county in data.near ? county : undefined;
      },
    });
  }
  // A button that nobody serves yet would swallow what a quick finger wants.
  for (const button of document.querySelectorAll("[data-card], [data-put]")) button.disabled = false;
  pick(null);
}
