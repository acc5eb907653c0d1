// "Check this throw": throws again in this browser and shows every cube with the word that decided it.
import { follows, leadsBack, same, thrown } from "./tower.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const data = read("audit-data");
const say = read("audit-words");
// The anchors as they are shown, so that whoever has noted one sees what is checked.
const anchors = new Map(
  [...document.querySelectorAll("[data-anchor]")].map((shown) => [Number(shown.dataset.anchor), shown.textContent]));
// Those that are shown, and of those that are not, each after which a shown one was thrown.
const numbered = new Map([...data.before, ...Object.values(data.throws)].map((record) => [record.number, record]));

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

function table(rethrow) {
  const made = document.createElement("table");
  const head = element("tr", "", element("thead", "", made));
  for (const title of [say.cube, say.was, say.word, say.fate]) element("th", title, head).scope = "col";
  const body = element("tbody", "", made);
  for (const { colour, inside, word, falls } of rethrow.fates) {
    const row = element("tr", "", body);
    element("td", say.names[colour] ?? colour, row);
    element("td", inside ? say.inside : say.thrown, row);
    element("code", word, element("td", "", row));
    element("td", falls ? say.falls : say.stays, row);
  }
  return made;
}

function shown(place, holds, sentence, rethrow) {
  place.replaceChildren();
  place.className = `checked say ${holds ? "success" : "error"}`;
  element("p", sentence, place);
  if (!rethrow) return holds;
  const details = element("details", "", place);
  element("summary", say.each, details);
  const key = element("p", `${say.key}: `, details);
  element("code", rethrow.key, key);
  const rule = say.rule.replace("{lodges}", rethrow.lodges).replace("{loosened}", rethrow.loosened);
  element("p", rule, details);
  const scroll = element("div", "", details);
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.ariaLabel = say.each;
  scroll.append(table(rethrow));
  return holds;
}

async function check(button) {
  const record = data.throws[button.dataset.check];
  const step = { ...data.steps[record.step], link: data.links[record.step - 1] };
  const place = document.getElementById(`checked-${button.dataset.check}`);
  if (!globalThis.crypto?.subtle) return shown(place, false, say.missing);
  place.textContent = say.checking;
  if (!(await leadsBack(record.step, data.links, anchors))) return shown(place, false, say.link);
  const before = numbered.get(record.number - 1);
  if (!before && record.number !== 1) return shown(place, false, say.unknown);
  if (!follows(record, before)) return shown(place, false, say.before);
  const rethrow = await thrown(step, record, data.tower);
  const holds = same(rethrow.fell, record.fell);
  const sentence = (holds ? say.holds : say.differs).replace("{fell}", counted(rethrow.fell));
  return shown(place, holds, sentence, rethrow);
}

// Beside the button what came of all: each throw has its own sentence, but nobody scrolls for that.
async function checkAll(buttons, result) {
  result.className = "all-checked";
  // Where nothing can be checked, nothing is said against the throws.
  result.textContent = globalThis.crypto?.subtle ? say.checking : say.missing;
  if (!globalThis.crypto?.subtle) return;
  const wrong = [];
  for (const button of buttons) {
    // The sum is read aloud, not every throw on the way to it.
    document.getElementById(`checked-${button.dataset.check}`).ariaLive = "off";
    if (!(await check(button))) wrong.push(button.dataset.check);
  }
  result.classList.add(wrong.length ? "bad" : "good");
  result.textContent = wrong.length ? say.some_hold.replace("{held}", buttons.length - wrong.length) : say.all_hold;
  for (const seq of wrong) {
    const link = element("a", data.throws[seq].number, result);
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
