// What the server says about the plan, put where it belongs.
import { field, form } from "./form.js";

function lines(place, kinds) {
  const made = Object.entries(kinds).flatMap(([kind, texts]) =>
    texts.map((text) => {
      const line = document.createElement("li");
      line.className = kind;
      line.textContent = text;
      return line;
    }),
  );
  place.replaceChildren(...made);
}

function showOdds(place, odds) {
  place.hidden = !odds;
  if (!odds) return;
  const [win, tie] = place.querySelectorAll("rect");
  win.setAttribute("width", odds.win);
  tie.setAttribute("x", odds.win);
  tie.setAttribute("width", odds.tie);
  place.querySelector(".odds-text").textContent = odds.text;
  place.querySelector(".odds-expected").textContent = odds.expected;
  place.querySelector(".odds-note").textContent = odds.note;
}

// A list of what is told, each line a link to where it belongs; no list where nothing is.
function showList(box, remarks) {
  const made = remarks.map(({ text, field: id, place }) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#${id}`;
    link.textContent = place ? `${place}: ${text}` : text;
    line.append(link);
    return line;
  });
  const list = box.querySelector("ul");
  // What could not be read of a text stays: only another text changes it.
  list.replaceChildren(...list.querySelectorAll("[data-unread]"), ...made);
  box.hidden = !list.children.length;
}

// How much is still to be done, at the foot of the page, where nothing moves for it.
function showMissing(missing) {
  const link = document.getElementById("missing");
  link.hidden = !missing;
  if (missing) Object.assign(link, { textContent: missing.text, href: `#${missing.field}` });
}

// Every name something may be said about, with the place where that is done.
function remarked() {
  const described = [...form.elements].map((input) => [input.name, document.getElementById(`${input.id}-remarks`)]);
  return [["boxes", document.getElementById("f-boxes")], ...described].filter(([, place]) => place);
}

// What was legal when it was checked need not be so after a change.
export function forgetLegal() {
  document.getElementById("legal")?.remove();
}

// A plan nobody has asked to be checked is not scolded for what is not there yet.
export function show(remarks, strict) {
  const problems = strict ? remarks.problems : Object.fromEntries(Object.entries(remarks.problems).filter(([name]) => field(name)?.value));
  for (const [name, place] of remarked()) {
    lines(place, { problem: problems[name] ?? [], advice: remarks.advice[name] ?? [] });
    field(name)?.setAttribute?.("aria-invalid", String(Boolean(problems[name])));
  }
  for (const place of form.querySelectorAll("[data-odds]")) showOdds(place, remarks.odds[place.dataset.odds]);
  const sums = form.querySelector("[data-sums]");
  if (sums) lines(sums, { sum: remarks.sums });
  document.getElementById("as-text").value = remarks.text;
  const summary = document.getElementById("summary");
  if (strict || !summary.hidden) showList(summary, remarks.summary.filter((line) => strict || !line.empty));
  showMissing(remarks.missing);
}
