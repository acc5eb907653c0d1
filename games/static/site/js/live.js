// Says on an open page that something happened: by a stream of server-sent events, else by asking.
// A page with [data-fresh] shows it, too, unless somebody is writing on it.
import { reload } from "./messages.js";

const ASK_EVERY = 20_000;
// A refused stream is tried again soon, then less and less often: mostly the page that was left for this one
// still has its place.
const AGAIN_FIRST = 3_000;
const AGAIN_LAST = 60_000;

const region = document.querySelector("[data-live]");
const places = [...(region?.querySelectorAll("[data-game]") ?? [])];

function address(path, games) {
  const url = new URL(path, location.origin);
  for (const place of games) url.searchParams.append("game", place.dataset.game);
  if (region.dataset.invite) url.searchParams.append("invite", region.dataset.invite);
  if (games.length && region.dataset.talk) url.searchParams.append("talk", region.dataset.talk);
  return url;
}

function closer(place) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = "×";
  button.setAttribute("aria-label", region.dataset.close);
  button.addEventListener("click", () => {
    // What was read is no news any more.
    [place.dataset.seq] = place.dataset.pulse.split("-");
    place.replaceChildren();
  });
  return button;
}

function named(text, name) {
  const content = document.createElement("div");
  content.innerHTML = text;
  if (name) {
    const heading = document.createElement("strong");
    heading.textContent = name;
    content.prepend(heading);
  }
  return content;
}

// Whether a new page would take something away that somebody has typed or is about to type.
function writing() {
  const fields = [...document.querySelectorAll("main :is(input, textarea):not([readonly], [type=hidden])")];
  return fields.some((field) => field.value !== field.defaultValue || field === document.activeElement);
}

function renewed(was, now) {
  if (!document.querySelector("[data-fresh]") || writing()) return false;
  const [before, after] = [was, now].map((pulse) => pulse.split("-")[1]);
  // A table that fills and one that is played are different pages.
  if (before !== after && before === "lobby") reload();
  else document.body.dispatchEvent(new CustomEvent("live:fresh"));
  return true;
}

async function tell(place, fresh) {
  const url = address(place.dataset.news, []);
  url.searchParams.set("since", place.dataset.seq);
  if (fresh) url.searchParams.set("fresh", "yes");
  const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
  if (!answer.ok) throw new Error(answer.statusText);
  asked(place, answer.headers);
  const text = (await answer.text()).trim();
  if (!text) return;
  place.replaceChildren(named(text, place.dataset.name), closer(place));
  // Other modules of the page may want to know, such as a form that shows whether its chapter is over.
  place.dispatchEvent(new CustomEvent("live:news", { bubbles: true }));
}

// What the game wants of the reader now, for whoever shows it.
function asked(place, headers) {
  const detail = { waiting: headers.get("X-Waiting"), turn: headers.get("X-My-Turn"), everywhere: Boolean(place.dataset.name) };
  document.body.dispatchEvent(new CustomEvent("live:asked", { detail }));
}

// Somebody spoke: what shows the talk asks for it.
function spoke(newest) {
  if (!(Number(newest) > Number(region.dataset.said))) return;
  region.dataset.said = newest;
  document.body.dispatchEvent(new CustomEvent("live:talk"));
}

// And asks again if more was said while it was asking.
function caughtUp() {
  const shown = document.querySelector(".poll")?.dataset.last;
  if (Number(shown) < Number(region.dataset.said)) document.body.dispatchEvent(new CustomEvent("live:talk"));
}

function heard(pulses) {
  for (const place of places) {
    spoke(pulses[`${place.dataset.game}/${region.dataset.talk}`]);
    const pulse = pulses[place.dataset.game];
    if (pulse === undefined || pulse === place.dataset.pulse) continue;
    const was = place.dataset.pulse;
    const fresh = renewed(was, pulse);
    place.dataset.pulse = pulse;
    // Without a line nothing was shown: whoever hears of it next tells it.
    tell(place, fresh).catch(() => {
      if (place.dataset.pulse === pulse) place.dataset.pulse = was;
    });
  }
}

function ask() {
  fetch(address(region.dataset.ask, places))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .then(heard)
    .catch(() => undefined);
}

let again = AGAIN_FIRST;

function listen() {
  let asking = 0;
  const stream = new EventSource(address(region.dataset.stream, places));
  stream.addEventListener("pulse", (event) => heard(JSON.parse(event.data)));
  stream.addEventListener("open", () => {
    clearInterval(asking);
    again = AGAIN_FIRST;
  });
  stream.addEventListener("error", () => {
    clearInterval(asking);
    asking = setInterval(ask, ASK_EVERY);
    // A refused stream is closed for good; one that broke off comes back by itself.
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      clearInterval(asking);
      listen();
    }, again);
    again = Math.min(again * 2, AGAIN_LAST);
    ask();
  });
}

// Not before the whole page listens: what htmx has not looked at yet would miss its call.
if (places.length) {
  if (document.readyState === "complete") listen();
  else addEventListener("load", listen, { once: true });
}
if (region?.dataset.talk) document.addEventListener("htmx:afterSettle", caughtUp);
