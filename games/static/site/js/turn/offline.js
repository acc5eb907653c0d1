// Ready and Check without a connection: no error page of the browser. An answer that is ready is kept with its salt
// and sealed when the connection is back: by this page while it is open, else by the next one (sealed_later.js).
import { ask, heard } from "./requests.js";
import { drawn } from "../drawn_salt.js";
import { drop, keep } from "../ready_store.js";
import { field, form, label, say, value } from "./form.js";
import { save } from "./saving.js";

const PATIENCE = 8_000;
const JUST_NOW = 2_000;
const AGAIN = 5_000;
const NOT_KEPT = new Set(["csrfmiddlewaretoken", "orders"]);
const { key, person } = form.dataset;
const place = document.getElementById("ready-later");
let asking = false;
let reached = false;
let waiting = null;
// What was kept, to tell whether the form still says it.
let snapshot = "";
let timer = 0;

// Any answer will do: what it says is for the form itself to find out.
async function reachable() {
  if (!navigator.onLine) return false;
  const body = new FormData();
  body.set("asked", "yes");
  const late = new Promise((_, no) => setTimeout(no, PATIENCE));
  return Promise.race([ask(form.dataset.check, body), late]).then(() => true).catch(() => false);
}

function tell(text) {
  place.textContent = text;
  place.hidden = !text;
}

function send(by) {
  reached = true;
  form.requestSubmit(by);
}

function written() {
  return [...new FormData(form)].filter(([name]) => !NOT_KEPT.has(name));
}

// So that another page can send it if this one is closed.
function hold(by) {
  const fields = written();
  form.dataset.salt ??= drawn();
  waiting = by;
  snapshot = JSON.stringify(fields);
  try {
    keep(person, key, { action: form.action, fields, salt: form.dataset.salt, title: document.querySelector("h1").textContent });
    tell(say("ready_later"));
  } catch {
    tell(say("not_kept"));
  }
  clearInterval(timer);
  timer = setInterval(again, AGAIN);
}

// What must be said and is not, by the names its reader knows; the rest only the server can tell.
function unsaid() {
  const names = [...form.querySelectorAll("[data-must]")].map((box) => box.dataset.must);
  return names.filter((name) => !value(name) && field(name).options.length > 1).map(label);
}

function holdIfWhole(by) {
  const empty = unsaid();
  if (empty.length) tell(say("not_ready", { fields: empty.join(", ") }));
  else hold(by);
}

function letGo() {
  clearInterval(timer);
  drop(person, key);
  const by = waiting;
  waiting = null;
  return by;
}

async function again() {
  if (!waiting || asking) return;
  asking = true;
  const there = await reachable();
  asking = false;
  if (there && waiting) send(letGo());
}

async function tried(by) {
  asking = true;
  by.setAttribute("aria-busy", "true");
  const there = await reachable();
  by.removeAttribute("aria-busy");
  asking = false;
  if (there) {
    send(by);
    return;
  }
  if (by.value === "ready") holdIfWhole(by);
  else tell(say("check_later"));
  // Kept here, and saved as soon as that is possible.
  save();
}

// Between the form, which may wait for what it saves, and the document, where a form is let out once (once.js).
document.getElementById("main").addEventListener("submit", (event) => {
  const by = event.submitter;
  if (event.target !== form || event.defaultPrevented || !["ready", "check"].includes(by?.value)) return;
  // Let out where it is known to arrive. A form cannot be sent again while its event is under way, so no promise here.
  if (reached || (navigator.onLine && heard(JUST_NOW))) {
    reached = false;
    return;
  }
  event.preventDefault();
  if (!asking) tried(by);
});
addEventListener("online", again);
form.addEventListener("change", () => {
  if (!waiting || JSON.stringify(written()) === snapshot) return;
  letGo();
  delete form.dataset.salt;
  tell(say("ready_no_more"));
});
// Back from another page by the browser's own button: nothing is on its way any more.
addEventListener("pageshow", () => {
  asking = false;
  reached = false;
});
