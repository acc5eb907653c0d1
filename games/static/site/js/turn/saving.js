// Saved as you go: on the server, and in this browser for as long as the server cannot be reached.
import { clock } from "../clock.js";
import { ask, freshToken } from "./requests.js";
import { form, say } from "./form.js";
import { offerLeftOver } from "./left_over.js";
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
// Whether there is anything on this page that somebody has written: here, or before and saved.
let begun = status.textContent.trim() !== "";
let sending = null;
let handedIn = false;
// A page that shows two answers saves neither until somebody has chosen.
let stopped = Boolean(document.getElementById("overtaken"));
// The form as it was when it was last touched.
let before = "";
const strict = "checked" in form.dataset;

function typed() {
  return Object.fromEntries([...new FormData(form)].filter(([name]) => !NOT_TYPED.has(name)));
}

function tell(text, kind = "", link = null) {
  status.textContent = text;
  status.className = `saved ${kind}`;
  if (link) status.append(" ", link);
}

// With what it takes to show it again when its question is closed.
function keepHere() {
  const copy = { at: Date.now(), fields: typed(), kind: form.elements.kind.value, action: form.action, check: form.dataset.check };
  try {
    localStorage.setItem(key, JSON.stringify(copy));
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

function linkTo(address, words) {
  const link = document.createElement("a");
  link.textContent = words;
  return Object.assign(link, { href: address, target: "_blank", rel: "noopener" });
}

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

// Leads to what happened by sending the form along, so that what it says is shown there.
function showIt() {
  const made = button(say("look"), () => undefined);
  return Object.assign(made, { type: "submit", name: "act", value: "show" });
}

function over(why, counted) {
  stopped = true;
  if (counted) forget();
  tell(why, "bad", showIt());
}

function refused(code, told) {
  keepHere();
  const why = told.message ?? say("not_saved");
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
    tell(why, "bad", choices);
  } else if (code === 401 || told.code === "old_link") {
    tell(why, "bad", linkTo(form.dataset.signIn, say("sign_in")));
  } else if (told.code === "over") {
    over(why, told.counted);
  } else {
    tell(why, "bad");
    // A server that is busy, or ill, is asked again; one that says no is not.
    if (code === 429 || code >= 500) timer = setTimeout(save, AGAIN);
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

function written() {
  const body = new FormData(form);
  body.delete("orders");
  return body;
}

// Something happened: what is saved on the server is gone with its question, so it is kept here.
async function look() {
  if (!begun || stopped) return;
  const body = written();
  body.set("asked", "yes");
  const told = await ask(form.dataset.check, body).then((answer) => answer.json()).catch(() => ({}));
  if (told.code !== "over") return;
  keepHere();
  over(told.message, told.counted);
}

export async function save() {
  clearTimeout(timer);
  if (stopped) return;
  if (busy) {
    waiting = true;
    return;
  }
  busy = true;
  const sent = before;
  try {
    const answer = await ask(form.dataset.check, written());
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) {
      // What was typed while the answer was on its way is on no server yet, and is not called saved.
      changed = before !== sent;
      forget();
      form.elements.seen.value = told.seen;
      if (!changed) tell(told.message, told.changed ? "" : "good");
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
  const time = clock().format(copy.at);
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
    if (!input || input.value === wanted) continue;
    if (input.options && ![...input.options].some((option) => option.value === wanted)) input.add(new Option(wanted, wanted));
    input.value = wanted;
    // A list grows as it is filled: its next row is there when its next field comes.
    // Radio buttons of one name are a list, which no event can be sent to.
    (input.dispatchEvent ? input : input[0]).dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function touched(event) {
  if (!event.target.name || event.target.name === "orders") return;
  // A number is told of as it is typed, and again when its field is left.
  const now = JSON.stringify(typed());
  if (now === before) return;
  before = now;
  changed = true;
  begun = true;
  if (stopped) return;
  tell(say("saving"));
  clearTimeout(timer);
  timer = setTimeout(save, WAIT);
}

export function start() {
  offerLeftOver(key);
  restore();
  before = JSON.stringify(typed());
  form.addEventListener("change", touched);
  // A number is typed sign by sign, and who leaves the page may not have left its field.
  form.addEventListener("input", touched);
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (busy) {
      // Sent when we know what was saved last; else it would look like another window's.
      event.preventDefault();
      sending = { by: event.submitter };
      return;
    }
    const reads = event.submitter?.value === "read";
    if (reads && changed && !stopped && !handedIn) {
      // A text is laid over the form and changes it: what was typed is saved before, once, so that
      // nothing of it is only here and has to be offered again.
      event.preventDefault();
      handedIn = true;
      sending = { by: event.submitter };
      save();
      return;
    }
    freshToken();
    if (changed || !reads) keepHere();
    changed = false;
  });
  window.addEventListener("pagehide", () => changed && keepHere());
  window.addEventListener("online", () => changed && save());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && changed && save());
  document.addEventListener("live:news", () => (changed ? save() : look()));
}
