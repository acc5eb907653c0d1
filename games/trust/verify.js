"use strict";
// The check of verify_wallenstein.py, carried over to the browser line by line; asks no server.
// The tables of the rulesets stand in the page, so that they are the same in both.

const TABLES = JSON.parse(document.getElementById("tables").textContent);
const WORD = 1n << 64n;
const MOST_CUBES = 2000;
const MOST_DIGITS = 1000;
const SLACK = 24 * 60 * 60 * 1000;

class Wrong extends Error {
  constructor(seq, reason) {
    super(reason);
    this.seq = seq;
    this.reason = reason;
  }
}
class Unusable extends Error {}
class Misshapen extends Error {}

// ---- Bytes: JSON without fractions, canonical JSON, hashes ----------------------------------------

const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

// JSON.parse forgets keys that stand twice and rounds large numbers, and a check must not.
class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  whole() {
    const value = this.value();
    this.space();
    if (this.at !== this.text.length) throw new Misshapen();
    return value;
  }

  space() {
    while (" \t\r\n".includes(this.text[this.at] ?? "x")) this.at += 1;
  }

  value() {
    this.space();
    const sign = this.text[this.at];
    if (sign === "{") return this.object();
    if (sign === "[") return this.list();
    if (sign === '"') return this.string();
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  number() {
    const form = /-?(0|[1-9][0-9]*)/y;
    form.lastIndex = this.at;
    const found = form.exec(this.text);
    if (!found || ".eE".includes(this.text[form.lastIndex] ?? "x")) throw new Misshapen();
    if (found[1].length > MOST_DIGITS) throw new Misshapen();
    this.at = form.lastIndex;
    const value = Number(found[0]);
    return Number.isSafeInteger(value) ? value + 0 : BigInt(found[0]);
  }

  string() {
    let made = "";
    for (this.at += 1; this.text[this.at] !== '"'; this.at += 1) {
      const sign = this.text[this.at];
      if (sign === undefined || sign < " ") throw new Misshapen();
      made += sign === "\\" ? this.escaped() : sign;
    }
    this.at += 1;
    return made;
  }

  escaped() {
    this.at += 1;
    const sign = this.text[this.at];
    if (sign !== "u") {
      if (!Object.hasOwn(ESCAPES, sign ?? "")) throw new Misshapen();
      return ESCAPES[sign];
    }
    const digits = this.text.slice(this.at + 1, this.at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new Misshapen();
    this.at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  list() {
    const made = [];
    this.members("]", () => made.push(this.value()));
    return made;
  }

  object() {
    const made = Object.create(null);
    this.members("}", () => {
      this.space();
      if (this.text[this.at] !== '"') throw new Misshapen();
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ":" || key in made) throw new Misshapen();
      this.at += 1;
      made[key] = this.value();
    });
    return made;
  }

  members(end, one) {
    this.at += 1;
    this.space();
    if (this.text[this.at] === end) {
      this.at += 1;
      return;
    }
    for (;;) {
      one();
      this.space();
      const sign = this.text[this.at];
      this.at += 1;
      if (sign === end) return;
      if (sign !== ",") throw new Misshapen();
    }
  }
}

function parsed(bytes) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  return new Reader(text).whole();
}

function byCodePoint(one, other) {
  const [a, b] = [[...one], [...other]];
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const apart = a[at].codePointAt(0) - b[at].codePointAt(0);
    if (apart) return apart;
  }
  return a.length - b.length;
}

const SHORT = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\" };

