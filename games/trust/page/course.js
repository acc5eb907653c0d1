// ---- What the table of a game says of its facts: decks, chance, questions, the end ---------------

// Follows a game by its table alone; a game with more to check extends it. Without a table it takes facts as they come.
class TableCourse {
  static parts = []; // what the table must have for it beyond those of every game

  constructor(at) {
    this.at = at;
    this.rules = at.rules;
    this.decks = {};
    for (const name of Object.keys(this.rules?.decks ?? {})) this.decks[name] = this.wholeDeck(name);
    this.open = {};
    this.cause = ""; // why cubes are thrown
    this.behind = ["", {}]; // its sentence, and what the log says: to be told in other words
  }

  // When something happens: a sentence, and what stands in it.
  get chapter() {
    return ["From the start", {}];
  }

  get knowsQuestions() {
    return Boolean(this.rules && "asks" in this.rules);
  }

  // All cards of a deck, less those that are out with so many players.
  wholeDeck(name) {
    const out = own(this.rules.left_out ?? {}, String(this.at.seats.length)) ?? [];
    return this.rules.decks[name].filter((card) => !out.some((one) => same(one, card)));
  }

  // The uses of chance that a fact must have, by the member that tells of them.
  chanceOf(kind) {
    const uses = own(this.rules?.chance ?? {}, kind) ?? [];
    return new Map((Array.isArray(uses) ? uses : [uses]).map((rule) => [rule.in, rule]));
  }

  beforeChance(seq, kind) {
    if (this.rules) this.at.report.over = kind === this.rules.over;
  }

  afterChance(seq, kind, payload) {
    if (!this.knowsQuestions) return;
    const [asked, optional] = [new Map(), new Set()];
    for (const rule of own(this.rules.asks, kind) ?? []) {
      const unless = Object.entries(rule.unless ?? {});
      if (unless.length && unless.every(([member, value]) => same(need(payload, member), value))) continue;
      for (const seat of this.seatsOf(rule.of, payload)) {
        const decision = filled(rule.decision, { ...payload, asked: seat });
        asked.set(decision, seat);
        if (rule.optional) optional.add(decision);
      }
    }
    this.ask(seq, asked, optional);
  }

  // Lets the game wait on decisions.
  ask(seq, asked, optional) {
    for (const decision of asked.keys()) {
      if (this.at.decided.has(decision)) throw new Wrong(seq, `${decision} was asked before`);
    }
    // Where nobody must answer the game does not wait.
    const isWaiting = asked.size > optional.size;
    this.at.asked = isWaiting ? asked : new Map();
    this.at.optional = isWaiting ? optional : new Set();
  }

  seatsOf(of, payload) {
    const { seats } = this.at;
    if (of === "seats") return seats;
    const at = of.lastIndexOf(" ");
    const [what, member] = [of.slice(0, Math.max(0, at)), of.slice(at + 1)];
    const named = what === "seats but" ? list(need(payload, member)) : [need(payload, member)];
    if (!named.every((seat) => seats.includes(seat))) throw new Misshapen();
    return what ? seats.filter((seat) => !named.includes(seat)) : named;
  }

  // -- draws: from what, and how many

  pools(payload, rule) {
    const [what, name] = rule.of.split(" ");
    if (what === "seats") return [this.at.seats];
    if (what === "deck") {
      if (rule.fresh) this.decks[name] = this.wholeDeck(name);
      return [this.decks[name]];
    }
    return [this.open[name] ?? []];
  }

  number(payload, { take }, items) {
    return take === "all" ? items : take;
  }

  // Takes what was drawn from where it lay.
  taken(rule, cards) {
    const [what, name] = rule.of.split(" ");
    if (what === "deck" || what === "open") {
      const piles = what === "deck" ? this.decks : this.open;
      piles[name] = leftOf(piles[name], cards);
    }
    if ("opens" in rule) this.open[rule.opens] = [...cards];
  }

  // -- throws

  // What must be thrown; null: the table does not say.
  toBeThrown() {
    return null;
  }

  fell() {}
}

// A template with the members of a payload in their places.
function filled(template, payload) {
  return template.replace(/\{(\w+)\}/g, (_, key) => textOf(need(payload, key)));
}

// A fact in the sentence that the table has for it.
function told(template, payload, word = asWritten) {
  return word(template).replace(/\{(\w+)\}/g, (_, key) => {
    const value = payload[key] ?? null;
    if (isObject(value)) return listed(value, word);
    if (typeof value === "boolean") return value ? word("yes") : word("no");
    return value === null ? word("nobody") : word(textOf(value));
  });
}
