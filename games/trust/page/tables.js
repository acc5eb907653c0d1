// ---- The tables: what every log knows, and what belongs to one game ------------------------------

const TABLES = JSON.parse(document.getElementById("tables").textContent);
const isNumber = (value) => Number.isSafeInteger(value);
const isText = (value) => typeof value === "string";
// What a table must have, and what it may have without any program that knows the game.
const NEEDED = { format: isNumber, versions: Array.isArray, seats: Array.isArray, options: isObject, over: isText };
const COMMON = ["decks", "left_out", "chance", "asks", "expansions", "amended"];
// In which members of its payload a fact tells of chance, by the format of the log.
const MEMBERS = {
  1: ["draw", "draws", "throw"],
  2: ["draw", "draws", "throw", "roll", "rolls", "deal"],
};

// The rulesets of a table, each with what they have alike.
function rulesetsOf(table) {
  const isTable = isObject(table) && isObject(table.alike) && isObject(table.rulesets)
    && Object.values(table.rulesets).every(isObject);
  const rulesets = isTable ? Object.entries(table.rulesets).map(([name, above]) => [name, laidOver(table.alike, above)]) : [];
  const isWhole = ([, rules]) => Object.entries(NEEDED).every(([part, is]) => is(rules[part]))
    && COMMON.every((part) => isObject(rules[part] ?? {})) && isFollowed(rules);
  if (!isTable || !rulesets.every(isWhole) || !rulesets.every(([, rules]) => hasRules(rules))) {
    throw new Unusable("the table of the game is not written as it should be");
  }
  return rulesets;
}

// Whether there is the program that a table wants to be followed by, and all it needs.
function isFollowed(rules) {
  if (rules.course === undefined) return true;
  return isText(rules.course) && Object.hasOwn(COURSES, rules.course)
    && COURSES[rules.course].parts.every((part) => Object.hasOwn(rules, part));
}

// Whether nothing in a table would make a true log look false.
function hasRules(rules) {
  const isRule = (rule) => {
    if (!isObject(rule) || !MEMBERS[2].includes(rule.in)) return false;
    const parts = rule.in === "rolls" && "each" in rule ? rule.each : [rule];
    if (!Array.isArray(parts) || !parts.every((part) => isObject(part) && isText(part.label))) return false;
    if (rule.in === "draw" || rule.in === "draws") return isText(rule.of);
    const decks = decksOf(rule);
    if (rule.in === "deal" && !decks.length) return false;
    return decks.every((deck) => isText(deck) && Array.isArray(own(rules.decks ?? {}, deck)));
  };
  // No deck is drawn from for all to see and also dealt from.
  const parts = [rules, ...Object.values(rules.expansions ?? {})];
  const uses = parts.flatMap((part) => Object.values(part?.chance ?? {}).flat());
  const dealt = uses.flatMap((use) => decksOf(use).map((deck) => `deck ${deck}`));
  if (uses.some((use) => ["draw", "draws"].includes(use?.in) && dealt.includes(use.of))) return false;
  const isQuestion = (rule) => isObject(rule) && isText(rule.decision) && isText(rule.of);
  return Object.values(rules.chance ?? {}).flat().every(isRule)
    && Object.values(rules.asks ?? {}).every((asks) => Array.isArray(asks) && asks.every(isQuestion));
}

// The decks that a use of chance deals from: one, or several that lie on each other.
function decksOf(use) {
  return use?.in === "deal" ? [use.deck].flat() : [];
}

// A table on top of another: of parts that are objects the members, else the parts.
function laidOver(below, above) {
  const made = { ...below };
  for (const [part, value] of Object.entries(above)) {
    made[part] = isObject(value) && isObject(own(made, part)) ? { ...made[part], ...value } : value;
  }
  return made;
}

// The rulesets known here and those of the tables that somebody brings.
function rulesetsWith(tables) {
  const known = { ...TABLES.rulesets };
  for (const [name, rules] of tables.flatMap(rulesetsOf)) {
    known[name] = own(known, name) ?? rules;
    if (!same(known[name], rules)) {
      throw new Unusable(`the table tells of ${name} otherwise than this program does`);
    }
  }
  return known;
}

// What an entry of the journal has in its version.
function membersOf(kind, version) {
  if (version === 1) return own(TABLES.journal, kind);
  return own(own(TABLES.newer, kind) ?? {}, String(version));
}

// The tables of a game with these options; null if an option is not known.
function played(rules, version, options) {
  const more = Object.entries(rules.expansions ?? {})
    .filter(([, added]) => added.versions.includes(version));
  const known = { ...rules.options };
  for (const [option] of more) known[option] = ["off", "on"];
  const isKnown = ([option, value]) => (own(known, option) ?? []).includes(value);
  if (!Object.entries(options).every(isKnown)) return null;
  const made = { ...rules, options: known };
  const expansions = more.filter(([option]) => own(options, option) === "on").map(([, added]) => added);
  const rulings = [rules, ...expansions].map((part) => own(part.amended ?? {}, String(version)) ?? {});
  for (const added of [...expansions, ...rulings]) {
    for (const [part, listed] of Object.entries(added)) {
      if (part !== "versions" && part !== "amended") made[part] = { ...made[part], ...listed };
    }
  }
  return made;
}
