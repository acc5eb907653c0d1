// The guide through the first plan: a box at a time, with what a bot would lay there and why.
import { data, field, form, label, put, say, typed, value } from "../../../../site/js/turn/form.js";
import { actionOf, boxes, boxOf, countyOnMap, isCounty, lay } from "./boxes.js";
import { announce, offer } from "./picking.js";

const reasons = document.getElementById("reasons");
let guide = null;
let caller = null;
let at = 0;

function steps() {
  return [...guide.querySelectorAll("[data-step]")];
}

function nameOf(step) {
  return step?.dataset.step ?? "";
}

function part(name) {
  return guide.querySelector(`[data-${name}]`);
}

// The box of a step on the mat; what is ranked has a box of its own.
function boxNamed(name) {
  if (!name) return null;
  return form.querySelector(`[data-box="${name}"]`) ?? form.querySelector(`[data-ranked="${name}"]`)?.closest(".box");
}

function mark(step) {
  for (const marked of document.querySelectorAll(".guided")) marked.classList.remove("guided");
  const box = boxNamed(nameOf(step));
  box?.classList.add("guided");
  box?.scrollIntoView({ block: "nearest" });
  for (const county of (step?.dataset.spots ?? "").split(" ").filter(Boolean)) countyOnMap(county)?.classList.add("guided");
}

function emptyBoxes() {
  return boxes.filter((name) => !value(name) && field(name).options.length > 1);
}

// A card that lies in a box of before is not taken away from there; boxes to come have suggestions of their own.
function elsewhere(step) {
  const card = JSON.parse(step.dataset.fields ?? "{}")[nameOf(step)];
  const box = card && isCounty(card) ? boxOf(card) : undefined;
  const before = steps().slice(0, at).some((one) => nameOf(one) === box);
  return box && before ? say("elsewhere", { card: data.names[card], box: label(box) }) : "";
}

function remark(step, words) {
  const place = step.querySelector(".elsewhere");
  place.textContent = words;
  place.hidden = !words;
}

function showButtons(step) {
  const last = !nameOf(step);
  const empty = last ? emptyBoxes() : [];
  const used = last ? "" : elsewhere(step);
  remark(step, last && empty.length ? say("no_card_yet", { boxes: empty.map(label).join(", ") }) : used);
  const had = document.activeElement;
  part("take").hidden = last;
  part("take").disabled = Boolean(used);
  part("check").hidden = !last;
  part("coins").hidden = !empty.length;
  part("next").hidden = last;
  part("back").disabled = at === 0;
  // A hand at the keyboard goes on where it was, or at the button that has come in its place.
  if (guide.contains(had) && (had.hidden || had.disabled)) (last ? part("check") : part("next")).focus();
}

function show(next, offers = true) {
  const all = steps();
  at = Math.max(0, Math.min(next, all.length - 1));
  all.forEach((step, place) => step.classList.toggle("now", place === at));
  guide.querySelector("ol").scrollTop = 0;
  mark(all[at]);
  showButtons(all[at]);
  if (offers) offer(boxes.includes(nameOf(all[at])) ? nameOf(all[at]) : "");
}

// Lays what is suggested for one box, with its orders, and nothing else.
function take() {
  const step = steps()[at];
  const name = nameOf(step);
  const fields = JSON.parse(step.dataset.fields);
  const starts = boxes.includes(name) ? `moves.${actionOf(name)}.` : `${name}.`;
  for (const old of Object.keys(typed())) if (old.startsWith(starts) && !(old in fields)) put(old, "");
  for (const [one, wanted] of Object.entries(fields)) {
    if (boxes.includes(one)) lay(one, wanted);
    else put(one, wanted);
  }
  show(at + 1);
}

function stop() {
  guide.remove();
  guide = null;
  mark(null);
  offer("");
  if (location.search) history.replaceState(null, "", location.pathname);
  (caller?.isConnected ? caller : document.getElementById("mat")).focus();
}

function pressed(event) {
  const { target } = event;
  if (target.closest("[data-take]")) take();
  else if (target.closest("[data-next]")) show(at + 1);
  else if (target.closest("[data-back]")) show(at - 1);
  else if (target.closest("[data-stop]")) stop();
  else if (target.closest("[data-coins]")) form.querySelector(".tools [value=coins]").click();
}

function begin(section, by = null) {
  guide = section;
  caller = by;
  guide.addEventListener("click", pressed);
  document.getElementById("plan-map").scrollIntoView();
  show(0);
  guide.focus({ preventScroll: true });
}

// The page with the guide is asked for; this one stays as it is, with all that is typed in it.
async function bring(link) {
  if (guide) {
    guide.focus();
    return;
  }
  const answered = await fetch(link.href).then((answer) => answer.text()).catch(() => null);
  if (answered === null) {
    announce(say("no_guide"));
    return;
  }
  const page = new DOMParser().parseFromString(answered, "text/html");
  const section = page.getElementById("guide");
  if (section) {
    form.before(document.adoptNode(section));
    begin(section, link);
  } else {
    // The server has something else to say: whoever asked is signed out, or the question is closed.
    location.assign(link.href);
  }
}

function suggest() {
  form.querySelector(".tools [value=suggest]").click();
}

function line({ title, line: words, anchor, name, value: card }) {
  const made = document.createElement("li");
  const link = document.createElement("a");
  Object.assign(link, { href: `#${anchor}`, textContent: title });
  made.append(link, `: ${words}`);
  Object.assign(made.dataset, { name, card });
  return made;
}

function showReasons(lines) {
  reasons.querySelector("ul").replaceChildren(...lines.map(line));
  reasons.hidden = false;
  reasons.scrollIntoView({ block: "nearest" });
}

// A reason is about the card that was suggested; another card has none.
function hideOld() {
  for (const one of reasons.querySelectorAll("li[data-card]")) {
    one.hidden = Boolean(one.dataset.card) && value(one.dataset.name) !== one.dataset.card;
  }
}

function clicked(event) {
  const link = event.target.closest("[data-guide], [data-suggest]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if ("guide" in link.dataset) bring(link);
  else suggest();
}

export function start() {
  if (!reasons) return;
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && guide && !document.querySelector("dialog[open]")) stop();
  });
  // A hand that lays what it likes goes on, and the guide goes with it.
  document.addEventListener("turn:offered", ({ detail }) => {
    const next = guide ? steps().findIndex((step) => nameOf(step) === detail) : -1;
    if (guide) show(next < 0 ? at + 1 : next, false);
  });
  form.addEventListener("change", () => {
    hideOld();
    if (guide) showButtons(steps()[at]);
  });
  document.addEventListener("turn:told", ({ detail }) => {
    if (detail.reasons) showReasons(detail.reasons);
  });
  const asked = document.getElementById("guide");
  if (!asked) return;
  if ("lays" in asked.dataset) {
    asked.remove();
    history.replaceState(null, "", location.pathname);
    suggest();
  } else {
    begin(asked, document.querySelector(".tools [data-guide]"));
  }
}
