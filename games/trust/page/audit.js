// ---- The check: from the header to the head, entry by entry --------------------------------------

const FORMATS = { "wallenstein-log/1": 1, "wallenstein-log/2": 2 };
const HEADER_KEYS = ["format", "game", "ruleset", "version", "tower", "options", "seats", "chance"];
const PUBLIC_KEYS = ["seq", "kind", "version", "at", "payload"];
const ENTRY_KEYS = [...PUBLIC_KEYS, "prev", "hash"];

async function check(bytes, { signed = [], keys = null, heads = [], tables = [] } = {}) {
  const report = newReport();
  try {
    const entries = await new Audit(report, tables).whole(bytes);
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

// Which format a log says it has.
function formatOf(name) {
  if (typeof name === "string" && Object.hasOwn(FORMATS, name)) return FORMATS[name];
  const newer = /^wallenstein-log\/([0-9]+)$/.exec(typeof name === "string" ? name : "");
  if (newer) {
    throw new Unusable(`this log is of format ${newer[1]}; this program reads 1 and 2`
      + ": take the newest from the site that plays the game");
  }
  throw new Unusable("this is no log of the format wallenstein-log/1 or wallenstein-log/2");
}

class Audit {
  constructor(report, tables = []) {
    this.report = report;
    this.rulesets = rulesetsWith(tables);
    this.at = new LogPosition(report);
    this.closed = []; // the secrets that are not open, and what they are
    this.time = "";
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
    this.ended(entries.length);
    return entries;
  }

  ended(last) {
    const { at, report, closed } = this;
    const isWaiting = at.asked.size || report.over || !this.course.knowsQuestions;
    if (at.key !== null && !isWaiting) {
      throw new Wrong(last, "the log ends within a step, before anybody is asked");
    }
    if (this.veil.missed()) throw new Wrong(last, "the game is over, but the veil is not lifted");
    if (report.over && closed.length) {
      throw new Wrong(closed[0][0], `the game is over, but this ${closed[0][1]} is not open`);
    }
    report.sealed = closed.filter(([, what]) => what === "answer").length;
    for (const answer of at.sealed.values()) report.counted.set(answer.seq, answer);
    this.journal.askAboutTheHouse();
  }

  // -- the header

  async header(header) {
    const { at } = this;
    at.format = formatOf(header.format);
    const { chance, seats, options } = header;
    // Since format 2 a game may do without a tower, and may have a veil.
    const keys = at.format > 1 ? new Set([...Object.keys(header), "tower"]) : Object.keys(header);
    const isWhole = same([...keys].sort(), [...HEADER_KEYS].sort()) && isObject(chance)
      && (hasOnly(chance, ["anchor"]) || (at.format > 1 && hasOnly(chance, ["anchor", "veil"])));
    if (!isWhole) {
      throw new Wrong(0, "the header has not the keys it should have");
    }
    const isInOrder = Array.isArray(seats) && seats.length > 0
      && same(seats, [..."ABCDEF"].slice(0, seats.length));
    const isPlain = ["game", "ruleset", "tower"].every((key) => typeof (header[key] ?? "") === "string")
      && header.tower !== null && (at.format === 1 || header.tower !== "");
    if (!isInOrder || !isPlain || !isCount(header.version)) {
      throw new Wrong(0, "the header is not written as it should be");
    }
    if (!isObject(options) || !Object.values(options).every((value) => typeof value === "string")) {
      throw new Wrong(0, "the header's options are not written as they should be");
    }
    if (!isHex(chance.anchor, 64)) throw new Wrong(0, "the anchor is not 64 hexadecimal digits");
    if (!isHex(chance.veil === undefined ? "0".repeat(64) : chance.veil, 64)) {
      throw new Wrong(0, "the digest of the veil is not 64 hexadecimal digits");
    }
    this.report.header = header;
    at.seats = seats;
    at.game = header.game;
    this.report.games.push([0, at.game]);
    at.link = chance.anchor;
    this.report.head = await hashed(0, "", header);
    this.tables(header);
  }

  tables(header) {
    const { at } = this;
    const named = `${header.ruleset} version ${header.version}`;
    const rules = own(this.rulesets, header.ruleset);
    if (!rules || !rules.versions.includes(header.version)) {
      if (at.format === 1) this.report.gaps.push(`this verifier does not know the ruleset ${named}`);
      else {
        this.report.gaps.push(`no table for the game ${named}: chain, seals, links and chance are proved`
          + `, the order of facts and whom the game asks are not`);
      }
    } else {
      at.rules = played(rules, header.version, header.options);
      if (!at.rules) {
        this.report.gaps.push(`this verifier does not know all options of this game of ${named}`);
      }
    }
    if (at.rules) this.asTheTableSays(header, named);
    const tower = own(TABLES.towers, header.tower ?? "") ?? null;
    if (!tower && "tower" in header) this.report.gaps.push(`this verifier does not know the tower ${header.tower}`);
    this.course = courseOf(at);
    this.report.hasTable = Boolean(at.rules);
    if (at.rules && !at.rules.course) {
      this.report.untold.push("the order of facts: the table of this game does not tell it");
    }
    if (at.rules && !this.course.knowsQuestions) {
      this.report.untold.push("whom the game asks: the table of this game does not tell it");
    }
    this.devices = new Devices(at, this.course, tower);
    this.veil = new HiddenCards(at, this.course, this.devices);
    this.journal = new Journal(at, this.course, this.veil);
  }

  asTheTableSays(header, named) {
    const { rules } = this.at;
    if (!hasOnly(header.options, Object.keys(rules.options))) {
      throw new Wrong(0, "the header does not name every option");
    }
    if (!rules.seats.includes(this.at.seats.length)) {
      throw new Wrong(0, `${named} is not played by so many`);
    }
    if (rules.format !== this.at.format) {
      throw new Wrong(0, `${named} is not written in the format ${header.format}`);
    }
    const used = Object.values(rules.chance ?? {}).flat().map((rule) => rule.in);
    if (used.includes("throw") !== "tower" in header) {
      throw new Wrong(0, "the header names a tower that the game has not, or none");
    }
    if (used.includes("deal") !== "veil" in header.chance) {
      throw new Wrong(0, "the header names a veil that the game has not, or none");
    }
  }

  // -- one entry: the chain first, then what it says

  async entry(entry, seq) {
    try {
      await this.chained(entry, seq);
      this.timed(entry);
      const { kind, version, payload } = entry;
      const members = membersOf(kind, version);
      const isJournal = Object.hasOwn(TABLES.journal, kind);
      if (!members && (isJournal || (this.at.rules && version !== 1))) {
        throw new Wrong(seq, `${kind} is told in a version that is not known`);
      }
      if (members) this.journal.shaped(members, payload);
      await this.secret(entry);
      if (isJournal) {
        if (kind === "veil_lifted" && this.at.format === 1) {
          throw new Wrong(seq, "the veil is lifted in a game without one");
        }
        this.journal.afterAStep(seq, kind);
        await this.journal.entry(entry);
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

  timed(entry) {
    if (entry.at < this.time) {
      this.report.remarks.push(
        `entry ${entry.seq} is dated ${entry.at}, before the one above (${this.time})`);
    }
    this.time = entry.at;
  }

  async secret(entry) {
    const { seq, payload } = entry;
    const isAnswer = entry.kind === "answer_sealed";
    const isCard = this.at.format > 1 && !isAnswer && "deal" in payload;
    const isSecret = isAnswer || isCard;
    if (isSecret !== "secret_digest" in entry || ("secret" in entry && !isSecret)) {
      const which = this.at.format === 1 ? "a sealed answer" : "a sealed answer or a hidden card";
      throw new Wrong(seq, `only ${which} has a digest, and it must have one`);
    }
    if (!isSecret) return;
    if (!isHex(entry.secret_digest, 64)) {
      throw new Wrong(seq, "the digest is not 64 hexadecimal digits");
    }
    if (!("secret" in entry)) {
      this.closed.push([seq, isAnswer ? "answer" : "card"]);
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
      throw new Wrong(seq, isCard ? "the open card is not the one that was dealt"
        : "the open answer is not the one that was sealed");
    }
    if (isCard) {
      this.report.cardsOpen += 1;
      return;
    }
    const ours = hex(await sha(canonical([this.at.game, need(payload, "decision")])));
    if (need(payload, "by") === "default" && secret.salt !== ours) {
      throw new Wrong(seq, "the server chose the salt of a silent seat");
    }
    this.report.opened += 1;
  }

  // -- what the rules made of it

  async fact(entry) {
    const { seq, kind, payload } = entry;
    if (this.at.key === null) throw new Wrong(seq, "a fact stands outside every step");
    if (this.report.over) throw new Wrong(seq, "the game goes on after its end");
    if (this.at.asked.size) throw new Wrong(seq, "the step goes on though somebody was asked first");
    const members = MEMBERS[this.at.format].filter((member) => member in payload);
    const rules = this.course.chanceOf(kind);
    if (this.at.rules && !same([...members].sort(), [...rules.keys()].sort())) {
      throw new Wrong(seq, `${kind} does not rest on chance as it should`);
    }
    this.course.beforeChance(seq, kind, payload);
    for (const member of members) {
      const rule = rules.get(member) ?? null;
      if (member === "deal") this.veil.deal(entry, rule);
      else await this.devices.use(seq, payload, member, rule);
    }
    if (this.at.format > 1) await this.veil.show(seq, payload);
    this.course.afterChance(seq, kind, payload);
  }
}
