// The guide through a first turn: a step at a time, with what a bot would say there and why. What a
// step means on a form is the game's: `startGuide` takes its hooks.
import { form, say, value } from "./form.js";

const reasons = document.getElementById("reasons");
let hooks = null;
let guide = null;
let caller = null;
let at = 0;

function steps() {
  return [...guide.querySelectorAll("[data-step]")];
}

export function nameOf(step) {
  return step?.dataset.step ?? "";
}

// What is suggested at a step, by field.
export function fieldsOf(step) {
  return JSON.parse(step.dataset.fields ?? "{}");
}

function part(name) {
  return guide.querySelector(`[data-${name}]`);
}

function mark(step) {
  for (const marked of document.querySelectorAll(".guided")) marked.classList.remove("guided");
  if (!step) return;
  const [first, ...others] = hooks.placesOf(step);
  for (const place of [first, ...others]) place?.classList.add("guided");
  first?.scrollIntoView({ block: "nearest" });
}

function remark(step, words) {
  const place = step.querySelector(".elsewhere");
  place.textContent = words;
  place.hidden = !words;
}

function showButtons(step) {
  const last = !nameOf(step);
  const ending = last ? hooks.ending() : "";
  const barred = last ? "" : hooks.barred(step, steps().slice(0, at).map(nameOf));
  remark(step, ending || barred);
  const had = document.activeElement;
  part("take").hidden = last;
  part("take").disabled = Boolean(barred);
  part("check").hidden = !last;
  for (const tool of guide.querySelectorAll("[data-at-end]")) tool.hidden = !ending;
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
  if (offers) hooks.offer(nameOf(all[at]));
}

// A hand that lays what it likes goes on, and the guide goes with it.
export function follow(name) {
  if (!guide) return;
  const next = steps().findIndex((step) => nameOf(step) === name);
  show(next < 0 ? at + 1 : next, false);
}

function take() {
  const step = steps()[at];
  hooks.lay(nameOf(step), fieldsOf(step));
  show(at + 1);
}

function stop() {
  guide.remove();
  guide = null;
  mark(null);
  hooks.offer("");
  if (location.search) history.replaceState(null, "", location.pathname);
  (caller?.isConnected ? caller : document.getElementById("mat")).focus();
}

function pressed({ target }) {
  if (target.closest("[data-take]")) take();
  else if (target.closest("[data-next]")) show(at + 1);
  else if (target.closest("[data-back]")) show(at - 1);
  else if (target.closest("[data-stop]")) stop();
  else hooks.pressed(target);
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
    hooks.announce(say("no_guide"));
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

function line({ title, line: words, anchor, name, value: choice }) {
  const made = document.createElement("li");
  const link = document.createElement("a");
  Object.assign(link, { href: `#${anchor}`, textContent: title });
  made.append(link, `: ${words}`);
  Object.assign(made.dataset, { name, choice });
  return made;
}

function showReasons(lines) {
  reasons.querySelector("ul").replaceChildren(...lines.map(line));
  reasons.hidden = false;
  reasons.scrollIntoView({ block: "nearest" });
}

// A reason is about what was suggested; something else has none.
function hideOld() {
  for (const one of reasons.querySelectorAll("li[data-choice]")) {
    one.hidden = Boolean(one.dataset.choice) && value(one.dataset.name) !== one.dataset.choice;
  }
}

function clicked(event) {
  const link = event.target.closest("[data-guide], [data-suggest]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if ("guide" in link.dataset) bring(link);
  else suggest();
}

// Of the hooks `placesOf(step)` gives what is outlined, the place on the form first; `barred(step, before)` why what
// is suggested cannot be laid now; `ending()` what is still to be done at the end, for which `pressed` has buttons;
// `lay(name, fields)` lays it, `offer(name)` makes ready for it, `announce(words)` says something.
export function startGuide(of) {
  if (!reasons) return;
  hooks = of;
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && guide && !document.querySelector("dialog[open]")) stop();
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
