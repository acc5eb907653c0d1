// What the next tap on the board may mean: each question, and each action of a card, as a list of
// fields that are filled one after the other, with the places that are legal for the next of them.
import { data, field, value } from "../../../../site/js/turn/form.js";
import { action, allowed, tooDear } from "./choosing.js";

const { options } = data;
// What the server has reckoned after the answer so far; none before there is one.
let outlook = data.outlook;

export function reckoned(tips) {
  outlook = tips.outlook ?? null;
}

export function ahead() {
  return outlook;
}

function rows(key) {
  const names = [];
  for (let row = 0; field(`${key}.${row}`); row += 1) names.push(`${key}.${row}`);
  return names;
}

function filled(names) {
  return names.filter((name) => value(name).trim());
}

// The next row of a list, if the card allows another; the server says what is legal after the first.
function listed(key, first, next, ask) {
  const names = rows(key);
  const done = filled(names).length;
  const open = names.find((name) => !value(name).trim());
  if (done >= allowed() || !open) return { ask: "done" };
  const places = done ? (outlook?.left ? next(outlook.next) : []) : first;
  return { name: open, places, ask, done };
}

function borders() {
  return { ...listed("borders", options.borders.sides, (next) => next.sides ?? [], "borders"), sides: true };
}

function knights() {
  return listed("knights", Object.keys(options.knights.squares), (next) => Object.keys(next.squares ?? {}), "knights");
}

// A tap anywhere in a domain means that domain.
function domains(name, castles, ask, castle = "") {
  const places = Object.keys(data.domains).filter((square) => castles.includes(data.domains[square]));
  return { name, places, ask, castle, means: (square) => data.domains[square] };
}

function expand() {
  const castle = value("expand.domain");
  if (!castle) {
    const growing = Object.keys(options.expand).filter((one) => Object.keys(options.expand[one]).length);
    return domains("expand.domain", growing, "own_domain");
  }
  return { ...listed("squares", Object.keys(options.expand[castle] ?? {}), Object.keys, "expand"), castle };
}

function deserter() {
  const castle = value("deserter.domain");
  const against = value("deserter.against");
  if (!castle) return domains("deserter.domain", Object.keys(options.deserter), "own_domain");
  if (!against) return domains("deserter.against", Object.keys(options.deserter[castle] ?? {}), "deserter", castle);
  if (value("deserter.knight").trim()) return { ask: "done" };
  const places = Object.keys(options.deserter[castle]?.[against]?.places ?? {});
  return { name: "deserter.knight", places, ask: "place", castle };
}

function alliance() {
  const castle = value("alliance.domain");
  if (!castle) return domains("alliance.domain", Object.keys(options.alliance), "own_domain");
  if (value("alliance.against")) return { ask: "done" };
  return domains("alliance.against", options.alliance[castle] ?? [], "alliance", castle);
}

function castle() {
  const chosen = value("castle.at").trim();
  if (!chosen) return { name: "castle.at", places: Object.keys(options.squares), ask: "castle" };
  if (value("knight.at").trim()) return { ask: "chosen" };
  return { name: "knight.at", places: options.squares[chosen] ?? [], ask: "castle_knight" };
}

const OF_ACTION = { borders, knights, expand, deserter, alliance, sell: () => ({ ask: "sell" }) };
const FIELDS = {
  borders: () => rows("borders"),
  knights: () => rows("knights"),
  expand: () => ["expand.domain", ...rows("squares")],
  deserter: () => ["deserter.domain", "deserter.against", "deserter.knight"],
  alliance: () => ["alliance.domain", "alliance.against"],
};

// What is asked next: a sentence, and where there is something to tap its field and its places.
export function next() {
  if (data.kind === "castle") return castle();
  if (data.kind === "give_up") {
    return { name: "knight.at", places: options.knights, ask: value("knight.at") ? "chosen" : "give_up" };
  }
  if (data.kind !== "turn") return {};
  if (!value("card")) return { ask: "card" };
  if (action() && tooDear()) return { ask: "too_dear" };
  return OF_ACTION[action()]?.() ?? { ask: "action" };
}

// The fields that the steps so far have filled, in their order.
export function taken() {
  if (data.kind === "castle") return filled(["castle.at", "knight.at"]);
  return data.kind === "turn" ? filled(FIELDS[action()]?.() ?? []) : [];
}
