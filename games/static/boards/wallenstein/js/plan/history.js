// Undo and redo: every state the form was in, and back.
import { fill, form, typed } from "../../../../site/js/turn/form.js";

const back = form.querySelector("[data-step-back]");
const on = form.querySelector("[data-step-on]");
const past = [];
const future = [];
let now = {};
let timer = 0;
let walking = false;

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function show() {
  back.disabled = !past.length;
  on.disabled = !future.length;
}

// One act of a hand may change several fields: they are one step.
function note() {
  const next = typed();
  if (same(now, next)) return;
  past.push(now);
  future.length = 0;
  now = next;
  show();
}

// The next act of a hand begins: what the one before has changed is a step of its own, also where a busy browser has
// not come to its timer yet.
function close() {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  note();
}

function walk(from, to) {
  clearTimeout(timer);
  timer = 0;
  note();
  if (!from.length) return;
  to.push(now);
  walking = true;
  fill(from.pop());
  walking = false;
  now = typed();
  show();
  document.dispatchEvent(new CustomEvent("turn:stepped"));
}

export function undo() {
  walk(past, future);
}

export function redo() {
  walk(future, past);
}

export function start() {
  if (!back) return;
  now = typed();
  form.addEventListener("change", () => {
    if (walking) return;
    clearTimeout(timer);
    timer = setTimeout(close);
  });
  for (const act of ["pointerdown", "keydown", "click"]) document.addEventListener(act, close, true);
  back.addEventListener("click", undo);
  on.addEventListener("click", redo);
}
