// Saved as you go: on the server, and in this browser for as long as the server cannot be reached.
import { clock } from "../clock.js";
import { ask, freshToken } from "./requests.js";
import { fill, form, say, typed } from "./form.js";
import { offerLeftOver } from "./left_over.js";
import { forgetLegal, show } from "./remarks.js";

const WAIT = 700;
const AGAIN = 8000;
const status = document.getElementById("saved");
const key = form.dataset.key;
let timer = 0;
let busy = false;
// What is to be done when the answer that is on its way is here: save again, or a tool by its name.
let waiting = "";
let changed = false;
// Whether there is anything on this page that somebody has written: here, or before and saved.
let begun = status.textContent.trim() !== "";
let sending = null;
let handedIn = false;
// A page that shows two answers saves neither until somebody has chosen.
let stopped = Boolean(document.getElementById("overtaken"));
// The form as it was when it was last touched.
let before = "";
// The form as the server has it, by its own word.
let acknowledged = "";
const strict = "checked" in form.dataset;
// Whether somebody has asked what is wrong with it; nobody has about what a tool has just laid.
let asked = strict;

function tell(text, kind = "", link = null) {
  status.textContent = text;
  status.className = `saved ${kind}`;
  if (link) status.append(" ", link);
}

// With what it takes to show it again when its question is closed; and, when it is sent, with the version
// that was saved before, and whether that is this one.
function keepHere(sent = false) {
  const { kind, seen } = form.elements;
  const copy = { at: Date.now(), fields: typed(), kind: kind.value, action: form.action, check: form.dataset.check };
  if (sent) Object.assign(copy, { sent: seen.value, saved: JSON.stringify(copy.fields) === acknowledged });
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

function refused(code, reply) {
  keepHere();
  const why = reply.message ?? say("not_saved");
  if (code === 409 && reply.code === "overtaken") {
    stopped = true;
    const choices = document.createElement("span");
    choices.className = "row";
    choices.append(
      button(say("keep_mine"), () => {
        form.elements.seen.value = reply.seen;
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
  } else if (code === 401 || reply.code === "old_link") {
    tell(why, "bad", linkTo(form.dataset.signIn, say("sign_in")));
  } else if (reply.code === "over") {
    over(why, reply.counted);
  } else {
    tell(why, "bad");
    // A server that is busy, or ill, is asked again; one that says no is not.
    if (code === 429 || code >= 500) timer = setTimeout(() => save(), AGAIN);
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
  const reply = await ask(form.dataset.check, body).then((answer) => answer.json()).catch(() => ({}));
  if (reply.code !== "over") return;
  keepHere();
  over(reply.message, reply.counted);
}

// With a tool the server lays what that makes of the plan, and the form follows.
export async function save(tool = "") {
  clearTimeout(timer);
  if (stopped) return;
  if (busy) {
    waiting ||= "again";
    return;
  }
  busy = true;
  let sent = before;
  const laidByTool = (fields) => {
    const meanwhile = before !== sent;
    fill(fields);
    before = JSON.stringify(typed());
    clearTimeout(timer);
    if (!meanwhile) sent = before;
  };
  try {
    const body = written();
    if (tool) body.set("tool", tool);
    const answer = await ask(form.dataset.check, body);
    const reply = await answer.json().catch(() => ({}));
    if (answer.ok) {
      if (reply.fields) {
        laidByTool(reply.fields);
        asked = false;
      }
      // What was typed while the answer was on its way is on no server yet, and is not called saved.
      changed = before !== sent;
      acknowledged = sent;
      forget();
      form.elements.seen.value = reply.seen;
      if (!changed) tell(reply.message, reply.changed ? "" : "good");
      show(reply, asked);
      document.dispatchEvent(new CustomEvent("turn:told", { detail: reply }));
      showReceipt(reply.changed);
    } else {
      refused(answer.status, reply);
    }
  } catch {
    keepHere();
    tell(say("offline"), "bad");
    timer = setTimeout(() => save(), AGAIN);
  }
  busy = false;
  if (sending) {
    const { by } = sending;
    sending = null;
    waiting = "";
    form.requestSubmit(by);
    return;
  }
  if (waiting) {
    const next = waiting === "again" ? "" : waiting;
    waiting = "";
    save(next);
  }
}

function same(fields) {
  const now = typed();
  return [...new Set([...Object.keys(fields), ...Object.keys(now)])].every((name) => (fields[name] ?? "") === (now[name] ?? ""));
}

// The server has it, whatever it made of blank rows: it was saved before it was sent and is so still, or it was
// sent and this is the page it led to.
function arrived({ sent, saved }) {
  if (sent === undefined || stopped) return false;
  return sent === form.elements.seen.value ? Boolean(saved) : strict;
}

function restore() {
  let copy = null;
  try {
    copy = JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return;
  }
  if (!copy) return;
  if (same(copy.fields) || arrived(copy)) {
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

function touched(event) {
  if (!event.target.name || event.target.name === "orders") return;
  // A number is told of as it is typed, and again when its field is left.
  const now = JSON.stringify(typed());
  if (now === before) return;
  before = now;
  changed = true;
  begun = true;
  forgetLegal();
  if (stopped) return;
  tell(say("saving"));
  clearTimeout(timer);
  timer = setTimeout(() => save(), WAIT);
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
    if (changed || !reads) keepHere(true);
    changed = false;
  });
  form.addEventListener("click", (event) => {
    const tool = event.target.closest(".tools [name=act]")?.value;
    // Where two answers are shown, the page that is sent says so.
    if (!tool || stopped) return;
    event.preventDefault();
    if (busy) waiting = tool;
    else save(tool);
  });
  window.addEventListener("pagehide", () => changed && keepHere());
  window.addEventListener("online", () => changed && save());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && changed && save());
  document.addEventListener("live:news", () => (changed ? save() : look()));
}
