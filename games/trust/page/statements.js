// ---- What people hold: heads they noted, statements the site signed ------------------------------

const SLACK = 24 * 60 * 60 * 1000;

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
  const keysById = new Map();
  for (const key of keys) {
    if (!isObject(key) || !isHex(key.public, 64)) {
      throw new Unusable("the keys are not written as they should be");
    }
    if (key.id !== hex(await sha(unhex(key.public))).slice(0, 16)) {
      throw new Wrong(null, `the key ${key.id} has another key's id`);
    }
    keysById.set(key.id, key);
  }
  return keysById;
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
