// Zooming and moving about on the map, by finger, mouse and keyboard. Pages listen for "click" on
// `.place`: a drag never ends in a click, and Enter or Space on a place always does.
const CLOSEST = 6;
const STEP = 1.6;
const TAP_MS = 300;
const SLIP = 8;

export function mapOf(frame) {
  const sheet = frame.querySelector(".map-sheet");
  const [, , fullWidth, fullHeight] = sheet.getAttribute("viewBox").split(" ").map(Number);
  const seen = { x: 0, y: 0, zoom: 1 };
  const fingers = new Map();
  let spread = 0;
  let moved = 0;
  let lastTap = { at: 0, x: 0, y: 0, on: null };

  function show() {
    const width = fullWidth / seen.zoom;
    const height = fullHeight / seen.zoom;
    seen.x = Math.min(Math.max(seen.x, 0), fullWidth - width);
    seen.y = Math.min(Math.max(seen.y, 0), fullHeight - height);
    sheet.setAttribute("viewBox", `${seen.x} ${seen.y} ${width} ${height}`);
    sheet.classList.toggle("zoomed", seen.zoom > 1);
    frame.querySelector('[data-zoom="in"]').disabled = seen.zoom >= CLOSEST;
    for (const way of ["out", "reset"]) {
      frame.querySelector(`[data-zoom="${way}"]`).disabled = seen.zoom <= 1;
    }
  }

  // How much of the map a pixel is; a sheet of another shape than the map has room on two sides.
  function fineness() {
    const box = sheet.getBoundingClientRect();
    return Math.max(fullWidth / box.width, fullHeight / box.height) / seen.zoom;
  }

  // A point of the screen as a point of the map, counted from the middle of both.
  function spot(x, y) {
    const box = sheet.getBoundingClientRect();
    return {
      x: seen.x + fullWidth / seen.zoom / 2 + (x - box.left - box.width / 2) * fineness(),
      y: seen.y + fullHeight / seen.zoom / 2 + (y - box.top - box.height / 2) * fineness(),
    };
  }

  // The point under the fingers stays under the fingers.
  function zoomAt(x, y, factor) {
    const before = spot(x, y);
    seen.zoom = Math.min(Math.max(seen.zoom * factor, 1), CLOSEST);
    const after = spot(x, y);
    seen.x += before.x - after.x;
    seen.y += before.y - after.y;
    show();
  }

  function zoomMiddle(factor) {
    const box = sheet.getBoundingClientRect();
    zoomAt(box.left + box.width / 2, box.top + box.height / 2, factor);
  }

  function move(dx, dy) {
    seen.x -= dx * fineness();
    seen.y -= dy * fineness();
    show();
  }

  function reset() {
    Object.assign(seen, { x: 0, y: 0, zoom: 1 });
    show();
  }

  function reveal(place) {
    const x = Number(place.dataset.x);
    const y = Number(place.dataset.y);
    const width = fullWidth / seen.zoom;
    const height = fullHeight / seen.zoom;
    const inside = x > seen.x && x < seen.x + width && y > seen.y && y < seen.y + height;
    if (!inside) {
      Object.assign(seen, { x: x - width / 2, y: y - height / 2 });
      show();
    }
  }

  function pinch() {
    const [a, b] = [...fingers.values()];
    const now = Math.hypot(a.x - b.x, a.y - b.y);
    if (spread) zoomAt((a.x + b.x) / 2, (a.y + b.y) / 2, now / spread);
    spread = now;
  }

  function tapped(event) {
    // Two places tapped in a hurry, side by side, are two places.
    const on = event.target.closest(".place");
    const near = Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 4 * SLIP && on === lastTap.on;
    if (near && event.timeStamp - lastTap.at < TAP_MS) {
      zoomAt(event.clientX, event.clientY, STEP * STEP);
      lastTap = { at: 0, x: 0, y: 0, on: null };
    } else {
      lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY, on };
    }
  }

  sheet.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (!fingers.size) moved = 0;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    spread = 0;
  });
  sheet.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    moved += Math.abs(dx) + Math.abs(dy);
    if (fingers.size === 1 && seen.zoom > 1 && moved > SLIP) {
      sheet.setPointerCapture(event.pointerId);
      sheet.classList.add("dragged");
      move(dx, dy);
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) pinch();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    sheet.addEventListener(end, (event) => {
      if (!fingers.delete(event.pointerId)) return;
      spread = 0;
      sheet.classList.remove("dragged");
      if (end === "pointerup" && moved <= SLIP) tapped(event);
    });
  }
  sheet.addEventListener(
    "click",
    (event) => {
      // A click that ends a drag or a pinch means no place; one by keyboard has no pointer.
      if (moved > SLIP && event.detail) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
  // One finger scrolls the page; two fingers are ours, or the browser takes them away.
  sheet.addEventListener(
    "touchstart",
    (event) => {
      if (event.touches.length > 1) event.preventDefault();
    },
    { passive: false },
  );
  sheet.addEventListener("dragstart", (event) => event.preventDefault());
  sheet.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomAt(event.clientX, event.clientY, Math.exp(-event.deltaY / 300));
    },
    { passive: false },
  );
  sheet.addEventListener("focusin", (event) => {
    const place = event.target.closest(".place");
    if (place && place.matches(":focus-visible")) reveal(place);
  });
  sheet.addEventListener("keydown", (event) => {
    const place = event.target.closest(".place");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = sheet.getBoundingClientRect().width / 6;
    const turns = { ArrowLeft: [far, 0], ArrowRight: [-far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] };
    if (event.key === "+" || event.key === "=") zoomMiddle(STEP);
    else if (event.key === "-") zoomMiddle(1 / STEP);
    else if (event.key === "0") reset();
    else if (turns[event.key] && seen.zoom > 1) move(...turns[event.key]);
    else if (place && !place.hasAttribute("href") && (event.key === "Enter" || event.key === " ")) {
      place.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    } else return;
    event.preventDefault();
  });
  const ways = { in: () => zoomMiddle(STEP), out: () => zoomMiddle(1 / STEP), reset };
  for (const button of frame.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => ways[button.dataset.zoom]());
  }
  frame.querySelector(".map-tools").hidden = false;
  frame.classList.add("live");
  show();
}

function start(root) {
  for (const frame of root.querySelectorAll("[data-map]:not([data-ready])")) {
    frame.dataset.ready = "";
    mapOf(frame);
  }
}

start(document);
document.addEventListener("htmx:load", (event) => start(event.detail.elt.parentNode ?? document));
