// ---- Wallenstein: where its facts may stand, who holds what, who is asked ------------------------

class WallensteinCourse extends TableCourse {
  constructor(at) {
    super(at);
    this.tray = Object.create(null);
    this.holders = Object.create(null);
    this.markers = new Map(); // of revolt, by county
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
    this.reserve = null; // the armies that stand back from the fight of the moment
    this.numbers = Object.create(null); // facts of a kind and seat in a year
    this.actions = []; // those of the season that are not ended yet
    this.order = []; // of the draft
    this.picks = 0;
    this.again = "";
    this.faceUp = [];
    this.underPile = [];
    this.enter(this.phases()[0]);
  }

  // The season.
  get chapter() {
    const { year, season } = this;
    return year ? ["Year {year}, {season}", { year, season }] : ["Before the first season", {}];
  }

  // Whom the game asks follows from the facts.
  get knowsQuestions() {
    return true;
  }

  beforeChance(seq, kind, payload) {
    this.placed(seq, kind, payload);
    this.fights(seq, kind, payload);
    this.standsBack(seq, kind, payload);
    this.gifts(seq, kind, payload);
    this.judged(seq, kind, payload);
    this.cubes(seq, kind, payload);
    this.held(kind, payload);
    this.unrest(kind, payload);
    this.seasoned(seq, kind, payload);
  }

  afterChance(seq, kind, payload) {
    this.drafted(seq, kind, payload);
    this.asks(seq, kind, payload);
    this.result(kind, payload);
  }

  toBeThrown() {
    return some(this.tray);
  }

  fell(cubes) {
    this.tray = Object.assign(Object.create(null), cubes);
  }

  // -- where a fact may stand, so that none is told twice until it pleases

  phases() {
    const { options } = this.at.report.header;
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
    const isPick = this.before === `choice ${this.rules.draft.pick}`;
    if (seat !== (isPick ? this.order[this.picks % this.order.length] : null)) {
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

  // Checks that armies stand back from one fight in their county, and come back at once.
  standsBack(seq, kind, payload) {
    const { reserve, rules: { reserve: rule, fights } } = this;
    if (kind === rule.chosen) {
      const [seat, county, armies] = [text(payload, "seat"), text(payload, "county"), need(payload, rule.number)];
      if (!isCount(armies)) throw new Misshapen();
      if (reserve || this.holders[county] !== seat) {
        throw new Wrong(seq, "armies cannot stand back here, or others have not come back");
      }
      this.reserve = armies ? { seat, county, armies } : null;
    } else if (kind === rule.returned) {
      if (!reserve || Object.keys(reserve).some((one) => !same(need(payload, one), reserve[one]))) {
        throw new Wrong(seq, "other armies come back than those that stood back");
      }
      if (!same(need(payload, "home"), this.holders[reserve.county] !== reserve.seat)) {
        throw new Wrong(seq, "armies that stood back share the fate of their county");
      }
      this.reserve = null;
    } else if (reserve && Object.hasOwn(fights, kind)) {
      if (!same(need(payload, "county"), reserve.county)) {
        throw new Wrong(seq, "armies stand back from a fight for another county");
      }
      this.next.push(rule.returned);
    } else if (reserve && !rule.through.includes(kind)) {
      throw new Wrong(seq, "the fight that armies stand back from should come here");
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
      const isHeld = this.reserve !== null && this.rules.reserve.holds === true;
      due = battleOf(this.tray, payload.seat, payload.defender, isCalm, isHeld);
    }
    for (const [member, value] of Object.entries(due)) {
      if (!same(need(payload, member), value)) {
        throw new Wrong(seq, `the tray says otherwise: ${member} should be ${textOf(value)}`);
      }
    }
    if (judge !== "filling") this.at.report.judged += 1;
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
    for (const [member, values] of Object.entries(own(rules.never, kind) ?? {})) {
      if (values.some((value) => same(need(payload, member), value))) {
        throw new Wrong(seq, `${kind} never has ${member} ${textOf(payload[member])}`);
      }
    }
    if ((own(rules.alike, kind) ?? []).some((member) => !same(need(payload, member), need(last, member)))) {
      throw new Wrong(seq, `${kind} is not about what stands directly before it`);
    }
    const once = own(rules.once, kind);
    if (once) {
      const sign = [kind, ...once.map((member) => text(payload, member))];
      if (!this.at.seats.includes(payload.seat)) throw new Misshapen();
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
      this.actions = [];
      this.fought = new Set();
      this.hungry = [];
      this.revolting = [];
      this.once = new Set();
      if (after === 0) this.numbers = Object.create(null);
    } else if (kind === this.rules.years.ended && !same(need(payload, "year"), this.year)) {
      throw new Wrong(seq, `the year that ends is ${this.year}`);
    }
    this.at.report.over = kind === this.rules.over;
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
    for (const term of rule.into ?? []) this.move(cubesOf(term, payload), 1);
    for (const term of rule.out ?? []) this.move(cubesOf(term, payload), -1);
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
    const last = this.at.report.throws.at(-1);
    const sentence = own(this.rules.told, kind);
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
      for (const seat of this.at.seats.filter(isAsked)) asked.set(this.decision(rule.name, seat), seat);
    }
    this.ask(seq, asked, new Set());
  }

  isPlayedBy(options) {
    return Object.entries(options).every(([key, value]) => this.at.report.header.options[key] === value);
  }

  decision(name, seat) {
    return `${this.year}.${this.season}.${name}.${seat}`;
  }

  // The name of the choice a fact puts to a seat.
  question(seq, payload) {
    const [choice, seat, about] = [text(payload, "choice"), payload.seat, need(payload, "about")];
    if (!isObject(about)) throw new Misshapen();
    let name = own(this.rules.choices, choice);
    if (name === undefined || !this.at.seats.includes(seat)) {
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
      if (by !== null && !this.at.seats.includes(by)) throw new Misshapen();
      name = name.replace("{county}", () => county).replace("{by}", by ? `_${by}` : "");
    }
    return name;
  }
  // -- draws of its own

  number(payload, rule, items) {
    if (rule.take === "missing") return Math.min(this.missing(payload), items);
    if (rule.take !== "unfed") return super.number(payload, rule, items);
    const unfed = need(payload, "unfed");
    if (!isCount(unfed, 1) || unfed > items) throw new Misshapen();
    return this.rules.revolts.find(([least]) => unfed >= least)[1];
  }

  pools(payload, rule) {
    if (rule.of === "held") {
      const seat = text(payload, "seat");
      return [this.rules.decks.counties.filter((county) => this.holders[county] === seat)];
    }
    if (rule.of === "ties") return this.ties(need(payload, "bids"));
    return super.pools(payload, rule);
  }

  ties(bids) {
    if (!isObject(bids)) throw new Misshapen();
    const worth = (card) => own(this.rules.worth ?? {}, card) ?? "a county card";
    const rank = (seat) => (typeof bids[seat] === "string" ? worth(bids[seat]) : bids[seat]);
    const bidders = this.at.seats.filter((seat) => seat in bids);
    const groups = this.rules.bids.map((bid) => bidders.filter((seat) => same(rank(seat), bid)));
    return groups.filter((seats) => seats.length > 1);
  }
}
