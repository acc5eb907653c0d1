// "Check this throw": throws again in this browser and shows every cube with the word that decided it.
import { follows, leadsBack, same, thrown } from "./tower.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const data = read("audit-data");
const say = read("audit-words");
// The anchors as they are shown, so that whoever has noted one sees what is checked.
const anchors = new Map(
  [...document.querySelectorAll("[data-anchor]")].map((shown) => [Number(shown.dataset.anchor), shown.textContent]));
// Those that are shown, and of those that are not, each after which a shown one was thrown.
const numbered = new Map([...data.before, ...Object.values(data.throws)].map((told) => [told.number, told]));

function element(name, text, parent) {
  const made = document.createElement(name);
  made.textContent = text;
  parent?.append(made);
  return made;
}

function counted(fell) {
  const parts = Object.keys(fell).sort().map((colour) => `${say.names[colour] ?? colour} ${fell[colour]}`);
  return parts.join(", ") || say.nothing;
}

function table(found) {
  const made = document.createElement("table");
  const head = element("tr", "", element("thead", "", made));
  for (const title of [say.cube, say.was, say.word, say.fate]) element("th", title, head).scope = "col";
  const body = element("tbody", "", made);
  for (const { colour, inside, word, falls } of found.fates) {
    const row = element("tr", "", body);
    element("td", say.names[colour] ?? colour, row);
    element("td", inside ? say.inside : say.thrown, row);
    element("code", word, element("td", "", row));
    element("td", falls ? say.falls : say.stays, row);
  }
  return made;
}

function shown(place, holds, sentence, found) {
  place.replaceChildren();
  place.className = `checked say ${holds ? "success" : "error"}`;
  element("p", sentence, place);
  if (!found) return holds;
  const details = element("details", "", place);
  element("summary", say.each, details);
  const key = element("p", `${say.key}: `, details);
  element("code", found.key, key);
  const rule = say.rule.replace("{lodges}", found.lodges).replace("{loosened}", found.loosened);
  element("p", rule, details);
  const scroll = element("div", "", details);
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = say.each;
  scroll.append(table(found));
  return holds;
}

async function check(button) {
  const told = data.throws[button.dataset.check];
  const step = { ...data.steps[told.step], link: data.links[told.step - 1] };
  const place = document.getElementById(`checked-${button.dataset.check}`);
  if (!globalThis.crypto?.subtle) return shown(place, false, say.missing);
  place.textContent = say.checking;
  if (!(await leadsBack(told.step, data.links, anchors))) return shown(place, false, say.link);
  const before = numbered.get(told.number - 1);
  if (!before && told.number !== 1) return shown(place, false, say.unknown);
  if (!follows(told, before)) return shown(place, false, say.before);
  const found = await thrown(step, told, data.tower);
  const holds = same(found.fell, told.fell);
  const sentence = (holds ? say.holds : say.differs).replace("{fell}", counted(found.fell));
  return shown(place, holds, sentence, found);
}

// Beside the button what came of all: each throw has its own sentence, but nobody scrolls for that.
async function checkAll(buttons, told) {
  told.className = "all-checked";
  // Where nothing can be checked, nothing is said against the throws.
  told.textContent = globalThis.crypto?.subtle ? say.checking : say.missing;
  if (!globalThis.crypto?.subtle) return;
  const wrong = [];
  for (const button of buttons) {
    // The sum is read aloud, not every throw on the way to it.
    document.getElementById(`checked-${button.dataset.check}`).ariaLive = "off";
    if (!(await check(button))) wrong.push(button.dataset.check);
  }
  told.classList.add(wrong.length ? "bad" : "good");
  told.textContent = wrong.length ? say.some_hold.replace("{held}", buttons.length - wrong.length) : say.all_hold;
  for (const seq of wrong) {
    const link = element("a", data.throws[seq].number, told);
    link.href = `#t${seq}`;
  }
}

const buttons = [...document.querySelectorAll("[data-check]")];
for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", () => {
    document.getElementById(`checked-${button.dataset.check}`).ariaLive = "polite";
    check(button);
  });
}
const all = document.querySelector("[data-check-all]");
if (all && buttons.length) {
  all.hidden = false;
  all.addEventListener("click", () => checkAll(buttons, document.getElementById("all-checked")));
}
