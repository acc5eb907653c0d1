// Cards dragged from the hand or the map to a box.
import { form } from "../../../../site/js/turn/form.js";

const SLIP = 8;
const HOLD_MS = 350;

export function dragging(source, { cardOf, nameOf, lifted, dropped }) {
  let grip = null;
  const let_go = () => {
    clearTimeout(grip?.timer);
    grip?.ghost?.remove();
    for (const box of form.querySelectorAll(".over")) box.classList.remove("over");
    grip = null;
  };
  const lift = () => {
    grip.ghost = document.createElement("div");
    grip.ghost.className = "ghost";
    grip.ghost.textContent = nameOf(grip.card);
    document.body.append(grip.ghost);
    lifted(grip.card);
    follow(grip);
  };
  source.addEventListener("pointerdown", (event) => {
    const card = cardOf(event.target);
    if (!card || event.button || !event.isPrimary) return;
    const touch = event.pointerType === "touch";
    if (touch && !event.target.closest("[data-card]")) return; // a finger on the map moves the map
    grip = { card, x: event.clientX, y: event.clientY, touch, id: event.pointerId };
    if (touch) grip.timer = setTimeout(lift, HOLD_MS);
  });
  document.addEventListener("pointermove", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > SLIP;
    if (!grip.ghost && far && grip.touch) return let_go();
    if (!grip.ghost && !far) return;
    grip.x = event.clientX;
    grip.y = event.clientY;
    if (!grip.ghost) lift();
    follow(grip);
  });
  document.addEventListener("pointerup", (event) => {
    if (grip?.ghost && event.pointerId === grip.id) {
      const box = boxUnder(event.clientX, event.clientY);
      if (box) dropped(box.dataset.box, grip.card);
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
    }
    let_go();
  });
  document.addEventListener("pointercancel", let_go);
  source.addEventListener("touchmove", (event) => grip?.ghost && event.preventDefault(), { passive: false });
}

// The click that ends a drag is not meant for what lies below.
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

function boxUnder(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-box]");
}

function follow({ ghost, x, y }) {
  ghost.style.left = `${x}px`;
  ghost.style.top = `${y}px`;
  const over = boxUnder(x, y);
  for (const box of form.querySelectorAll("[data-box]")) box.classList.toggle("over", box === over);
}
