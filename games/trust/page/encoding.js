"use strict";
// The check of the program in Python, carried over to the browser line by line; asks no server.
// The tables of the games stand in the page, so that they are the same in both.

// ---- Bytes: JSON without fractions, canonical JSON, hashes, what values of a log look like -------

const MOST_DIGITS = 1000;

class Wrong extends Error {
  constructor(seq, reason) {
    super(reason);
    this.seq = seq;
    this.reason = reason;
  }
}
class Unusable extends Error {}
class Misshapen extends Error {}
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
    const match = form.exec(this.text);
    if (!match || ".eE".includes(this.text[form.lastIndex] ?? "x")) throw new Misshapen();
    if (match[1].length > MOST_DIGITS) throw new Misshapen();
    this.at = form.lastIndex;
    const value = Number(match[0]);
    return Number.isSafeInteger(value) ? value + 0 : BigInt(match[0]);
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
  const member = need(value, key);
  if (typeof member !== "string") throw new Misshapen();
  return member;
}

function list(value) {
  if (!Array.isArray(value)) throw new Misshapen();
  return value;
}

const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

async function hashed(seq, before, value) {
  let bytes;
  try {
    bytes = canonical(value);
  } catch {
    throw new Wrong(seq, "the text has no canonical form");
  }
  return hex(await sha(joined(new TextEncoder().encode(before), bytes)));
}

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
