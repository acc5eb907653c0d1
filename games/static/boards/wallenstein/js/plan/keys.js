// The keyboard: numbers go to boxes, Ctrl+Z takes back, and "?" shows them all.
import { data, field } from "../../../../site/js/turn/form.js";
import { boxes } from "./boxes.js";
import { layInHand } from "./picking.js";
import { redo, undo } from "./history.js";

const help = document.getElementById("keys");

function isTyping(target) {
  return target.matches?.("input, textarea") ?? false;
}

function goTo(number) {
  const name = boxes[number];
  if (!name) return;
  if (layInHand(name)) return;
  field(name).focus({ focusVisible: true });
  field(name).closest("[data-box]").scrollIntoView({ block: "nearest" });
}

function pressed(event) {
  if (event.defaultPrevented || isTyping(event.target) || help.open) return;
  const steps = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (steps && key === "z") (event.shiftKey ? redo : undo)();
  else if (steps && key === "y") redo();
  else if (steps || event.altKey) return;
  else if (key === "?") help.showModal();
  else if (/^\d$/.test(key)) goTo((Number(key) + 9) % 10);
  else return;
  event.preventDefault();
}

export function start() {
  if (!help || data.kind !== "plan") return;
  document.addEventListener("keydown", pressed);
  document.querySelector("[data-keys]").addEventListener("click", () => help.showModal());
}
