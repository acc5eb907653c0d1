// Saved as you go: on the server, and in this browser for as long as the server cannot be reached.
import { form, say } from "./form.js";
import { show } from "./remarks.js";

const WAIT = 700;
const AGAIN = 8000;
const NOT_TYPED = new Set(["csrfmiddlewaretoken", "seen", "kind", "orders"]);
const status = document.getElementById("saved");
const key = form.dataset.key;
let timer = 0;
let busy = false;
let waiting = false;
let changed = false;
let sending = null;
// A page that shows two answers saves neither until somebody has chosen.
let stopped = Boolean(document.getElementById("overtaken"));
const strict = !document.getElementById("summary").hidden;

function typed() {
  return Object.fromEntries([...new FormData(form)].filter(([name]) => !NOT_TYPED.has(name)));
}

function tell(text, kind = "", link = null) {
  status.textContent = text;
  status.className = `saved ${kind}`;
  if (link) status.append(" ", link);
}

function keepHere() {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), fields: typed() }));
  } catch {
    tell(say("not_kept"), "bad");
  }
}

function forget() {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

// Another window may have signed in again since: its token is the one that counts.
function freshToken() {
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  if (token) form.elements.csrfmiddlewaretoken.value = token;
}

function linkTo(address, words, apart) {
  const link = document.createElement("a");
  link.href = address;
  link.textContent = words;
  if (apart) Object.assign(link, { target: "_blank", rel: "noopener" });
  return link;
}

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

function refused(code, told) {
  keepHere();
  if (code === 409 && told.code === "overtaken") {
    stopped = true;
    const choices = document.createElement("span");
    choices.className = "row";
    choices.append(
      button(say("keep_mine"), () => {
        form.elements.seen.value = told.seen;
        stopped = false;
        save();
      }),
      button(say("show_other"), () => {
        forget();
        changed = false;
        location.assign(form.action);
      }),
    );
    tell(told.message, "bad", choices);
  } else if (code === 401) {
    tell(told.message, "bad", linkTo(form.dataset.signIn, say("sign_in"), true));
  } else if (code === 410) {
    stopped = true;
    tell(told.message, "bad", linkTo(form.action, say("look")));
  } else {
    tell(told.message ?? say("not_saved"), "bad");
  }
}

// What is sealed goes on counting while the form says something else.
function showReceipt(other) {
  const receipt = document.getElementById("receipt");
  if (!receipt) return;
  receipt.classList.toggle("warning", other);
  receipt.classList.toggle("success", !other);
  receipt.querySelector("[data-when-changed]").hidden = !other;
  receipt.querySelector("[data-when-same]").hidden = other;
}

async function ask() {
  freshToken();
  const body = new FormData(form);
  body.delete("orders");
  return fetch(form.dataset.check, { method: "POST", body, headers: { Accept: "application/json" } });
}

export async function save() {
  clearTimeout(timer);
  if (stopped) return;
  if (busy) {
    waiting = true;
    return;
  }
  busy = true;
  try {
    const answer = await ask();
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) {
      changed = waiting;
      forget();
      form.elements.seen.value = told.seen;
      tell(told.message, told.changed ? "" : "good");
      show(told, strict);
      showReceipt(told.changed);
    } else {
      refused(answer.status, told);
    }
  } catch {
    keepHere();
    tell(say("offline"), "bad");
    timer = setTimeout(save, AGAIN);
  }
  busy = false;
  if (sending) {
    const { by } = sending;
    sending = null;
    waiting = false;
    form.requestSubmit(by);
    return;
  }
  if (waiting) {
    waiting = false;
    save();
  }
}

function same(fields) {
  const now = typed();
  return [...new Set([...Object.keys(fields), ...Object.keys(now)])].every((name) => (fields[name] ?? "") === (now[name] ?? ""));
}

// Questions of this game that were asked before are closed: nobody can answer them any more.
function forgetClosed() {
  const [, game] = key.split(" ");
  try {
    for (const other of Object.keys(localStorage)) {
      if (other.startsWith(`turn ${game} `) && other.slice(-1) === key.slice(-1) && other !== key) localStorage.removeItem(other);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function restore() {
  let copy = null;
  try {
    copy = JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return;
  }
  if (!copy) return;
  if (same(copy.fields)) {
    forget();
    return;
  }
  const notice = document.getElementById("restored");
  const time = new Date(copy.at).toLocaleString(document.documentElement.lang);
  notice.querySelector("p").textContent = say("restored", { time });
  notice.hidden = false;
  notice.addEventListener("click", (event) => {
    const choice = event.target.dataset.restore;
    if (!choice) return;
    notice.hidden = true;
    forget();
    if (choice === "keep") fill(copy.fields);
  });
}

function fill(fields) {
  for (const [name, wanted] of Object.entries(fields)) {
    const input = form.elements.namedItem(name);
    if (!input) continue;
    if (input.options && ![...input.options].some((option) => option.value === wanted)) input.add(new Option(wanted, wanted));
    input.value = wanted;
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

export function start() {
  forgetClosed();
  restore();
  form.addEventListener("change", (event) => {
    if (event.target.name === "orders") return;
    changed = true;
    if (!stopped) tell(say("saving"));
    clearTimeout(timer);
    timer = setTimeout(save, WAIT);
  });
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (busy) {
      // Sent when we know what was saved last; else it would look like another window's.
      event.preventDefault();
      sending = { by: event.submitter };
      return;
    }
    freshToken();
    keepHere();
    changed = false;
  });
  window.addEventListener("pagehide", () => changed && keepHere());
  window.addEventListener("online", () => changed && save());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && changed && save());
  document.addEventListener("live:news", () => changed && save());
}
