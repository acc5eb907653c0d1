// What the server says about the plan, put where it belongs.
import { field, form } from "./form.js";

function lines(place, told) {
  const made = Object.entries(told).flatMap(([kind, texts]) =>
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
  place.querySelector(".odds-note").textContent = odds.note;
}

function showSummary(problems) {
  const box = document.getElementById("summary");
  const made = problems.map(({ text, field: id }) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#${id}`;
    link.textContent = text;
    line.append(link);
    return line;
  });
  box.querySelector("ul").replaceChildren(...made);
  box.hidden = !made.length;
}

// A plan nobody has asked to be checked is not scolded for what is not there yet.
export function show(told, strict) {
  const problems = strict ? told.problems : Object.fromEntries(Object.entries(told.problems).filter(([name]) => field(name)?.value));
  for (const place of form.querySelectorAll("[data-remarks]")) {
    const name = place.dataset.remarks;
    lines(place, { problem: problems[name] ?? [], advice: told.advice[name] ?? [] });
    field(name)?.setAttribute?.("aria-invalid", String(Boolean(problems[name])));
  }
  for (const place of form.querySelectorAll("[data-odds]")) showOdds(place, told.odds[place.dataset.odds]);
  const sums = form.querySelector("[data-sums]");
  if (sums) lines(sums, { sum: told.sums });
  document.getElementById("as-text").value = told.text;
  if (strict) showSummary(told.summary);
}