function quoted(text) {
  if (/\p{Surrogate}/u.test(text)) throw new Misshapen();
  const escaped = text.replace(/[\u0000-\u001f"\\]/g, (sign) =>
    SHORT[sign] ?? "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));
  return `"${escaped}"`;
}

function canonicalText(value) {
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object") throw new Misshapen();
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${quoted(key)}:${canonicalText(value[key])}`).join(",")}}`;
}

const canonical = (value) => new TextEncoder().encode(canonicalText(value));
const same = (one, other) => canonicalText(one) === canonicalText(other);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function joined(...parts) {
  const made = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

const sha = async (bytes, size = 256) =>
  new Uint8Array(await crypto.subtle.digest(`SHA-${size}`, bytes));

async function hmac(key, message) {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey("raw", key, kind, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

const digestOf = async (salt, answer) => hex(await sha(joined(unhex(salt), canonical(answer))));
const isHex = (value, digits) =>
  typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
const isCount = (value, least = 0) => Number.isSafeInteger(value) && value >= least;
const isMoment = (value) => typeof value === "string"
  && value.length === 20 && /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/.test(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const hasOnly = (value, keys) => same(Object.keys(value).sort(), [...keys].sort());

// Reads a member that must be there, as every object of a log is asked.
function need(value, key) {
  if (!isObject(value) || !(key in value)) throw new Misshapen();
  return value[key];
}

function text(value, key) {
  const found = need(value, key);
  if (typeof found !== "string") throw new Misshapen();
  return found;
}

function list(value) {
  if (!Array.isArray(value)) throw new Misshapen();
  return value;
}

// ---- Chance: step keys, streams, draws, throws ----------------------------------------------------

const stepKey = (link, game, step, digests) => hmac(unhex(link), canonical([game, step, digests]));

// The salt of what a bot answers: fixed by the link, so that nobody can choose it.
const botSalt = async (link, game, decision) =>
  hex(await hmac(unhex(link), canonical(["salt", game, decision])));

function little(bytes) {
  return [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

async function words(key, name) {
  const keyed = await hmac(key, new TextEncoder().encode(name));
  return philox(little(keyed.slice(0, 8)), little(keyed.slice(8, 16)));
}

function* philox(first, second) {
  for (let counter = 1n; ; counter += 1n) {
    let [a, b, c, d, k0, k1] = [counter, 0n, 0n, 0n, first, second];
    for (let round = 0; round < 10; round += 1) {
      const [left, right] = [a * 0xd2e7470ee14c6c93n, c * 0xca5a826395121157n];
      [a, b, c, d] = [(right >> 64n) ^ b ^ k0, right % WORD, (left >> 64n) ^ d ^ k1, left % WORD];
      k0 = (k0 + 0x9e3779b97f4a7c15n) % WORD;
      k1 = (k1 + 0xbb67ae8584caa73bn) % WORD;
    }
    yield* [a, b, c, d];
  }
}

function below(source, n) {
  const limit = WORD - (WORD % n);
  for (;;) {
    const word = source.next().value;
    if (word < limit) return word % n;
  }
}

function drawn(source, items, count) {
  const left = [...items];
  const take = () => left.splice(Number(below(source, BigInt(left.length))), 1)[0];
  return Array.from({ length: count }, take);
}

const total = (cubes) => Object.values(cubes).reduce((sum, count) => sum + count, 0);

function some(cubes) {
  return Object.fromEntries(Object.entries(cubes).filter(([, count]) => count !== 0));
}

function fallen(source, tower, thrown, lodged) {
  const n = BigInt(total(thrown));
  const [lodgesOf, stays] = [tower.lodges.map(BigInt), tower.stays.map(BigInt)];
  const lodges = (WORD * lodgesOf[0]) / lodgesOf[1];
  const loosened = WORD - (WORD * stays[0] ** n) / stays[1] ** n;
  const fell = {};
  const count = (cubes, falls) => {
    for (const colour of Object.keys(cubes).sort(byCodePoint)) {
      for (let cube = 0; cube < cubes[colour]; cube += 1) {
        if (falls(source.next().value)) fell[colour] = (fell[colour] ?? 0) + 1;
      }
    }
  };
  count(thrown, (word) => word >= lodges);
  count(lodged, (word) => word < loosened);
  return fell;
}

// ---- Fights: what a tray says of them --------------------------------------------------------------

// What a battle comes to; where the county is calm the peasants stand with its holder.
function battleOf(tray, attacker, defender, isCalm) {
  const attack = tray[attacker] ?? 0;
  const ofDefender = defender === null ? 0 : tray[defender] ?? 0;
  const peasants = isCalm || defender === null ? tray.peasants ?? 0 : 0;
  const defence = ofDefender + peasants;
  const home = { [attacker]: attack, peasants };
  if (defender !== null) home[defender] = ofDefender;
  let [outcome, owner, garrison] = ["tie", null, 0];
  if (attack > defence) {
    [outcome, owner, garrison] = ["attacker", attacker, attack - defence];
  } else if (defence > attack && defender === null) {
    outcome = "defender";
  } else if (defence > attack && ofDefender) {
    // The peasants are lost first.
    [outcome, owner, garrison] = ["defender", defender, ofDefender - Math.max(0, attack - peasants)];
  }
  if (owner !== null) home[owner] -= garrison;
  return { attackers_fell: attack, defenders_fell: defence, outcome, owner, garrison, home: some(home) };
}

// What a revolt comes to; all peasants in the tray take part in it.
function revoltOf(tray, seat) {
  const [armies, peasants] = [tray[seat] ?? 0, tray.peasants ?? 0];
  const garrison = Math.max(0, armies - peasants);
  const home = some({ [seat]: armies - garrison, peasants });
  return { armies_fell: armies, peasants_fell: peasants, held: armies > peasants, garrison, home };
}

// ---- Signatures: Ed25519 (RFC 8032), by the browser or, where it cannot, by hand -------------------

const P = (1n << 255n) - 19n;
const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;
const mod = (value) => ((value % P) + P) % P;

function power(base, exponent) {
  let result = 1n;
  for (let square = mod(base), left = exponent; left; left >>= 1n, square = mod(square * square)) {
    if (left & 1n) result = mod(result * square);
  }
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));

function pointOf(bytes) {
  const number = little(bytes);
  const [sign, y] = [number >> 255n, number & ((1n << 255n) - 1n)];
  if (bytes.length !== 32 || y >= P) return null;
  const squared = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(squared, (P + 3n) / 8n);
  if (mod(x * x - squared)) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x - squared) || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function sum(one, other) {
  const a = mod((one[1] - one[0]) * (other[1] - other[0]));
  const b = mod((one[1] + one[0]) * (other[1] + other[0]));
  const c = mod(2n * D * one[3] * other[3]);
  const d = mod(2n * one[2] * other[2]);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(scalar, point) {
  let result = [0n, 1n, 1n, 0n];
  for (let left = scalar, double = point; left; left >>= 1n, double = sum(double, double)) {
    if (left & 1n) result = sum(result, double);
  }
  return result;
}

function bytesOf(point) {
  const inverse = power(point[2], P - 2n);
  const [x, y] = [mod(point[0] * inverse), mod(point[1] * inverse)];
  let left = y | ((x & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, () => {
    const byte = Number(left & 255n);
    left >>= 8n;
    return byte;
  });
}

async function signatureHoldsByHand(key, message, signature) {
  const [holder, scalar] = [pointOf(key), little(signature.slice(32))];
  if (signature.length !== 64 || !holder || scalar >= ORDER) return false;
  const hashed = little(await sha(joined(signature.slice(0, 32), key, message), 512)) % ORDER;
  const against = times(hashed, [P - holder[0], holder[1], holder[2], P - holder[3]]);
  const fifth = mod(4n * power(5n, P - 2n));
  const base = pointOf(bytesOf([0n, fifth, 1n, 0n]));
  return hex(bytesOf(sum(times(scalar, base), against))) === hex(signature.slice(0, 32));
}

async function signatureHolds(key, message, signature) {
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  } catch {
    return signatureHoldsByHand(key, message, signature);
  }
  return crypto.subtle.verify("Ed25519", imported, signature, message);
}

// ---- What the check finds out ---------------------------------------------------------------------

const HEADER_KEYS = ["format", "game", "ruleset", "version", "tower", "options", "seats", "chance"];
const PUBLIC_KEYS = ["seq", "kind", "version", "at", "payload"];
const ENTRY_KEYS = [...PUBLIC_KEYS, "prev", "hash"];
// Whose own an answer is: under a salt of theirs, or under one that the house drew for them.
const PEOPLE = ["seat", "relay"];

function newReport() {
  return {
    header: null, games: [], entries: 0, head: "", steps: 0, questions: 0, draws: 0, throws: [], judged: 0, seasons: [], opened: 0,
    sealed: 0, by: Object.create(null), counted: new Map(), fixedSalts: 0, chosenSalts: [], houseLast: [],
    relayedLast: [], over: false, signatures: 0, statements: 0, heads: 0, gaps: [], remarks: [], wrong: null,
  };
}

function verdictOf(report) {
  if (report.wrong) return "FAILED";
  return report.gaps.length ? "NOT FULLY CHECKED" : "OK";
}

async function check(bytes, { signed = [], keys = null, heads = [] } = {}) {
  const report = newReport();
  try {
    const entries = await new Audit(report).whole(bytes);
    await compare(entries, report, signed, keys, heads);
  } catch (problem) {
    if (!(problem instanceof Wrong)) throw problem;
    report.wrong = problem;
  }
  return report;
}

function linesOf(bytes) {
  const lines = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [lines, bytes.length > start];
}

function lineOf(bytes, seq) {
  let value = null;
  try {
    value = parsed(bytes);
  } catch {
    value = null;
  }
  if (isObject(value)) return value;
  if (seq === 0) throw new Unusable("this is no log: its first line is not a JSON object");
  throw new Wrong(seq, "the line is not a JSON object as logs write it");
}

async function hashed(seq, before, value) {
  let bytes;
  try {
    bytes = canonical(value);
  } catch {
    throw new Wrong(seq, "the text has no canonical form");
  }
  return hex(await sha(joined(new TextEncoder().encode(before), bytes)));
}

class Audit {
  constructor(report) {
    this.report = report;
    this.rules = null;
    this.tower = null;
    this.key = null;
    this.uses = Object.create(null);
    this.sealed = new Map();
    this.closed = [];
    this.decks = {};
    this.open = {};
    this.tray = Object.create(null);
    this.lodged = {};
    this.holders = Object.create(null);
    this.markers = new Map(); // of revolt, by county
    this.asked = new Map(); // what the game waits on: decisions, and whose
    this.decided = new Set();
    this.inStep = false; // whether the entry before this one was a fact
    this.year = 0;
    this.season = "setup";
    this.phase = "";
    this.before = ""; // the fact before this one, as the tables name places
    this.next = []; // the facts that must come now, in this order
    this.gathered = null; // the fact that laid cubes ready for a throw
    this.fought = new Set(); // the seats that have fought in the action of the moment
    this.hungry = []; // the seats that revolts were drawn for this winter
    this.revolting = []; // the counties that were drawn and have not revolted yet
    this.once = new Set(); // what must not be told again this season
    this.last = null; // what the fact before this one told
    this.numbers = Object.create(null); // facts of a kind and seat in a year
    this.actions = []; // those of the season that are not ended yet
    this.order = []; // of the draft
    this.picks = 0;
    this.again = "";
    this.faceUp = [];
    this.underPile = [];
    this.cause = "";
    this.behind = ["", {}]; // its sentence, and what the log says: to be told in other words
    this.at = "";
    this.deadline = null;
    this.isDue = false; // whether the deadline is that of the open questions
    this.policy = "";
    this.silent = new Set();
    this.players = new Map();
  }

  async whole(bytes) {
    const [lines, isCutOff] = linesOf(bytes);
    if (isCutOff && lines.length) {
      throw new Wrong(lines.length, "the file does not end with a line feed: it was cut off");
    }
    if (!lines.length) throw new Unusable("this is no log: it has not one whole line");
    await this.header(lineOf(lines[0], 0));
    const entries = [];
    for (let seq = 1; seq < lines.length; seq += 1) {
      const entry = lineOf(lines[seq], seq);
      await this.entry(entry, seq);
      entries.push(entry);
    }
    if (this.rules && this.key !== null && !this.asked.size && !this.report.over) {
      throw new Wrong(entries.length, "the log ends within a step, before anybody is asked");
    }
    if (this.report.over && this.closed.length) {
      throw new Wrong(this.closed[0], "the game is over, but this answer is not open");
    }
    this.report.sealed = this.closed.length;
    for (const answer of this.sealed.values()) this.report.counted.set(answer.seq, answer);
    this.house();
    return entries;
  }

  house() {
    const { houseLast, relayedLast, chosenSalts, remarks } = this.report;
    if (houseLast.length) {
      remarks.push("the house sealed last, for a bot or from a draft, when it knew the link and all"
        + ` that the others had sealed: steps ${ranges(houseLast)}`);
    }
    if (relayedLast.length) {
      remarks.push("whoever sealed last did so under a salt that the house drew, when it knew the"
        + ` link and all that was sealed: steps ${ranges(relayedLast)}`);
    }
    if (chosenSalts.length) {
      remarks.push("bots answered under a salt that does not follow from the link, so that the"
        + ` house could choose it: entries ${ranges(chosenSalts)}`);
    }
  }

  // -- the header

  async header(header) {
    if (header.format !== "wallenstein-log/1") {
      throw new Unusable("this is no log of the format wallenstein-log/1");
    }
    const { chance, seats, options } = header;
    if (!hasOnly(header, HEADER_KEYS) || !isObject(chance) || !hasOnly(chance, ["anchor"])) {
      throw new Wrong(0, "the header has not the keys it should have");
    }
    const isInOrder = Array.isArray(seats) && seats.length > 0
      && same(seats, [..."ABCDEF"].slice(0, seats.length));
    const isPlain = ["game", "ruleset", "tower"].every((key) => typeof header[key] === "string");
    if (!isInOrder || !isPlain || !isCount(header.version)) {
      throw new Wrong(0, "the header is not written as it should be");
    }
    if (!isObject(options) || !Object.values(options).every((value) => typeof value === "string")) {
      throw new Wrong(0, "the header's options are not written as they should be");
    }
    if (!isHex(chance.anchor, 64)) throw new Wrong(0, "the anchor is not 64 hexadecimal digits");
    this.report.header = header;
    this.seats = seats;
    this.game = header.game;
    this.report.games.push([0, this.game]);
    this.link = chance.anchor;
    this.report.head = await hashed(0, "", header);
    this.tables(header);
  }

  tables(header) {
    const named = `${header.ruleset} version ${header.version}`;
    const rules = Object.hasOwn(TABLES.rulesets, header.ruleset) && TABLES.rulesets[header.ruleset];
    if (!rules || !rules.versions.includes(header.version)) {
      this.report.gaps.push(`this verifier does not know the ruleset ${named}`);
    } else {
      this.rules = played(rules, header.version, header.options);
      if (!this.rules) {
        this.report.gaps.push(`this verifier does not know all options of this game of ${named}`);
      }
    }
    if (this.rules && !hasOnly(header.options, Object.keys(this.rules.options))) {
      throw new Wrong(0, "the header does not name every option");
    }
    if (this.rules && !this.rules.seats.includes(this.seats.length)) {
      throw new Wrong(0, `${named} is not played by so many`);
    }
    for (const name of Object.keys(this.rules?.decks ?? {})) this.decks[name] = this.wholeDeck(name);
    if (this.rules) this.enter(this.phases()[0]);
    if (Object.hasOwn(TABLES.towers, header.tower)) this.tower = TABLES.towers[header.tower];
    else this.report.gaps.push(`this verifier does not know the tower ${header.tower}`);
  }

  wholeDeck(name) {
    const out = this.rules.left_out[String(this.seats.length)] ?? [];
    return this.rules.decks[name].filter((card) => !out.includes(card));
  }

  // -- one entry: the chain first, then what it says

  async entry(entry, seq) {
    try {
      await this.chained(entry, seq);
      this.timed(entry);
      const isJournal = Object.hasOwn(TABLES.journal, entry.kind);
      const members = entry.version === 1 ? own(TABLES.journal, entry.kind)
        : own(own(TABLES.newer, entry.kind) ?? {}, String(entry.version));
      if (!members && (isJournal || (this.rules && entry.version !== 1))) {
        throw new Wrong(seq, `${entry.kind} is told in a version that is not known`);
      }
      if (members) this.shaped(members, entry.payload);
      await this.secret(entry);
      if (members) {
        this.afterAStep(seq);
        await this.journal(entry);
      } else {
        await this.fact(entry);
      }
    } catch (problem) {
      if (problem instanceof Wrong) throw problem;
      const isOurs = problem instanceof Misshapen || problem instanceof TypeError
        || problem instanceof RangeError;
      if (!isOurs) throw problem;
      throw new Wrong(seq, `the payload of ${entry.kind} is not as it should be`);
    }
  }

  async chained(entry, seq) {
    const known = [...ENTRY_KEYS, "secret_digest", "secret"];
    const isWhole = ENTRY_KEYS.every((key) => key in entry)
      && Object.keys(entry).every((key) => known.includes(key));
    if (!isWhole) throw new Wrong(seq, "the entry has not the keys it should have");
    if (entry.seq !== seq) throw new Wrong(seq, `the number of the entry should be ${seq}`);
    if (entry.prev !== this.report.head) {
      throw new Wrong(seq, "prev is not the hash of what stands before it");
    }
    const shown = [...PUBLIC_KEYS, "secret_digest"].filter((key) => key in entry);
    const open = Object.fromEntries(shown.map((key) => [key, entry[key]]));
    if (entry.hash !== await hashed(seq, this.report.head, open)) {
      throw new Wrong(seq, "the hash is not that of the entry");
    }
    const isPlain = typeof entry.kind === "string" && isObject(entry.payload);
    if (!isPlain || !isCount(entry.version) || !isMoment(entry.at)) {
      throw new Wrong(seq, "the entry is not written as it should be");
    }
    this.report.head = entry.hash;
    this.report.entries = seq;
  }

  shaped(members, payload) {
    if (!hasOnly(payload, Object.keys(members))) throw new Misshapen();
    for (const [member, shapes] of Object.entries(members)) {
      const [shape, optional] = shapes.split(" or ");
      const value = payload[member];
      if (!(optional && value === null) && !this.is(shape, value)) throw new Misshapen();
    }
  }

  is(shape, value) {
    if (shape === "seats" || shape === "counts") {
      return Array.isArray(value) && value.every((one) => this.is(shape.slice(0, -1), one));
    }
    if (shape === "count") return isCount(value);
    if (shape === "flag") return typeof value === "boolean";
    if (shape === "moment") return isMoment(value);
    if (typeof value !== "string") return false;
    if (shape === "who") {
      const isBot = value.startsWith("bot ") && value !== "bot ";
      return [...PEOPLE, "default", "draft"].includes(value) || isBot;
    }
    if (shape === "words") return value !== "";
    return shape === "text" || this.seats.includes(value);
  }

  timed(entry) {
    if (entry.at < this.at) {
      this.report.remarks.push(
        `entry ${entry.seq} is dated ${entry.at}, before the one above (${this.at})`);
    }
    this.at = entry.at;
  }

  async secret(entry) {
    const { seq, payload } = entry;
    const isAnswer = entry.kind === "answer_sealed";
    if (isAnswer !== "secret_digest" in entry || ("secret" in entry && !isAnswer)) {
      throw new Wrong(seq, "only a sealed answer has a digest, and it must have one");
    }
    if (!isAnswer) return;
    if (!isHex(entry.secret_digest, 64)) {
      throw new Wrong(seq, "the digest is not 64 hexadecimal digits");
    }
    if (!("secret" in entry)) {
      this.closed.push(seq);
      return;
    }
    const { secret } = entry;
    if (!isObject(secret)) throw new Misshapen();
    if (!hasOnly(secret, ["salt", "answer"]) || !isHex(secret.salt, 64)) {
      throw new Wrong(seq, "the secret is not a salt and an answer");
    }
    let digest = "";
    try {
      digest = await digestOf(secret.salt, secret.answer);
    } catch (problem) {
      if (!(problem instanceof Misshapen)) throw problem;
    }
    if (digest !== entry.secret_digest) {
      throw new Wrong(seq, "the open answer is not the one that was sealed");
    }
    const ours = hex(await sha(canonical([this.game, need(payload, "decision")])));
    if (need(payload, "by") === "default" && secret.salt !== ours) {
      throw new Wrong(seq, "the house chose the salt of a silent seat");
    }
    this.report.opened += 1;
  }

  // -- what people and the house did

  afterAStep(seq) {
    this.inStep = this.key !== null;
    this.key = null;
    if (this.rules && this.inStep && !this.asked.size && !this.report.over) {
      throw new Wrong(seq, "the step before was broken off before anybody was asked");
    }
  }

  async journal(entry) {
    const { seq, kind, payload } = entry;
    if (this.report.over && ["answer_sealed", "step_began", "fork_began"].includes(kind)) {
      throw new Wrong(seq, "the game goes on after its end");
    }
    if (kind === "answer_sealed") {
      this.sealing(entry);
    } else if (kind === "answer_withdrawn") {
      const [decision, seat] = [need(payload, "decision"), need(payload, "seat")];
      if (this.sealed.get(decision)?.seat !== seat) {
        throw new Wrong(seq, "an answer is withdrawn that was not sealed");
      }
      this.sealed.delete(decision);
    } else if (kind === "step_began") {
      await this.step(seq, payload);
    } else if (kind === "deadline_set") {
      this.due(entry);
    } else if (kind === "time_ran_out") {
      this.late(entry);
    } else if (kind === "game_resumed") {
      this.isDue = false;
    } else if (kind === "seat_taken" || kind === "player_replaced") {
      if (kind === "seat_taken" && (this.report.steps || this.players.has(payload.seat))) {
        throw new Wrong(seq, `${payload.seat} is taken anew, which only replacing can do`);
      }
      this.players.set(payload.seat, payload.player);
    } else if (kind === "fork_began") {
      this.forked(seq, payload);
    } else if (kind === "game_forked") {
      this.report.remarks.push(`entry ${seq}: the game goes on as ${need(payload, "game")}`);
    }
  }

  forked(seq, payload) {
    const [game, origin, anchor] = ["game", "origin", "anchor"].map((key) => need(payload, key));
    if (origin !== this.game || game === origin || typeof game !== "string") {
      throw new Wrong(seq, `a fork begins that is not one of the game ${this.game}`);
    }
    const { steps } = this.report;
    if (need(payload, "step") !== steps || steps === 0 || !this.inStep) {
      throw new Wrong(seq, "a fork begins elsewhere than at the end of a step");
    }
    if (!isHex(anchor, 64)) throw new Wrong(seq, "the anchor is not 64 hexadecimal digits");
    this.report.remarks.push(
      `entry ${seq}: a fork of the game ${origin} begins here, with a chain of its own`
      + `; by ${need(payload, "by")}, because: ${need(payload, "why")}`);
    this.game = game;
    this.report.games.push([seq, game]);
    this.link = anchor;
  }

  due(entry) {
    const { seq, at, payload: { deadline } } = entry;
    const before = this.deadline;
    if (deadline !== null && deadline <= at) {
      this.report.remarks.push(
        `entry ${seq}: the deadline ${deadline} is not after ${at}, when it was set`);
    } else if (this.isDue && deadline !== null && before !== null && deadline < before) {
      this.report.remarks.push(
        `entry ${seq}: the deadline is moved to an earlier time, from ${before} to ${deadline}`);
    }
    this.deadline = deadline;
    this.isDue = true;
  }

  late(entry) {
    const { seq, payload: { seats, policy } } = entry;
    if (this.deadline === null || entry.at < this.deadline) {
      throw new Wrong(seq, `time ran out before the deadline (${this.deadline ?? "None"})`);
    }
    const answered = new Set([...this.sealed.values()].map((answer) => answer.seat));
    for (const seat of seats) {
      if (answered.has(seat)) throw new Wrong(seq, `time ran out for ${seat}, who had answered`);
      if (this.rules && ![...this.asked.values()].includes(seat)) {
        throw new Wrong(seq, `time ran out for ${seat}, whom nobody asked`);
      }
    }
    if (this.policy && policy !== this.policy) {
      this.report.remarks.push(`entry ${seq}: who is late is treated by the policy ${policy}`
        + `, and before by ${this.policy}`);
    }
    this.policy = policy;
    for (const seat of seats) this.silent.add(seat);
  }

  sealing(entry) {
    const { seq, payload: { decision, seat, by } } = entry;
    const [who] = by.split(" ");
    if (this.rules && this.asked.get(decision) !== seat) {
      throw new Wrong(seq, `nobody asked ${seat} for ${decision}`);
    }
    this.report.by[who] = (this.report.by[who] ?? 0) + 1;
    if (!PEOPLE.includes(by)) {
      if (this.sealed.has(decision)) {
        throw new Wrong(seq, `the house answers for ${seat}, who had answered`);
      }
      this.answeredFor(seq, seat, by);
    }
    const salt = entry.secret?.salt ?? null;
    this.sealed.delete(decision);
    this.sealed.set(decision, { decision, seat, seq, by: who, digest: entry.secret_digest, salt });
  }

  answeredFor(seq, seat, by) {
    const [who] = by.split(" ");
    const said = `entry ${seq}: the house answers for ${seat} (${by})`;
    const player = this.players.get(seat) ?? "";
    if (this.silent.has(seat)) {
      if (!(own(TABLES.policies, this.policy) ?? []).includes(who)) {
        this.report.remarks.push(`${said}, which is not what the policy ${this.policy} says`);
      }
    } else if (who !== "bot" || (player && player.split(" ")[0] !== "bot")) {
      this.report.remarks.push(`${said}, though the log tells of no time out`);
    }
  }

  async step(seq, payload) {
    const [step, link, answers] = ["step", "link", "answers"].map((key) => need(payload, key));
    if (step !== this.report.steps + 1) {
      throw new Wrong(seq, `the number of the step should be ${this.report.steps + 1}`);
    }
    if (!isHex(link, 64) || hex(await sha(unhex(link))) !== this.link) {
      throw new Wrong(seq, "the link does not hash to the one before it");
    }
    const place = (answer) => this.seats.indexOf(answer.seat);
    const counted = [...this.sealed.values()].sort((a, b) => place(a) - place(b));
    if (!same(answers, counted.map((answer) => answer.seq))) {
      throw new Wrong(seq, "the step does not rest on the answers that were sealed last");
    }
    if (new Set(counted.map((answer) => answer.seat)).size !== counted.length) {
      throw new Wrong(seq, "a seat answers two things in one step");
    }
    if (step > 1 && !counted.length) {
      throw new Wrong(seq, "the step rests on no answer at all");
    }
    for (const decision of this.asked.keys()) {
      if (!this.sealed.has(decision)) {
        throw new Wrong(seq, `the step begins though ${decision} was not answered`);
      }
    }
    await this.chosen(step, link, counted);
    const digests = counted.map((answer) => answer.digest);
    this.key = await stepKey(link, this.game, step, digests);
    this.link = link;
    this.report.steps = step;
    for (const decision of this.asked.keys()) this.decided.add(decision);
    this.report.questions = this.decided.size;
    this.asked = new Map();
    this.sealed = new Map();
    this.silent = new Set();
    this.uses = Object.create(null);
    this.deadline = null;
    this.isDue = false;
  }

  // What the house could have chosen, knowing the link: its answers, and their salts.
  async chosen(step, link, counted) {
    const { report } = this;
    for (const answer of counted) report.counted.set(answer.seq, answer);
    // A default leaves nothing to choose; of the others the one sealed last decides.
    const last = counted.filter((answer) => answer.by !== "default").sort((a, b) => b.seq - a.seq)[0]?.by;
    if (["bot", "draft"].includes(last)) report.houseLast.push(step);
    else if (last === "relay") report.relayedLast.push(step);
    for (const { by, salt, seq, decision } of counted) {
      if (by !== "bot" || salt === null) continue;
      if (salt === await botSalt(link, this.game, decision)) report.fixedSalts += 1;
      else report.chosenSalts.push(seq);
    }
  }

  // -- what the rules made of it

  async fact(entry) {
    const { seq, kind, payload } = entry;
    if (this.key === null) throw new Wrong(seq, "a fact stands outside every step");
    if (this.report.over) throw new Wrong(seq, "the game goes on after its end");
    if (this.asked.size) throw new Wrong(seq, "the step goes on though somebody was asked first");
    const members = ["draw", "draws", "throw"].filter((member) => member in payload);
    const rule = (this.rules && own(this.rules.chance, kind)) || null;
    if (this.rules && !same(members, rule ? [rule.in] : [])) {
      throw new Wrong(seq, `${kind} does not rest on chance as it should`);
    }
    if (this.rules) {
      this.placed(seq, kind, payload);
      this.fights(seq, kind, payload);
      this.gifts(seq, kind, payload);
      this.judged(seq, kind, payload);
      this.cubes(seq, kind, payload);
      this.held(kind, payload);
      this.unrest(kind, payload);
      this.seasoned(seq, kind, payload);
    }
    for (const member of members) {
      if (member === "throw") await this.throwing(seq, payload.throw, rule);
      else await this.draws(seq, payload, member === "draws" ? payload.draws : [payload.draw], rule);
    }
    if (this.rules) {
      this.drafted(seq, kind, payload);
      this.asks(seq, kind, payload);
    }
    this.result(kind, payload);
  }

  // -- where a fact may stand, so that none is told twice until it pleases

  phases() {
    const { options } = this.report.header;
    const listed = this.rules.phases[this.season].map((phase) => phase.split(" if "));
    return listed.filter(([, option]) => !option || options[option] === "on").map(([name]) => name);
  }

  enter(phase) {
    this.phase = phase;
    this.before = `phase ${phase}`;
  }

  // Checks that a fact stands where it belongs, and remembers where the next one stands.
  placed(seq, kind, payload) {
    const { rules, next, before } = this;
    if (next.length && kind !== next[0]) {
      throw new Wrong(seq, `${next[0]} should come here, directly after ${before}`);
    }
    const places = [...(own(rules.after, kind) ?? []), ...(own(rules.may, kind) ?? [])];
    if (places.length && !places.includes(before)) {
      throw new Wrong(seq, `${kind} has no place directly after ${before}`);
    }
    if (!(own(rules.within, kind) ?? [this.phase]).includes(this.phase)) {
      throw new Wrong(seq, `${kind} has no place in the phase ${this.phase}`);
    }
    if (kind === rules.draft.turned_up) this.intoHand(seq, need(payload, "seat"));
    this.next = next.slice(1);
    this.before = kind;
    if (kind === rules.phase || kind === rules.season) this.phased(seq, kind, text(payload, "phase"));
    else if (kind === rules.question) this.before = `choice ${textOf(need(payload, "choice"))}`;
    const follows = ([, after]) => after.includes(this.before);
    this.next.push(...Object.entries(rules.after).filter(follows).map(([fact]) => fact));
    if (this.before === rules.years.ends) {
      this.next.push(this.year >= rules.years.last ? rules.over : rules.years.ended);
    }
    if (Object.hasOwn(rules.decides, kind)) {
      this.next.push(rules.decides[kind][0]);
      this.gathered = { kind, payload };
    }
  }

  // Checks that a card goes into the hand of who was asked just now, and else into none.
  intoHand(seq, seat) {
    const asked = this.before === `choice ${this.rules.draft.pick}`;
    if (seat !== (asked ? this.order[this.picks % this.order.length] : null)) {
      throw new Wrong(seq, "a card is turned up into another hand than that of who was asked");
    }
  }

  phased(seq, kind, phase) {
    const listed = this.phases();
    const [following = null] = listed.slice(listed.indexOf(this.phase) + 1);
    if (kind === this.rules.season) {
      if (following) throw new Wrong(seq, `the phase ${following} should come before the season ends`);
    } else if (phase !== following) {
      throw new Wrong(seq, `the next phase should be ${textOf(following)}`);
    }
    this.enter(phase);
  }

  // Checks that nobody fights twice in an action, and that what is decided was thrown for.
  fights(seq, kind, payload) {
    const { rules, gathered } = this;
    const [result, ...alike] = gathered ? rules.decides[gathered.kind] : [null];
    if (kind === result) {
      if (alike.some((member) => !same(need(payload, member), need(gathered.payload, member)))) {
        throw new Wrong(seq, `${kind} is not about what was thrown for`);
      }
    } else if (kind === rules.hunger) {
      const seat = text(payload, "seat");
      if (this.hungry.includes(seat)) throw new Wrong(seq, `revolts were drawn for ${seat} before`);
      this.hungry.push(seat);
    } else if (kind === rules.actions.ended) {
      this.inAction(seq, kind, need(payload, "action"), this.actions.slice(0, 1));
      this.fought = new Set();
    } else if (Object.hasOwn(rules.fights, kind)) {
      const rule = rules.fights[kind];
      this.inAction(seq, kind, need(payload, rule.by), rule.in);
      this.fighting(seq, text(payload, "seat"), text(payload, "county"));
      this.theirs(seq, kind, payload);
    }
  }

  // Checks that counties are theirs who are said to fight from them, and for them.
  theirs(seq, kind, payload) {
    const holding = Object.entries(this.rules.holding[kind]);
    for (const [place, holder] of holding) {
      const county = text(payload, place);
      const isOnTheTable = this.wholeDeck("counties").includes(county);
      if (!isOnTheTable || !same(need(payload, holder), this.holders[county] ?? null)) {
        throw new Wrong(seq, `${kind} is told of a county that another one holds`);
      }
    }
    if (new Set(holding.map(([, holder]) => textOf(payload[holder]))).size < holding.length) {
      throw new Wrong(seq, `${kind} is told of who fights against themselves`);
    }
  }

  // Checks that what a throw is said to have come to is what lies in the tray.
  judged(seq, kind, payload) {
    const judge = own(this.rules.judged, kind);
    if (!judge) return;
    let due = { home: some(this.tray) };
    if (judge === "revolt") {
      due = revoltOf(this.tray, payload.seat);
    } else if (judge === "battle") {
      const isCalm = (this.markers.get(payload.county) ?? 0) < this.rules.turned;
      due = battleOf(this.tray, payload.seat, payload.defender, isCalm);
    }
    for (const [member, value] of Object.entries(due)) {
      if (!same(need(payload, member), value)) {
        throw new Wrong(seq, `the tray says otherwise: ${member} should be ${textOf(value)}`);
      }
    }
    if (judge !== "filling") this.report.judged += 1;
  }

  // Follows the revolt markers, as the facts tell of them.
  unrest(kind, payload) {
    const rule = own(this.rules.unrest, kind) ?? {};
    for (const [sign, change] of [[1, rule.more], [-1, rule.less]]) {
      if (change === undefined) continue;
      const number = typeof change === "string" ? need(payload, change) : change;
      if (!isCount(number)) throw new Misshapen();
      const county = text(payload, "county");
      this.markers.set(county, (this.markers.get(county) ?? 0) + sign * number);
    }
    if (kind === this.rules.years.ended) this.markers.clear();
  }

  // Checks what brings cubes without a fight: once, to whom it is due, and not more.
  gifts(seq, kind, payload) {
    const { rules, last } = this;
    this.last = payload;
    if ((own(rules.alike, kind) ?? []).some((member) => !same(need(payload, member), need(last, member)))) {
      throw new Wrong(seq, `${kind} is not about what stands directly before it`);
    }
    const once = own(rules.once, kind);
    if (once) {
      const sign = [kind, ...once.map((member) => text(payload, member))];
      if (!this.seats.includes(payload.seat)) throw new Misshapen();
      if (this.once.has(JSON.stringify(sign))) {
        throw new Wrong(seq, `${sign.join(" ")} stands a second time in one season`);
      }
      this.once.add(JSON.stringify(sign));
    }
    const pick = own(rules.picks, kind);
    if (pick) {
      const [card, open] = [need(payload, pick[0]), this.open[pick[1]] ?? []];
      if (!open.some((other) => same(card, other))) {
        throw new Wrong(seq, `the card ${textOf(card)} does not lie open`);
      }
      this.open[pick[1]] = open.filter((other) => !same(card, other));
    }
    this.dueGift(seq, kind, payload);
    if (Object.hasOwn(rules.gifts, kind)) this.amount(seq, kind, payload, rules.gifts[kind]);
  }

  dueGift(seq, kind, payload) {
    const { rules } = this;
    if (Object.hasOwn(rules.spread, kind)) {
      const held = new Set();
      for (const [place, name] of rules.decks.counties.entries()) {
        if (this.holders[name] === payload.seat) held.add(Math.floor(place / 9));
      }
      if (held.size < rules.spread[kind]) {
        throw new Wrong(seq, `${payload.seat} holds counties in too few regions for ${kind}`);
      }
    }
    if (Object.hasOwn(rules.numbered, kind)) {
      const sign = `${kind} ${text(payload, "seat")}`;
      this.numbers[sign] = (this.numbers[sign] ?? 0) + 1;
      if (!same(need(payload, rules.numbered[kind]), this.numbers[sign])) {
        throw new Wrong(seq, `${kind} is of another number than the next of its seat`);
      }
    }
  }

  amount(seq, kind, payload, rule) {
    const [what, number] = [text(payload, rule.what), need(payload, rule.number)];
    let due = own(rule.amounts, textOf(need(payload, rule.by))) ?? null;
    if (isObject(due)) due = own(due, what) ?? null;
    const isFewer = what === rule.fewer && isCount(number) && number < due;
    if (due === null || !(same(number, due) || isFewer)) {
      throw new Wrong(seq, `${kind} is of another amount than there is to be had`);
    }
    const lies = what === rule.lies && number ? { [payload.seat]: number } : {};
    if (!same(need(payload, "tray"), lies)) {
      throw new Wrong(seq, `${kind} moves other cubes of the tray than it says`);
    }
  }

  inAction(seq, kind, action, actions) {
    const now = this.action();
    if (now === null || action !== now || !actions.includes(now)) {
      throw new Wrong(seq, `${kind} is told of another action than the one of the moment`);
    }
  }

  fighting(seq, seat, county) {
    if (this.season === "winter") {
      if (!this.revolting.includes(county) || seat !== this.hungry.at(-1)) {
        throw new Wrong(seq, `no revolt in ${county} was drawn for ${seat}, or it was over`);
      }
      this.revolting = this.revolting.filter((other) => other !== county);
    } else if (this.fought.has(seat)) {
      throw new Wrong(seq, `${seat} fights a second time in one action`);
    }
    this.fought.add(seat);
  }

  // The action of the moment.
  action() {
    return this.season === "winter" ? "winter" : this.actions[0] ?? null;
  }

  seasoned(seq, kind, payload) {
    if (kind === this.rules.season) {
      const { seasons } = this.rules;
      const after = this.year ? (seasons.indexOf(this.season) + 1) % seasons.length : 0;
      if (after === 0) this.year += 1;
      this.season = seasons[after];
      if (!same([need(payload, "year"), need(payload, "season")], [this.year, this.season])) {
        throw new Wrong(seq, `the season should be the ${this.season} of year ${this.year}`);
      }
      const [first] = this.phases();
      if (this.phase !== first) throw new Wrong(seq, `the season should begin with ${first}`);
      this.report.seasons.push(`Year ${this.year}, ${this.season}`);
      this.actions = [];
      this.fought = new Set();
      this.hungry = [];
      this.revolting = [];
      this.once = new Set();
      if (after === 0) this.numbers = Object.create(null);
    } else if (kind === this.rules.years.ended && !same(need(payload, "year"), this.year)) {
      throw new Wrong(seq, `the year that ends is ${this.year}`);
    }
    this.report.over = kind === this.rules.over;
  }

  held(kind, payload) {
    const rule = own(this.rules.holders, kind);
    if (!rule) return;
    if ("map" in rule) {
      const placed = need(payload, rule.map);
      if (!isObject(placed) || !Object.values(placed).every(isObject)) throw new Misshapen();
      for (const [seat, counties] of Object.entries(placed)) {
        for (const county of Object.keys(counties)) this.holders[county] = seat;
      }
    } else {
      const [county, holder] = [need(payload, rule.county), need(payload, rule.holder)];
      const isPlain = typeof county === "string" && (holder === null || typeof holder === "string");
      const isHeld = "if" in rule ? need(payload, rule.if) : holder !== null;
      if (!isPlain || typeof isHeld !== "boolean") throw new Misshapen();
      this.holders[county] = isHeld ? holder : null;
      if (!isHeld) this.markers.delete(county);
    }
  }

  cubes(seq, kind, payload) {
    const rule = own(this.rules.tray, kind) ?? {};
    for (const term of rule.into ?? []) this.move(counted(term, payload), 1);
    for (const term of rule.out ?? []) this.move(counted(term, payload), -1);
    if (rule.into && kind in this.rules.told) {
      this.behind = [this.rules.told[kind], payload];
      this.cause = told(...this.behind);
    }
    if (Object.values(this.tray).some((count) => count < 0)) {
      throw new Wrong(seq, `${kind} takes cubes out of the tray that are not in it`);
    }
  }

  move(cubes, sign) {
    for (const [colour, count] of Object.entries(cubes)) {
      this.tray[colour] = (this.tray[colour] ?? 0) + sign * count;
    }
  }

  result(kind, payload) {
    const last = this.report.throws.at(-1);
    const sentence = this.rules && own(this.rules.told, kind);
    if (last && sentence && this.rules.tray[kind].out) {
      last.result.push(told(sentence, payload));
      last.facts.push([sentence, payload]);
    }
  }

  // -- who is asked what

  // Follows the draft, and which action is the one of the moment.
  drafted(seq, kind, payload) {
    const { draft, actions } = this.rules;
    const drew = payload.draw ? payload.draw.drawn : [];
    if (kind === draft.opened) {
      this.order = drew;
    } else if (kind === draft.turned_up) {
      const fromBelow = this.underPile.slice(0, this.missing(payload) - drew.length);
      if (!same(need(payload, "from_bottom"), fromBelow)) {
        throw new Wrong(seq, "other cards lie at the bottom of the pile");
      }
      this.underPile = this.underPile.slice(fromBelow.length);
      if (payload.seat === null) this.faceUp = [...this.faceUp, ...drew, ...fromBelow];
    } else if (kind === draft.taken) {
      this.picks += 1;
      this.again = "";
      this.faceUp = this.faceUp.filter((card) => card !== payload.county);
      if (this.faceUp.length < draft.face_up) this.next = [draft.turned_up];
    } else if (kind === draft.exchanged) {
      if (!same(need(payload, "counties"), this.faceUp) || this.again) {
        throw new Wrong(seq, "other cards lie beside the pile, or were exchanged before");
      }
      this.underPile = [...this.underPile, ...this.faceUp];
      this.faceUp = [];
      this.again = ".again";
    } else if (kind === this.rules.hunger) {
      this.revolting = [...drew];
    } else if (kind === actions.revealed) {
      this.actions = drew;
    } else if (kind === actions.ended) {
      this.actions = [...this.actions.slice(1), ...drew];
    }
  }

  missing(payload) {
    return need(payload, "seat") !== null ? 1 : this.rules.draft.face_up - this.faceUp.length;
  }

  // What the game waits on after this fact; the step ends with it if that is anything.
  asks(seq, kind, payload) {
    const asked = new Map();
    const rule = kind === this.rules.phase ? own(this.rules.waits, text(payload, "phase")) : null;
    if (kind === this.rules.question) {
      const seat = text(payload, "seat");
      const decision = this.decision(this.question(seq, payload), seat);
      if (text(payload, "decision") !== decision) {
        throw new Wrong(seq, `the question should be called ${decision}`);
      }
      asked.set(decision, seat);
    } else if (rule && this.isPlayedBy(rule.by)) {
      const holders = this.wholeDeck("counties").map((county) => this.holders[county]);
      const isAsked = (seat) => rule.of === "seats" || holders.includes(seat);
      for (const seat of this.seats.filter(isAsked)) asked.set(this.decision(rule.name, seat), seat);
    }
    for (const decision of asked.keys()) {
      if (this.decided.has(decision)) throw new Wrong(seq, `${decision} was asked before`);
    }
    this.asked = asked;
  }

  isPlayedBy(options) {
    return Object.entries(options).every(([key, value]) => this.report.header.options[key] === value);
  }

  decision(name, seat) {
    return `${this.year}.${this.season}.${name}.${seat}`;
  }

  // The name of the choice a fact puts to a seat.
  question(seq, payload) {
    const [choice, seat, about] = [text(payload, "choice"), payload.seat, need(payload, "about")];
    if (!isObject(about)) throw new Misshapen();
    let name = own(this.rules.choices, choice);
    if (name === undefined || !this.seats.includes(seat)) {
      throw new Wrong(seq, "this is no question of this game");
    }
    if (this.isPlayedBy({ choices: "orders" }) && !this.rules.always.includes(choice)) {
      throw new Wrong(seq, "this is no question of a game that is played by orders");
    }
    if (name.includes("{pick}")) {
      if (!this.order.length || seat !== this.order[this.picks % this.order.length]) {
        throw new Wrong(seq, "another seat should be asked in the draft");
      }
      name = name.replace("{pick}", this.picks + 1).replace("{again}", this.again);
    }
    if (name.includes("{action}")) {
      const played = this.action();
      if (played === null || need(about, "action") !== played) {
        throw new Wrong(seq, `the action of the moment is ${textOf(played)}`);
      }
      name = name.replace("{action}", played);
    }
    if (name.includes("{county}")) {
      const [county, by] = [text(about, "county"), need(about, "by")];
      if (this.holders[county] !== seat || by === seat) {
        throw new Wrong(seq, "who is asked to defend a county is not who holds it");
      }
      if (by !== null && !this.seats.includes(by)) throw new Misshapen();
      name = name.replace("{county}", () => county).replace("{by}", by ? `_${by}` : "");
    }
    return name;
  }

  // -- draws and throws

  async stream(seq, stream, label) {
    const name = label ?? String(stream).slice(0, Math.max(0, String(stream).lastIndexOf(" ")));
    this.uses[name] = (this.uses[name] ?? 0) + 1;
    const expected = `${name} ${this.uses[name]}`;
    if (stream !== expected) throw new Wrong(seq, `the stream should be called ${expected}`);
    return words(this.key, expected);
  }

  async draws(seq, payload, made, rule) {
    const pools = rule ? this.pools(payload, rule) : list(made).map(() => null);
    if (list(made).length !== pools.length) {
      throw new Wrong(seq, `there should be ${pools.length} draws`);
    }
    for (const [at, draw] of made.entries()) {
      if (draw !== null) await this.draw(seq, payload, draw, pools[at], rule);
      else if (rule && pools[at].length) {
        throw new Wrong(seq, "there should be a draw");
      }
    }
  }

  async draw(seq, payload, draw, pool, rule) {
    const label = rule && rule.label.replace(/\{(\w+)\}/g, (_, key) => need(payload, key));
    if (!isObject(draw)) throw new Misshapen();
    if (!hasOnly(draw, ["stream", "from", "drawn"])) {
      throw new Wrong(seq, "the draw has not the keys it should have");
    }
    const source = await this.stream(seq, draw.stream, label);
    if (pool !== null && !same(draw.from, pool)) {
      throw new Wrong(seq, "the draw is not from what lies on the table");
    }
    const [items, result] = [list(draw.from), list(draw.drawn)];
    const number = rule ? this.number(payload, rule, items.length) : result.length;
    if (result.length > items.length || result.length !== number || (rule && !number)) {
      throw new Wrong(seq, "the draw is not of as many as it should be");
    }
    if (!same(drawn(source, items, result.length), result)) {
      throw new Wrong(seq, `the stream ${draw.stream} gives another draw`);
    }
    this.report.draws += 1;
    if (rule) this.taken(rule, result);
  }

  // How many are drawn of so many.
  number(payload, { take }, items) {
    if (take === "all") return items;
    if (take === "missing") return Math.min(this.missing(payload), items);
    if (take !== "unfed") return take;
    const unfed = need(payload, "unfed");
    if (!isCount(unfed, 1) || unfed > items) throw new Misshapen();
    return this.rules.revolts.find(([least]) => unfed >= least)[1];
  }

  pools(payload, rule) {
    const [what, name] = rule.of.split(" ");
    if (what === "seats") return [this.seats];
    if (what === "deck") {
      if (rule.fresh) this.decks[name] = this.wholeDeck(name);
      return [this.decks[name]];
    }
    if (what === "open") return [this.open[name] ?? []];
    if (what === "held") {
      const seat = need(payload, "seat");
      if (typeof seat !== "string") throw new Misshapen();
      return [this.rules.decks.counties.filter((county) => this.holders[county] === seat)];
    }
    return this.ties(need(payload, "bids"));
  }

  ties(bids) {
    if (!isObject(bids)) throw new Misshapen();
    const worth = (card) => own(this.rules.worth ?? {}, card) ?? "a county card";
    const rank = (seat) => (typeof bids[seat] === "string" ? worth(bids[seat]) : bids[seat]);
    const bidders = this.seats.filter((seat) => seat in bids);
    const groups = this.rules.bids.map((bid) => bidders.filter((seat) => same(rank(seat), bid)));
    return groups.filter((seats) => seats.length > 1);
  }

  taken(rule, cards) {
    const [what, name] = rule.of.split(" ");
    if (what === "deck" || what === "open") {
      const piles = what === "deck" ? this.decks : this.open;
      piles[name] = piles[name].filter((card) => !cards.includes(card));
    }
    if ("opens" in rule) this.open[rule.opens] = [...cards];
  }

  async throwing(seq, made, rule) {
    if (!isObject(made)) throw new Misshapen();
    if (!hasOnly(made, ["stream", "thrown", "lodged", "fell"])) {
      throw new Wrong(seq, "the throw has not the keys it should have");
    }
    const { thrown, lodged, fell } = made;
    const source = await this.stream(seq, made.stream, rule && rule.label);
    if (!same(lodged, this.lodged)) {
      throw new Wrong(seq, `what is in the tower should be ${listed(this.lodged)}`);
    }
    if (rule && !same(thrown, some(this.tray))) {
      throw new Wrong(seq, `what is thrown should be ${listed(some(this.tray))}`);
    }
    if (!isObject(thrown) || !isObject(fell)) throw new Misshapen();
    const counts = [...Object.values(thrown), ...Object.values(fell)];
    if (!counts.every((count) => isCount(count, 1)) || total(counts) > MOST_CUBES) {
      throw new Wrong(seq, "cubes are not counted as they should be");
    }
    const right = this.tower ? fallen(source, this.tower, thrown, lodged) : fell;
    if (!same(fell, right)) {
      throw new Wrong(seq, `the stream ${made.stream} lets fall ${listed(right)}`);
    }
    const inside = Object.assign(Object.create(null), lodged);
    for (const colour of Object.keys(thrown)) inside[colour] = (inside[colour] ?? 0) + thrown[colour];
    for (const colour of Object.keys(fell)) inside[colour] = (inside[colour] ?? 0) - fell[colour];
    this.lodged = some(inside);
    this.tray = Object.assign(Object.create(null), fell);
    this.report.throws.push({
      seq, step: this.report.steps, season: this.report.seasons.at(-1) ?? "Before the first season",
      why: this.cause, stream: made.stream, thrown, lodged, fell, after: this.lodged, result: [],
      year: this.year, part: this.season, facts: [this.behind],
    });
  }
}

const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

// The tables of a game with these options; null if an option is not known.
function played(rules, version, options) {
  const more = Object.entries(rules.expansions ?? {})
    .filter(([, added]) => added.versions.includes(version));
  const known = { ...rules.options };
  for (const [option] of more) known[option] = ["off", "on"];
  const isKnown = ([option, value]) => (own(known, option) ?? []).includes(value);
  if (!Object.entries(options).every(isKnown)) return null;
  const made = { ...rules, options: known };
  for (const [, added] of more.filter(([option]) => own(options, option) === "on")) {
    for (const [part, listed] of Object.entries(added)) {
      if (part !== "versions") made[part] = { ...made[part], ...listed };
    }
  }
  return made;
}

function counted(term, payload) {
  const [amount, colourOf] = term.split(" of ");
  if (colourOf) return oneColour(need(payload, colourOf), need(payload, amount));
  const [count, colour] = term.split(" as ");
  if (colour) return oneColour(colour, need(payload, count));
  const cubes = need(payload, term);
  if (!isObject(cubes) || !Object.values(cubes).every((n) => isCount(n, 1))) throw new Misshapen();
  return cubes;
}

function oneColour(colour, count) {
  if (!isCount(count) || (count && typeof colour !== "string")) throw new Misshapen();
  return count ? { [colour]: count } : {};
}

// ---- What people hold: heads they noted, statements the site signed --------------------------------

async function compare(entries, report, signed, keys, heads) {
  const known = new Set(entries.map((entry) => entry.hash));
  for (const head of heads) {
    if (!known.has(head)) {
      throw new Wrong(null, `no entry has the head ${head}: this is not the log it was noted from`);
    }
    report.heads += 1;
  }
  const publicKeys = keys === null ? null : await keysOf(keys);
  const receipts = new Set();
  const engines = new Map();
  for (const one of statements(signed)) {
    if (publicKeys !== null) await signedBy(one, publicKeys, report);
    agrees(one.statement, entries, report);
    report.statements += 1;
    const { kind, seq, engine } = one.statement;
    if (kind === "receipt") receipts.add(seq);
    else if (typeof engine === "string") engines.set(seq, engine);
  }
  if (report.statements && publicKeys === null) {
    report.gaps.push("the signatures were not checked: no keys were given");
  }
  sameEngine(engines, report);
  answered(receipts, entries, report);
}

// Says where the site, by its own heads, played on with another engine.
function sameEngine(engines, report) {
  const heads = rising(engines.keys());
  for (const [place, seq] of heads.entries()) {
    const [before, old] = [heads[place - 1], engines.get(heads[place - 1])];
    if (place && engines.get(seq) !== old) {
      report.remarks.push(`the engine was changed between entries ${before} and ${seq}, from ${old}`
        + ` to ${engines.get(seq)}: play the rules again with both`);
    }
  }
}

// Compares which answers counted with those that people have receipts for.
function answered(receipts, entries, report) {
  for (const seq of rising(receipts).filter((one) => !report.counted.has(one))) {
    const later = replacedBy(entries, seq);
    if (!receipts.has(later)) {
      report.remarks.push(`entry ${seq}: this answer, for which there is a receipt, did not count`
        + `: entry ${later} replaced or withdrew it`);
    }
  }
  // What a fork took over has its receipts in the game that it comes from.
  const began = Math.max(0, ...entries.filter(({ kind }) => kind === "fork_began").map(({ seq }) => seq));
  const seats = new Set([...receipts].map((seq) => entries[seq - 1].payload.seat));
  for (const seat of [...seats].sort(byCodePoint)) {
    const own = [...report.counted.values()].filter((one) => PEOPLE.includes(one.by) && one.seat === seat);
    const missing = own.map((one) => one.seq).filter((seq) => seq > began && !receipts.has(seq));
    if (missing.length) {
      report.remarks.push(`${seat} gave receipts, but none for these answers that count as the`
        + ` seat's own: entries ${ranges(missing)}`);
    }
  }
}

function replacedBy(entries, seq) {
  const { decision } = entries[seq - 1].payload;
  return entries.slice(seq).find(({ kind, payload }) =>
    ["answer_sealed", "answer_withdrawn"].includes(kind) && payload.decision === decision).seq;
}

async function keysOf(keys) {
  const found = new Map();
  for (const key of keys) {
    if (!isObject(key) || !isHex(key.public, 64)) {
      throw new Unusable("the keys are not written as they should be");
    }
    if (key.id !== hex(await sha(unhex(key.public))).slice(0, 16)) {
      throw new Wrong(null, `the key ${key.id} has another key's id`);
    }
    found.set(key.id, key);
  }
  return found;
}

function* statements(signed) {
  for (const value of signed) {
    if (Array.isArray(value)) yield* statements(value);
    else if (isObject(value) && isObject(value.statement)) yield value;
    else if (isObject(value) && isObject(value.signed)) yield* statements([value.signed]);
    else if (isObject(value) && ("heads" in value || "receipts" in value)) {
      yield* statements([value.heads ?? [], value.receipts ?? []]);
    } else throw new Unusable("this is neither a signed statement nor a list of them");
  }
}

const nameOf = (statement) => `the ${statement.kind} of ${statement.at}`;

async function signedBy(one, keys, report) {
  const { statement } = one;
  const [name, key] = [nameOf(statement), keys.get(String(one.key))];
  if (!key) throw new Wrong(null, `${name} is signed with a key that is not among the keys`);
  if (!isHex(one.signature, 128)) throw new Wrong(null, `${name} has no signature`);
  if (!await signatureHolds(unhex(key.public), canonical(statement), unhex(one.signature))) {
    throw new Wrong(null, `${name} was not signed by the site`);
  }
  const { at } = statement;
  const [since, until] = [key.from, key.until ?? null];
  const isDated = isMoment(at) && isMoment(since) && (until === null || isMoment(until));
  const isIn = isDated && when(at) >= when(since) - SLACK
    && (until === null || when(at) <= when(until) + SLACK);
  if (!isIn) throw new Wrong(null, `${name} is signed with a key that was not in use then`);
  report.signatures += 1;
}

function when(moment) {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) throw new Unusable(`${moment} is no time`);
  return time;
}

function agrees(statement, entries, report) {
  const { kind, seq } = statement;
  const name = nameOf(statement);
  if (!["head", "receipt"].includes(kind) || !isCount(seq)) {
    throw new Unusable(`${name} is of no kind this verifier knows`);
  }
  const [, game] = report.games.findLast(([from]) => from <= seq);
  if (statement.game !== game) throw new Wrong(null, `${name} is about another game`);
  if (seq > entries.length) {
    throw new Wrong(entries.length, `the log ends here, but ${name} knows an entry ${seq}`);
  }
  const entry = entries[seq - 1] ?? {};
  const genesis = entries[0]?.prev ?? report.head;
  if ((entry.hash ?? genesis) !== statement.head) {
    throw new Wrong(seq, `${name} has another head: this entry or one before it was changed`);
  }
  if (kind === "head") {
    const steps = entries.slice(0, seq).filter((one) => one.kind === "step_began").length;
    if (statement.step !== steps) throw new Wrong(seq, `${name} counts other steps`);
    return;
  }
  const payload = entry.payload ?? {};
  const isSame = statement.decision === payload.decision && statement.seat === payload.seat
    && statement.digest === entry.secret_digest;
  if (entry.kind !== "answer_sealed" || !isSame) {
    throw new Wrong(seq, `${name} is for another answer`);
  }
  if (statement.at !== entry.at) {
    throw new Wrong(seq, `${name} is of another time than the entry`);
  }
}

// ---- The report -----------------------------------------------------------------------------------

// The words in which all verifiers tell of a log; the page puts others in their place.
const asWritten = (english) => english;

function listed(cubes, word = asWritten) {
  const colours = Object.keys(cubes).sort(byCodePoint);
  return colours.map((colour) => `${word(colour)} ${textOf(cubes[colour])}`).join(", ") || word("nothing");
}

const textOf = (value) => (typeof value === "string" ? value : canonicalText(value));

const rising = (numbers) => [...numbers].sort((one, other) => one - other);

// Numbers in few words, as in 2, 5-9, 12.
function ranges(numbers) {
  const runs = [];
  for (const number of rising(numbers)) {
    if (runs.length && number === runs.at(-1).at(-1) + 1) runs.at(-1).push(number);
    else runs.push([number]);
  }
  return runs.map((run) => (run.length === 1 ? String(run[0]) : `${run[0]}-${run.at(-1)}`)).join(", ");
}

function told(template, payload, word = asWritten) {
  return word(template).replace(/\{(\w+)\}/g, (_, key) => {
    const value = payload[key] ?? null;
    if (isObject(value)) return listed(value, word);
    if (typeof value === "boolean") return value ? word("yes") : word("no");
    return value === null ? word("nobody") : word(textOf(value));
  });
}

// ---- What is found, in the language of the site; from disk, in the browser's -----------------------

const GERMAN = JSON.parse(document.getElementById("german").textContent);
const page = document.documentElement;
page.lang = (page.dataset.language || navigator.language).startsWith("de") ? "de" : "en";

// Names of seats and counties are no words: the log knows no others, so they stay as they are.
const inWords = (english) => (page.lang === "de" ? own(GERMAN, english) : undefined) ?? english;

// A sentence in the reader's language; what is wrong with a log is told as the other verifiers tell it.
function say(english, parts = {}) {
  return inWords(english).replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

const verbatim = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// A remark comes in the words of all verifiers; the longest sentence that has its form is its German.
function retold(remark) {
  const sentences = page.lang === "de" ? Object.keys(GERMAN) : [];
  for (const english of sentences.sort((one, other) => other.length - one.length)) {
    const form = english.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? `(?<${part}>.*?)` : verbatim(part)));
    const found = new RegExp(`^${form.join("")}$`, "s").exec(remark);
    if (found) return say(english, found.groups);
  }
  return remark;
}

function checksOf(report) {
  const answered = Object.keys(report.by).sort().map((who) => `${inWords(who)} ${report.by[who]}`).join(", ");
  const lines = [
    say("the chain of hashes: {entries} entries, none changed, dropped, added or moved", report),
    say("the links: {steps}, each hashes to the one before, the first to the anchor", report),
    say("the answers each step rests on: of those in this log always those that were sealed last,"
      + " none left out"),
    ...(report.questions
      ? [say("questions: {questions}, each by its right name, and answered before its step", report)] : []),
    say("sealed answers that are open: {opened}, each is the one that was sealed", report),
    ...(report.fixedSalts
      ? [say("salts of bots that are open and follow from the link: {salts}", { salts: report.fixedSalts })] : []),
    say("who answered: {answered}", { answered: answered || say("nobody yet") }),
    say("draws: {draws}, each made again from its stream", report),
    say("throws: {throws}, each made again cube by cube from its stream", { throws: report.throws.length }),
  ];
  if (report.judged) {
    lines.push(say("battles and revolts: {fights}, each ended as the cubes in the tray say", { fights: report.judged }));
  }
  if (report.heads) lines.push(say("heads you noted: {heads}, each is in this log", report));
  if (report.statements) {
    lines.push(say("signed statements: {statements}, each agrees with this log", report));
  }
  if (report.signatures) lines.push(say("signatures: {signatures}, each made by the site's key", report));
  return lines;
}

function notChecked(report) {
  const lines = report.gaps.map(retold);
  if (report.sealed) {
    lines.push(say("{sealed} answers that are still sealed for you: their digests are fixed and"
      + " enter the chance, what they say shows when they are opened", report));
  }
  if (report.wrong && report.wrong.seq !== null) {
    lines.push(say("everything after that"));
  } else if (!report.over) {
    lines.push(say("whether all answers are opened in the end: the game is not over in this log"));
  }
  lines.push(say("whether the rules of the game were followed: `python -m engine verify` plays them again"));
  lines.push(say("whether the times are true: compare them with your own letters"));
  return lines;
}

// ---- The page -------------------------------------------------------------------------------------

const byId = (id) => document.getElementById(id);

function made(tag, text, ...children) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

function throwShown(one) {
  const [why, ...results] = one.facts.map(([sentence, payload]) => told(sentence, payload, inWords));
  const facts = [
    [say("Entry"), say("{seq}, step {step}, stream “{stream}”", one)],
    [say("Thrown"), listed(one.thrown, inWords)],
    [say("In the tower before"), listed(one.lodged, inWords)],
    [say("Fell"), listed(one.fell, inWords)],
    [say("In the tower after"), listed(one.after, inWords)],
    ...results.map((result) => [say("Result"), result]),
  ];
  const pairs = facts.map(([name, text]) => made("div", "", made("dt", name), made("dd", text)));
  return made("li", "", made("p", why), made("dl", "", ...pairs));
}

const seasonOf = ({ year, part }) =>
  (year ? say("Year {year}, {part}", { year, part: inWords(part) }) : say("Before the first season"));

function seasonsShown(report) {
  const seasons = [...new Set(report.throws.map((one) => one.season))];
  let number = 1;
  return seasons.flatMap((season) => {
    const here = report.throws.filter((one) => one.season === season);
    const shown = made("ol", "", ...here.map(throwShown));
    shown.start = number;
    number += here.length;
    const count = here.length > 1 ? "{season}: {count} throws" : "{season}: {count} throw";
    return [made("h3", say(count, { season: seasonOf(here[0]), count: here.length })), shown];
  });
}

function lines(title, texts) {
  if (!texts.length) return [];
  return [made("h2", title), made("ul", "", ...texts.map((text) => made("li", text)))];
}

function verdictShown(report) {
  const word = verdictOf(report);
  const why = report.wrong
    ? say(report.wrong.seq !== null ? "Entry {seq}: {reason}." : "{reason}.", report.wrong)
    : say({ OK: "Everything that can be checked held.", "NOT FULLY CHECKED": "What could be checked held." }[word]);
  const shown = made("p", "", made("strong", say(word)), made("span", ` ${why}`));
  shown.className = `say ${{ OK: "good", FAILED: "bad" }[word] ?? "warn"}`;
  shown.dataset.verdict = word;
  return shown;
}

function show(report, name) {
  const { header } = report;
  const about = header ? [
    made("p", say("{games}: {ruleset} version {version}, tower {tower}, seats {seats}, {entries} entries, {steps} steps.", {
      ...header,
      games: report.games.map(([, game]) => game).join(say(", then ")),
      seats: header.seats.join(" "),
      entries: report.entries,
      steps: report.steps,
    })),
    made("p", say("Head: "), made("code", report.head)),
  ] : [];
  const named = () => made("p", say("Seats and counties are named as in the log."));
  const throws = report.throws.length ? [made("h2", say("Every throw")), named(), ...seasonsShown(report)] : [];
  byId("report").replaceChildren(
    made("h2", name), verdictShown(report), ...about,
    ...lines(say(report.wrong ? "What held up to there" : "What was checked"), checksOf(report)),
    ...lines(say("What was not checked"), notChecked(report)),
    ...lines(say("What you may want to ask about"), report.remarks.map(retold)),
    ...throws,
  );
}

function complain(text) {
  const shown = made("p", text);
  shown.className = "say bad";
  shown.dataset.verdict = "UNUSABLE";
  byId("report").replaceChildren(shown);
}

async function bytesIn(file) {
  return new Uint8Array(await file.arrayBuffer());
}

function jsonOf(bytes) {
  try {
    return parsed(bytes);
  } catch {
    throw new Unusable("the signed statements or the keys are not JSON as they should be");
  }
}

async function jsonIn(input) {
  return Promise.all([...byId(input).files].map(async (file) => jsonOf(await bytesIn(file))));
}

// From letters: heads as they are, and what was signed as one line of JSON.
function pastedLines(text) {
  const [heads, signed] = [[], []];
  for (const line of text.split("\n").map((one) => one.trim()).filter(Boolean)) {
    if (line.startsWith("{")) signed.push(jsonOf(new TextEncoder().encode(line)));
    else heads.push(...line.split(/\s+/));
  }
  return [heads, signed];
}

async function checkChosen() {
  const [file] = byId("log").files;
  if (!file) {
    complain(say("Choose a log first: a file that ends in .wlog.jsonl."));
    return;
  }
  const [heads, pasted] = pastedLines(byId("heads").value);
  const signed = [...await jsonIn("signed"), ...pasted];
  const keys = (await jsonIn("keys")).flatMap((value) => (isObject(value) && value.keys) || [null]);
  const given = { signed, keys: byId("keys").files.length ? keys : null, heads };
  show(await check(await bytesIn(file), given), file.name);
}

// What the page says before it is asked anything, in the reader's language, too.
function translatePage() {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const english = text.data.trim().replace(/\s+/g, " ");
    if (english in GERMAN) text.data = say(english);
  }
  document.title = say(document.title);
  byId("report").setAttribute("aria-label", say("Report"));
}

translatePage();
byId("check").addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("report").setAttribute("aria-busy", "true");
  try {
    await checkChosen();
  } catch (problem) {
    if (!(problem instanceof Unusable)) throw problem;
    complain(`${problem.message}.`);
  } finally {
    byId("report").removeAttribute("aria-busy");
  }
});

if (!globalThis.crypto?.subtle) {
  complain(say("This browser computes hashes only on pages that come safely. Save this page and open"
    + " the saved file, or use verify_wallenstein.py."));
}
