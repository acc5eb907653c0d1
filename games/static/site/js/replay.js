// The replay: steps, plays and pauses without loading the page again, and keeps the address right.
// What only some games have, a map or a tower, is painted by those who listen to "replay:moment"; what takes time before it
// is decided is shown by those who listen to "replay:stage", and waited for.
import { intoSight } from "./strips.js";
import { paintScore } from "./replay_score.js";
import { Tape } from "./replay_tape.js";

const RETRY_MS = 3000;
const REMEMBER_MS = 250;
const root = document.querySelector("[data-replay]");
const part = (name) => root.querySelector(`[data-${name}]`);
const links = [...document.querySelectorAll("[data-chapter]")];
const tape = new Tape(
  links.map((link) => ({
    number: Number(link.dataset.chapter),
    first: Number(link.dataset.first),
    last: Number(link.dataset.last),
    address: link.dataset.frames,
    report: link.dataset.report,
    title: link.textContent,
    link,
  })),
);
const slider = part("slider");
const button = part("play");

// A file on disk: everything is in the page, and only the end of its address may change.
const alone = root.hasAttribute("data-alone");

// A show runs by itself from one stop to the next, and becomes an ordinary replay when somebody takes over.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let stops = root.dataset.stops?.split(" ").map((stop) => {
  const [seq, ms] = stop.split(":").map(Number);
  return { seq, ms };
}) ?? null;

let at = named() ?? Number(root.dataset.at);
let playing = false;
let timer = 0;
let asked = 0; // the newest wish wins when answers come out of order
let remembering = 0;
let shown = null;

// The event that the end of the address names, if it does.
function named() {
  const match = alone && /^#at-([1-9]\d{0,8})$/.exec(location.hash);
  return match ? Number(match[1]) : null;
}

function address(seq) {
  const here = new URL(location.href);
  if (alone) {
    here.hash = `at-${seq}`;
    return here;
  }
  here.searchParams.set("at", seq);
  here.hash = "";
  return here;
}

// Browsers allow only so many changes of the address, and nobody reads it while it runs.
// Whoever has followed a link meanwhile is led nowhere else.
function remember() {
  clearTimeout(remembering);
  const place = location.hash;
  const note = () => location.hash === place && history.replaceState(null, "", address(at));
  if (!playing) remembering = setTimeout(note, REMEMBER_MS);
}

function paintStanding(moment) {
  for (const cell of root.querySelectorAll("[data-figure]")) {
    const value = moment.standing[cell.dataset.figure][cell.dataset.colour];
    const text = value === undefined ? "" : String(value);
    cell.classList.toggle("changed", Boolean(shown) && cell.textContent !== text);
    cell.textContent = text;
  }
}

function paintWords(moment) {
  const { frame, chapter } = moment;
  part("told").textContent = frame.sentence;
  part("where").textContent = part("where").dataset.words.replace("{seq}", frame.seq).replace("{last}", tape.last);
  const report = new URL(chapter.report, location.href);
  report.hash = `e${frame.seq}`;
  part("report-link").href = report;
  document.querySelector("[data-title]").textContent = chapter.title;
  for (const { link, number } of tape.chapters) {
    if (number !== chapter.number) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current") || !shown) {
      link.setAttribute("aria-current", "true");
      intoSight(link);
    }
  }
}

function paintControls(moment) {
  const { chapter } = moment;
  Object.assign(slider, { min: chapter.first, max: chapter.last });
  slider.value = at;
  slider.setAttribute("aria-valuetext", moment.frame.sentence);
  const goals = { first: 1, previous: Math.max(1, at - 1), next: Math.min(tape.last, at + 1), last: tape.last };
  for (const link of root.querySelectorAll("[data-go]")) link.href = address(goals[link.dataset.go]);
  part("now").setAttribute("aria-live", playing ? "off" : "polite"); // nobody can listen that fast
  button.setAttribute("aria-label", playing ? button.dataset.wordsPause : button.dataset.wordsPlay);
  button.querySelector('[data-icon="play"]').toggleAttribute("hidden", playing);
  button.querySelector('[data-icon="pause"]').toggleAttribute("hidden", !playing);
}

