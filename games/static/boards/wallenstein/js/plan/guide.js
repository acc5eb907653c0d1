// The guide through the first plan, box by box.
import { data, field, form, label, put, say, typed, value } from "../../../../site/js/turn/form.js";
import { fieldsOf, follow, nameOf, startGuide } from "../../../../site/js/turn/guide.js";
import { actionOf, boxes, boxOf, countyOnMap, isCounty, lay } from "./boxes.js";
import { announce, offer } from "./picking.js";

// The box of a step on the mat; what is ranked has a box of its own.
function boxNamed(name) {
  if (!name) return null;
  return form.querySelector(`[data-box="${name}"]`) ?? form.querySelector(`[data-ranked="${name}"]`)?.closest(".box");
}

function placesOf(step) {
  const counties = (step.dataset.spots ?? "").split(" ").filter(Boolean);
  return [boxNamed(nameOf(step)), ...counties.map(countyOnMap)];
}

function emptyBoxes() {
  return boxes.filter((name) => !value(name) && field(name).options.length > 1);
}

// A card that lies in a box of before is not taken away from there; boxes to come have suggestions of their own.
function barred(step, before) {
  const card = fieldsOf(step)[nameOf(step)];
  const box = card && isCounty(card) ? boxOf(card) : undefined;
  return box && before.includes(box) ? say("elsewhere", { card: data.names[card], box: label(box) }) : "";
}

function ending() {
  const empty = emptyBoxes();
  return empty.length ? say("no_card_yet", { boxes: empty.map(label).join(", ") }) : "";
}

// Lays what is suggested for one box, with its orders, and nothing else.
function layStep(name, fields) {
  const starts = boxes.includes(name) ? `moves.${actionOf(name)}.` : `${name}.`;
  for (const old of Object.keys(typed())) if (old.startsWith(starts) && !(old in fields)) put(old, "");
  for (const [one, wanted] of Object.entries(fields)) {
    if (boxes.includes(one)) lay(one, wanted);
    else put(one, wanted);
  }
}

function pressed(target) {
  if (target.closest("[data-coins]")) form.querySelector(".tools [value=coins]").click();
}

export function start() {
  document.addEventListener("turn:offered", ({ detail }) => follow(detail));
  startGuide({
    announce,
    barred,
    ending,
    lay: layStep,
    offer: (name) => offer(boxes.includes(name) ? name : ""),
    placesOf,
    pressed,
  });
}
