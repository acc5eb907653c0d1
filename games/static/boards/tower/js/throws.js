// Cubes that fall: only where the reader wants to see it. The choice is remembered on this device.
const KEY = "wallenstein.cubes-fall";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is switched off: the choice holds for this page
  }
}

let wanted = chosen();

export function moves() {
  return !calm.matches && wanted !== "no";
}

function choose(on) {
  wanted = on ? "yes" : "no";
  try {
    localStorage.setItem(KEY, wanted);
  } catch {
    // as above
  }
}

// Lets the cubes of a throw fall, in so many milliseconds at most, and promises that they lie; what they came to is seen
// then. Null where nothing moves.
export function play(picture, most = Infinity) {
  if (!moves()) return null;
  picture.classList.remove("play", "lies");
  picture.getBoundingClientRect(); // so that the browser starts from the beginning
  picture.classList.add("play");
  const falls = picture.getAnimations({ subtree: true });
  const takes = Math.max(...falls.map((fall) => fall.effect.getComputedTiming().endTime));
  for (const fall of falls) fall.playbackRate = Math.max(1, takes / most);
  return Promise.allSettled(falls.map((fall) => fall.finished)).then(() => picture.classList.add("lies"));
}

function switches() {
  for (const box of document.querySelectorAll("[data-motion]")) {
    box.checked = moves();
    box.disabled = calm.matches;
    box.closest("label").hidden = false;
  }
}

for (const box of document.querySelectorAll("[data-motion]")) {
  box.addEventListener("change", () => {
    choose(box.checked);
    if (!box.checked) for (const on of document.querySelectorAll(".throw.play")) on.classList.remove("play");
  });
}
calm.addEventListener("change", switches);
switches();

// In a report the cubes of a throw fall when it comes into sight, once.
const sight = new IntersectionObserver(
  (seen) => {
    for (const one of seen.filter((entry) => entry.isIntersecting)) {
      sight.unobserve(one.target);
      play(one.target);
    }
  },
  { threshold: 0.6 },
);
for (const picture of document.querySelectorAll("[data-throws] [data-throw]")) sight.observe(picture);
