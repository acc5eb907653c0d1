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
  if (!found) return;
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

async function checkAll(buttons) {
  for (const button of buttons) await check(button);
}

const buttons = [...document.querySelectorAll("[data-check]")];
for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", () => check(button));
}
const all = document.querySelector("[data-check-all]");
if (all && buttons.length) {
  all.hidden = false;
  all.addEventListener("click", () => checkAll(buttons));
}
