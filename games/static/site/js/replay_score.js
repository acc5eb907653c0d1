// Points that are counted, in a replay: while it plays they are counted before the reader's eyes.
const COUNTING_MS = 1800;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function show(number, points) {
  number.textContent = String(points);
  number.parentElement.querySelector("meter").value = points;
}

function count(place) {
  const numbers = [...place.querySelectorAll("[data-count]")].map((number) => ({
    number,
    from: Number(number.dataset.count),
    to: Number(number.textContent),
  }));
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(Math.max((now - begun) / COUNTING_MS, 0), 1);
    for (const { number, from, to } of numbers) show(number, Math.round(from + (to - from) * part));
    if (part < 1 && numbers.every(({ number }) => number.isConnected)) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

export function paintScore(place, { frame }, playing) {
  place.innerHTML = frame.scored ?? "";
  if (frame.scored && playing && !calm.matches) count(place);
}
