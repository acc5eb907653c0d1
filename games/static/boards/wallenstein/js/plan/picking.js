// Laying cards: a county and then a box, a box and then a county, or dragged from one to the other.
import { data, field, form, label, offers, put, say, value } from "../../../../site/js/turn/form.js";
import { actionOf, boxes, boxOf, countyOnMap, isCounty, lay, orderLists, rowsOf } from "./boxes.js";

const SLIP = 8;
const HOLD_MS = 350;
const COIN = "coin";
const MAPLESS = new Set(["position", "draft_group"]);
const told = document.getElementById("picked");
let picked = null;

// What is in the player's hand: a card, or a field that waits for a county.
function pick(next) {
  picked = next;
  told.classList.toggle("full", Boolean(picked));
  told.querySelector("span").textContent = sentence();
  told.querySelector("[data-unpick]").hidden = !picked;
  show();
}

function sentence() {
  if (!picked && !boxes.length) return MAPLESS.has(data.kind) ? "" : say("begin_otherwise");
  if (!picked) return say("begin");
  if (picked.card) return say("card_then_box", { card: described(picked.card) });
  if (picked.origin) return say("march_from", { county: nameOf(picked.origin), box: label(picked.box ?? picked.field) });
  return say("box_then_county", { box: label(picked.field) });
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
    button.textContent = picked?.card ? say("put_here", { card: nameOf(picked.card) }) : say("from_map");
    button.setAttribute("aria-pressed", String(waits));
    button.closest("[data-box]").classList.toggle("waits", waits);
    button.closest("[data-box]").classList.toggle("takes", Boolean(picked?.card && offers(name, picked.card)));
  }
  for (const county of document.querySelectorAll(".map .county")) {
    const id = county.dataset.county;
    county.classList.toggle("chosen", picked?.card === id || picked?.origin === id);
    county.classList.toggle("laid", Boolean(boxOf(id)));
    county.classList.toggle("reachable", Boolean(picked?.origin && data.near[picked.origin]?.includes(id)));
  }
}

function layIn(name, card) {
  if (!offers(name, card)) return;
  lay(name, card);
  const action = actionOf(name);
  const list = orderLists().find((found) => found.name === `moves.${action}`);
  // Armies want to know where they march as soon as they have a place to march from.
  if (list?.origin) {
    list.list.open = true;
    pick({ field: firstBlank(list.list), origin: list.origin, box: name });
  } else {
    pick(null);
  }
}

function firstBlank(list) {
  const rows = rowsOf(list);
  return `${(rows.find(({ name }) => !value(`${name}.to`)) ?? rows[0]).name}.to`;
}

function onCounty(county) {
  if (picked?.field && offers(picked.field, county) && county !== picked.origin) {
    const { field: name, origin } = picked;
    if (origin) {
      put(name, county);
      pick(null);
    } else {
      layIn(name, county);
    }
    return;
  }
  const ranking = form.querySelector("[data-ranking]");
  if (boxes.length && county in data.near) pick({ card: county });
  else if (data.kind === "move") chooseTarget(county);
  else if (offers("take", county)) put("take", county);
  else if (ranking && !boxes.length) rank(ranking, county);
  else told.querySelector("span").textContent = notMine(county);
}

// Nothing of mine: where cards are laid say why it does nothing, elsewhere at least what it is.
function notMine(county) {
  if (boxes.length && !picked?.origin && isCounty(county)) return say("not_yours", { county: nameOf(county) });
  return countyOnMap(county)?.getAttribute("aria-label") ?? "";
}

function chooseTarget(county) {
  const name = firstBlank(form.querySelector("[data-orders]"));
  if (offers(name, county)) put(name, county);
}

function rank(list, county) {
  const selects = [...list.querySelectorAll("select")];
  const before = selects.find((select) => select.value === county);
  const blank = selects.find((select) => !select.value);
  if (before) put(before.name, "");
  else if (blank && offers(blank.name, county)) put(blank.name, county);
}

function dragging(source, cardOf) {
  let grip = null;
  const let_go = () => {
    clearTimeout(grip?.timer);
    grip?.ghost?.remove();
    for (const box of form.querySelectorAll(".over")) box.classList.remove("over");
    grip = null;
  };
  const lift = () => {
    grip.ghost = document.createElement("div");
    grip.ghost.className = "ghost";
    grip.ghost.textContent = nameOf(grip.card);
    document.body.append(grip.ghost);
    pick({ card: grip.card });
    follow(grip);
  };
  source.addEventListener("pointerdown", (event) => {
    const card = cardOf(event.target);
    if (!card || event.button || !event.isPrimary) return;
    const touch = event.pointerType === "touch";
    if (touch && !event.target.closest("[data-card]")) return; // a finger on the map moves the map
    grip = { card, x: event.clientX, y: event.clientY, touch, id: event.pointerId };
    if (touch) grip.timer = setTimeout(lift, HOLD_MS);
  });
  document.addEventListener("pointermove", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > SLIP;
    if (!grip.ghost && far && grip.touch) return let_go();
    if (!grip.ghost && !far) return;
    grip.x = event.clientX;
    grip.y = event.clientY;
    if (!grip.ghost) lift();
    follow(grip);
  });
  document.addEventListener("pointerup", (event) => {
    if (grip?.ghost && event.pointerId === grip.id) {
      const box = boxUnder(event.clientX, event.clientY);
      if (box) layIn(box.dataset.box, grip.card);
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
    }
    let_go();
  });
  document.addEventListener("pointercancel", let_go);
  source.addEventListener("touchmove", (event) => grip?.ghost && event.preventDefault(), { passive: false });
}

// The click that ends a drag is not meant for what lies below.
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

function boxUnder(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-box]");
}

function follow({ ghost, x, y }) {
  ghost.style.left = `${x}px`;
  ghost.style.top = `${y}px`;
  const over = boxUnder(x, y);
  for (const box of form.querySelectorAll("[data-box]")) box.classList.toggle("over", box === over);
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
      else pick(picked?.field === name ? null : { field: name });
    });
  }
  form.addEventListener("click", (event) => {
    const box = event.target.closest("[data-box]");
    if (!box || !picked?.card || event.target.closest("button, select, input, a, summary")) return;
    event.preventDefault(); // a label would move on to its list
    layIn(box.dataset.box, picked.card);
  });
  told.querySelector("[data-unpick]").addEventListener("click", () => pick(null));
  document.addEventListener("keydown", (event) => event.key === "Escape" && picked && pick(null));
  form.addEventListener("change", (event) => {
    // A field that was waiting for a county waits no longer when its list was used instead.
    if (picked?.field === event.target.name) pick(null);
    else show();
  });
  if (hand) {
    hand.addEventListener("click", (event) => {
      const card = event.target.closest("[data-card]")?.dataset.card;
      if (!card) return;
      if (picked?.field && !picked.origin) layIn(picked.field, card);
      else pick(picked?.card === card ? null : { card });
    });
    dragging(hand, (target) => target.closest("[data-card]")?.dataset.card);
    dragging(map, (target) => {
      const county = target.closest(".county")?.dataset.county;
      const zoomed = map.classList.contains("zoomed");
      return !zoomed && data.kind === "plan" && county in data.near ? county : undefined;
    });
  }
  // A button that nobody serves yet would swallow what a quick finger wants.
  for (const button of document.querySelectorAll("[data-card], [data-put]")) button.disabled = false;
  pick(null);
}