function paint(moment) {
  paintStanding(moment);
  root.dispatchEvent(new CustomEvent("replay:moment", { detail: { moment, before: shown, playing } }));
  paintScore(part("scored"), moment, playing);
  paintWords(moment);
  paintControls(moment);
  shown = moment;
}

// What leads to a moment is on the stage until it rests, beside what was to be seen before it. It takes half the time.
async function staged(moment, span, wish) {
  const rests = [];
  root.dispatchEvent(new CustomEvent("replay:stage", { detail: { moment, playing, most: span / 2, rests } }));
  if (!rests.length) return;
  const eve = await tape.eve(moment);
  if (wish !== asked) return;
  if (eve) {
    at = eve.frame.seq;
    paint(eve);
  }
  await Promise.all(rests);
}

async function go(seq) {
  const wish = ++asked;
  clearTimeout(timer);
  const goal = Math.min(Math.max(seq, 1), tape.last);
  try {
    const moment = await tape.at(goal);
    if (wish !== asked) return;
    part("trouble").textContent = "";
    const span = playing ? pause(moment) : Infinity;
    const begun = performance.now();
    await staged(moment, span, wish);
    if (wish !== asked) return;
    at = goal;
    if (following() === null) stop();
    remember();
    paint(moment);
    if (playing) timer = setTimeout(() => go(following()), span - (performance.now() - begun));
  } catch {
    if (wish !== asked) return;
    part("trouble").textContent = part("trouble").dataset.words;
    if (playing) timer = setTimeout(() => go(goal), RETRY_MS);
  }
}

// Where it goes on by itself; nowhere at the end.
function following(from = at) {
  if (stops) return stops.find(({ seq }) => seq > from)?.seq ?? null;
  return from === tape.last ? null : from + 1;
}

// A show that is over, or left, leads on: to what its reader has not read, or has to do next.
function stop() {
  playing = false;
  if (!stops) return;
  stops = null;
  const [skip, onward] = [part("skip"), part("onward")];
  onward.hidden = false;
  if (document.activeElement === skip) onward.focus();
  skip.hidden = true;
}

// A throw needs time to fall, what only leads on needs hardly any.
function pause(moment) {
  if (stops) {
    const here = moment.frame.seq;
    tape.moments(tape.chapter(following(here) ?? here)).catch(() => undefined); // in time for the next stop
    return stops.find(({ seq }) => seq === here)?.ms ?? stops[0].ms;
  }
  const speed = Number(part("speed").value);
  if (moment.frame.throw) return speed * 1.6;
  return moment.frame.small ? speed / 4 : speed;
}

function toggle() {
  playing = !playing;
  if (playing) go(following() ?? 1);
  else {
    clearTimeout(timer);
    asked += 1;
    remember();
    if (shown) paintControls(shown);
  }
}

// By hand, event by event.
function step(seq) {
  stop();
  go(seq);
}

const keys = { ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(1), End: () => step(tape.last) };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === " " && !event.target.closest("a, button, summary, [tabindex]")) toggle();
  else if (keys[event.key] && !event.target.closest(".scroll")) keys[event.key]();
  else return;
  event.preventDefault();
});
root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const goals = { first: 1, previous: at - 1, next: at + 1, last: tape.last };
  step(goals[link.dataset.go]);
});
for (const { link, first } of tape.chapters) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(first);
  });
}
window.addEventListener("hashchange", () => {
  if (named() === null) return;
  go(named());
  root.scrollIntoView();
});
slider.addEventListener("input", () => step(Number(slider.value)));
button.addEventListener("click", toggle);

button.hidden = false;
slider.hidden = false;
part("settings").hidden = false;
playing = Boolean(stops) && !calm.matches;
go(at);
