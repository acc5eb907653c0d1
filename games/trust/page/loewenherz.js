// ---- Löwenherz: which fact may come where, what it must say, and whom the game asks --------------

// What may come where nothing else decides it.
const FIRST = {
  set_up: ["board_laid"],
  castles: ["castle_placed"],
  pause: ["turn_began"],
  income: ["income_paid"],
  choose: ["card_sold", "card_played"],
  asking: ["knight_deserted"],
  over: ["game_ended"],
};
// The facts of each action; a knight who has deserted is replaced.
const STEPS = {
  borders: ["border_placed"],
  knights: ["knight_placed"],
  expand: ["domain_grew"],
  alliance: ["alliance_made"],
  deserter: ["deserter_asked", "knight_deserted"],
  deserted: ["knight_placed"],
};

// Every fact says what follows from those before it and from what somebody could choose. So each method that is
// called like a fact returns what it must say, and lets it happen.
class LoewenherzCourse extends TableCourse {
  static parts = ["chance", "tiles", "cards", "worth", "mines", "landmarks", "monopoly", "bonus", "goals", "castles",
    "hand", "ducats", "borders", "knights", "apart"];

  constructor(at) {
    super(at);
    const { rules } = this;
    const each = (value) => Object.fromEntries(at.seats.map((seat) => [seat, value]));
    this.seq = 0;
    this.land = new RealmLand(rules);
    this.money = each(rules.ducats);
    this.points = each(0);
    this.hands = Object.fromEntries(at.seats.map((seat) => [seat, []]));
    this.dealt = 0;
    this.left = total(rules.chance.card_dealt.deck.map((pile) => this.decks[pile].length));
    this.seen = new Map(); // the cards that were turned up, by their handles
    this.market = [];
    this.allied = new Set();
    this.held = new Set(); // the monopolies
    this.stage = "set_up";
    this.round = 0;
    this.turn = 0;
    this.seat = "";
    this.first = "";
    this.moved = each(-1); // each seat's last turn
    this.ordered = false;
    this.isLast = false;
    this.used = ""; // the card of the turn, and what it is used for
    this.deed = "";
    this.may = 0; // how many steps it still allows, and how many were done
    this.done = 0;
    this.domain = ""; // the own domain it is used for, the place for a deserter
    this.place = "";
    this.asking = null;
    this.ending = "";
  }

  // Whom the game asks follows from the facts.
  get knowsQuestions() {
    return true;
  }

  afterChance(seq, kind, payload) {
    this.seq = seq;
    const expected = this.expected();
    this.must(expected.includes(kind), `${kind} has no place where ${expected.join(" or ")} should come`);
    const due = this[kind](payload);
    this.must(hasOnly(payload, Object.keys(due)), `${kind} has not the members it should have`);
    for (const [member, value] of Object.entries(due)) {
      this.must(same(payload[member], value), `${member} of ${kind} should be ${textOf(value)}`);
    }
    this.ask(seq, ...this.questions());
  }

  must(isSo, reason) {
    if (!isSo) throw new Wrong(this.seq, reason);
  }

  // -- what may come

  // The facts of which one must come now.
  expected() {
    const { stage } = this;
    if (stage === "deal") return this.lacking().length ? ["card_dealt"] : ["round_began"];
    if (stage !== "act" && stage !== "refill") return FIRST[stage];
    const settled = stage === "act" && this.done ? this.settled() : null;
    if (settled) return [settled];
    if (!this.left && !this.isLast) return ["deck_emptied"];
    const more = stage === "act" && this.may ? STEPS[this.deed] : [];
    if (!this.done) return more;
    if (!this.isLast && this.lacking().includes(this.seat)) return [...more, "card_dealt", "market_card_taken"];
    const seat = this.nextSeat();
    if (seat === null) return [...more, "ducats_scored"];
    return [...more, this.beginsRound(seat) ? "round_began" : "turn_began"];
  }

  // What follows of itself from a step.
  settled() {
    if (this.land.arisen()) return "domain_arose";
    const now = this.monopolies();
    if ([...this.held].some((pair) => !now.includes(pair))) return "monopoly_lost";
    if (now.some((pair) => !this.held.has(pair))) return "monopoly_won";
    return this.overTheGoal().length ? "goal_reached" : null;
  }

  lacking() {
    return this.at.seats.filter((seat) => this.hands[seat].length < this.rules.hand);
  }

  nextSeat() {
    const { seats } = this.at;
    const at = seats.indexOf(this.seat) + (this.turn ? 1 : 0);
    return [...seats.slice(at), ...seats.slice(0, at)].find((seat) => this.hands[seat].length) ?? null;
  }

  beginsRound(seat) {
    const { seats } = this.at;
    const at = seats.indexOf(this.first);
    const order = [...seats.slice(at), ...seats.slice(0, at)];
    return order.indexOf(seat) <= order.indexOf(this.seat);
  }

  // Who has how many of a kind, by seats, then as the table names the kinds: "A gold".
  monopolies() {
    const { mines, monopoly } = this.rules;
    return this.at.seats.flatMap((seat) => Object.entries(this.land.counted(this.land.landOf(seat), mines))
      .filter(([, count]) => count >= monopoly.mines).map(([kind]) => `${seat} ${kind}`));
  }

  get goal() {
    return this.rules.goals[this.at.seats.length];
  }

  overTheGoal() {
    return this.at.seats.filter((seat) => this.points[seat] >= this.goal);
  }

  // -- whom the game asks

  questions() {
    const { stage, turn } = this;
    const [asked, wishes] = [new Map(), new Set()];
    if (stage === "castles") {
      const [seat] = this.castleTurn();
      return [asked.set(`castle${this.land.castles.size + 1}.${seat}`, seat), wishes];
    }
    if (stage === "asking") asked.set(`${turn}.give_up.${this.asking.seat}`, this.asking.seat);
    else if (stage === "choose" && !this.ordered) asked.set(`${turn}.turn.${this.seat}`, this.seat);
    else return [asked, wishes];
    const again = stage === "asking" ? "2" : "";
    const wish = (kind, seat) => {
      asked.set(`${turn}.${kind}${again}.${seat}`, seat);
      wishes.add(`${turn}.${kind}${again}.${seat}`);
    };
    for (const seat of this.at.seats.filter((one) => one !== this.seat)) {
      if (this.hands[seat].length) wish("orders", seat);
      if (seat !== this.asking?.seat && [...this.land.knights.values()].includes(seat)) wish("ranking", seat);
    }
    return [asked, wishes];
  }

  // Whether a seat has left orders or a ranking after some turn, be they empty or not.
  hasWished(wish, seat, since) {
    for (let turn = since + 1; turn <= this.turn; turn += 1) {
      if (["", "2"].some((again) => this.at.decided.has(`${turn}.${wish}${again}.${seat}`))) return true;
    }
    return false;
  }

  // -- the board and the castles

  board_laid({ draw, roll }) {
    this.land.lay(draw.drawn, roll.rolled);
    this.stage = "castles";
    return { draw, roll };
  }

  // Who places the next castle, and of which colour.
  castleTurn() {
    const { seats } = this.at;
    const placed = this.land.castles.size;
    const seat = seats[placed % seats.length];
    return [seat, placed < seats.length * this.castlesEach ? seat : NOBODY];
  }

  get castlesEach() {
    return this.rules.castles[this.at.seats.length];
  }

  castle_placed(payload) {
    const [castle, knight] = [text(payload, "castle"), text(payload, "knight")];
    const [seat, colour] = this.castleTurn();
    const isPlace = (this.land.castlePlaces(colour).get(castle) ?? []).includes(knight);
    this.must(isPlace, `no castle of ${colour} may stand on ${castle}, its knight on ${knight}`);
    this.land.castles.set(castle, colour);
    this.land.knights.set(knight, colour);
    const colours = this.at.seats.length === 2 ? 3 : this.at.seats.length;
    if (this.land.castles.size === colours * this.castlesEach) {
      this.stage = "deal";
      this.seat = seat;
      this.first = seat;
    }
    return { seat, colour, castle, knight };
  }

  // -- turns

  round_began() {
    this.round += 1;
    this.stage = "pause";
    return { round: this.round };
  }

  // The next seat that has a card is on turn; whoever left orders may not be asked.
  turn_began(payload) {
    const [seat, ordered] = [this.nextSeat(), need(payload, "ordered")];
    if (typeof ordered !== "boolean") throw new Misshapen();
    const hasOrdered = this.hasWished("orders", seat, this.moved[seat]);
    this.must(!ordered || hasOrdered, `${seat} has left no orders since the last turn`);
    this.turn += 1;
    this.seat = seat;
    this.ordered = ordered;
    this.moved[seat] = this.turn;
    this.used = "";
    this.deed = "";
    this.domain = "";
    this.place = "";
    this.may = 0;
    this.done = 0;
    this.stage = Object.keys(this.mines()).length ? "income" : "choose";
    return { turn: this.turn, seat, ordered };
  }

  mines() {
    return this.land.counted(this.land.landOf(this.seat), this.rules.mines);
  }

  income_paid() {
    const mines = this.mines();
    const ducats = Object.keys(mines).length;
    this.money[this.seat] += ducats;
    this.stage = "choose";
    return { seat: this.seat, mines, ducats };
  }

  // -- cards

  // The top card of the deck goes to whoever lacks one: first everybody, then the turn's.
  card_dealt({ deal }) {
    const isDeal = this.stage === "deal";
    const seat = isDeal ? this.lacking()[0] : this.seat;
    this.dealt += 1;
    this.left -= 1;
    const handle = `card ${this.dealt}`;
    this.hands[seat].push(handle);
    this.stage = isDeal ? "deal" : "refill";
    return { seat, handle, deal };
  }

  // A card of the market goes into the hand, but not the one just sold.
  market_card_taken(payload) {
    const handle = text(payload, "handle");
    const isOffered = this.market.includes(handle) && handle !== this.used;
    this.must(isOffered, `${handle} cannot be taken from the market`);
    this.market = this.market.filter((one) => one !== handle);
    this.hands[this.seat].push(handle);
    this.stage = "refill";
    return { seat: this.seat, handle, card: this.seen.get(handle) };
  }

  // The card that leaves the hand, as the table has it; it is turned up for the first time, or everybody has seen it.
  outOfHand(payload) {
    const [handle, card, shown] = [text(payload, "handle"), text(payload, "card"), need(payload, "shown")];
    this.must(this.hands[this.seat].includes(handle), `${handle} is not in the hand of ${this.seat}`);
    const turnedUp = shown ?? { handle, card: this.seen.get(handle) ?? null };
    const isIt = same([turnedUp.handle, turnedUp.card], [handle, card]);
    const known = own(this.rules.cards, card);
    this.must(isIt && known, `${handle} is not seen to be ${card}`);
    this.hands[this.seat] = this.hands[this.seat].filter((one) => one !== handle);
    this.seen.set(handle, card);
    this.used = handle;
    return known;
  }

  card_sold(payload) {
    const { sale } = this.outOfHand(payload);
    this.money[this.seat] += sale;
    this.market.push(this.used);
    this.stage = "refill";
    this.done = 1;
    return { ...this.told(payload), ducats: sale };
  }

  card_played(payload) {
    const [action, { actions, price }] = [text(payload, "action"), this.outOfHand(payload)];
    this.must(Object.hasOwn(actions, action), `${action} is no action of ${payload.card}`);
    this.pay(price);
    this.stage = "act";
    this.deed = action;
    this.may = actions[action];
    return { ...this.told(payload), action, price };
  }

  told({ handle, card, shown }) {
    return { seat: this.seat, handle, card, shown };
  }

  pay(ducats) {
    this.must(ducats <= this.money[this.seat], `${this.seat} has not as many ducats`);
    this.money[this.seat] -= ducats;
  }

  doneOnce() {
    this.may -= 1;
    this.done += 1;
  }

  // -- borders, domains, knights

  // A border on a free side, neither within a domain nor between figures of one colour.
  border_placed(payload) {
    const { land, rules } = this;
    const border = text(payload, "border");
    let isFree = SIDES.has(border) && !land.borders.has(border)
      && land.borders.size < rules.borders && !land.parts(border);
    if (isFree) {
      const [castle, other] = SIDES.get(border).map((square) => land.domainAt(square));
      isFree = castle === null || castle !== other;
    }
    this.must(isFree, `no border may be placed at ${border}`);
    land.borders.add(border);
    this.doneOnce();
    return { seat: this.seat, border };
  }

  // An area with one castle is a domain, and the borders in it go back.
  domain_arose() {
    const { land } = this;
    const castle = land.arisen();
    const [owner, area] = [land.castles.get(castle), land.area(castle)];
    const freed = [...SIDES].filter(([side, both]) => land.borders.has(side) && both.every((one) => area.has(one)))
      .map(([side]) => side);
    land.domains.set(castle, area);
    for (const side of freed) land.borders.delete(side);
    return {
      castle, owner, squares: inOrder(area), points: this.score(owner, land.worth(area)), freed,
      landmarks: land.counted(area, this.rules.landmarks),
    };
  }

  // Points for a seat; nobody else has any.
  score(colour, points) {
    if (colour === null || !Object.hasOwn(this.points, colour)) return 0;
    this.points[colour] += points;
    return points;
  }

  // A knight beside a figure of its colour, no border between; a deserter's in its domain.
  knight_placed(payload) {
    const { land, seat } = this;
    const square = text(payload, "square");
    let isPlace = this.hasRoom(square);
    if (this.deed === "deserted") {
      isPlace &&= land.domains.get(this.domain).has(square) && square === (this.place || square);
    }
    this.must(isPlace, `no knight of ${seat} may be placed on ${square}`);
    const price = this.forestPrice(square);
    this.pay(price);
    land.knights.set(square, seat);
    this.doneOnce();
    return { seat, square, price };
  }

  // Whether a knight of the seat on turn may come to a square, its price aside.
  hasRoom(square) {
    const { land, seat } = this;
    if (!PLACES.has(square) || !land.isFree(square)) return false;
    if ([...land.knights.values()].filter((colour) => colour === seat).length >= this.rules.knights) return false;
    return BESIDE.get(square)
      .some((near) => land.figure(near) === seat && !land.borders.has(sideBetween(square, near)));
  }

  forestPrice(square) {
    return this.land.signs.get(square) === "F" ? 1 : 0;
  }

  // A domain takes a square; whoever had it loses it, with all that it cuts off.
  domain_grew(payload) {
    const { land, seat } = this;
    const [castle, square] = [text(payload, "castle"), text(payload, "square")];
    this.must(this.mayGrow(castle, square), `the domain of ${castle} may not take ${square}`);
    const { source, placed, freed, lost } = land.step(castle, square);
    const loser = source === null ? null : land.castles.get(source);
    for (const one of lost) land.domains.get(source).delete(one);
    land.domains.get(castle).add(square);
    for (const side of freed) land.borders.delete(side);
    for (const side of placed) land.borders.add(side);
    this.domain = castle;
    this.doneOnce();
    return {
      seat, castle, square, points: this.score(seat, land.worth([square])), placed, freed,
      taken_from: source, loser, lost, lost_points: this.score(loser, 0 - land.worth(lost)),
    };
  }

  mayGrow(castle, square) {
    const { land, seat, domain } = this;
    if (!land.domains.has(castle) || land.castles.get(castle) !== seat) return false;
    if ((domain !== "" && domain !== castle) || !PLACES.has(square)) return false;
    const squares = land.domains.get(castle);
    if (squares.has(square) || !BESIDE.get(square).some((near) => squares.has(near))) return false;
    if (land.castles.has(square) || (land.knights.get(square) ?? seat) !== seat) return false;
    const { source, placed, freed } = land.step(castle, square);
    if (source !== null) {
      const isAllied = this.allied.has(sideBetween(castle, source));
      const [ours, theirs] = [castle, source].map((one) => land.knightsIn(one).length);
      if (land.castles.get(source) === seat || isAllied || ours <= theirs) return false;
    }
    if (land.knights.has(square)) {
      // Only a knight of this castle's own chain comes along, and none is cut off by it.
      if (!same(land.chainOf(square), [castle]) || placed.some((side) => land.parts(side))) return false;
    }
    return land.borders.size + placed.length - freed.length <= this.rules.borders;
  }

  monopoly(pairs, sign) {
    const kinds = Object.values(this.rules.mines);
    const rank = ([seat, mine]) => this.at.seats.indexOf(seat) * kinds.length + kinds.indexOf(mine);
    const [[seat, mine]] = pairs.map((pair) => pair.split(" ")).sort((one, other) => rank(one) - rank(other));
    return { seat, mine, points: this.score(seat, sign * this.rules.monopoly.points) };
  }

  monopoly_won() {
    const due = this.monopoly(this.monopolies().filter((pair) => !this.held.has(pair)), 1);
    this.held.add(`${due.seat} ${due.mine}`);
    return due;
  }

  monopoly_lost() {
    const now = this.monopolies();
    const due = this.monopoly([...this.held].filter((pair) => !now.includes(pair)), -1);
    this.held.delete(`${due.seat} ${due.mine}`);
    return due;
  }

  // -- deserters and alliances

  // Whether two domains have a side in common, the first of the seat on turn.
  isBetween(castle, other) {
    const { land } = this;
    const isOwn = land.domains.has(castle) && land.castles.get(castle) === this.seat;
    return isOwn && land.domains.has(other) && land.touching(castle).includes(other);
  }

  // The own domain, the other one, and the knights of that who may go.
  deserts(payload) {
    const { land } = this;
    const [castle, other] = [text(payload, "domain"), text(payload, "against")];
    const isLegal = this.isBetween(castle, other)
      && [...land.domains.get(castle)].some((square) => this.hasRoom(square))
      && land.knightsIn(castle).length > 0 && land.knightsIn(other).length > 0;
    this.must(isLegal, `no knight may desert from ${other} to ${castle}`);
    return [castle, other, land.removable(other)];
  }

  // The victim of a deserter chooses, if there is a choice.
  deserter_asked(payload) {
    const [domain, against, knights] = this.deserts(payload);
    const [seat, place] = [this.land.castles.get(against), text(payload, "place")];
    const hasChoice = seat !== NOBODY && knights.length > 1;
    this.must(hasChoice, `${seat} has no choice who deserts from ${against}`);
    const isRoom = this.hasRoom(place) && this.land.domains.get(domain).has(place);
    const isPaid = isRoom && this.forestPrice(place) <= this.money[this.seat];
    this.must(isPaid, `no knight of ${this.seat} may be placed on ${place}`);
    this.place = place;
    this.asking = { seat, by: this.seat, domain, against, place, knights };
    this.stage = "asking";
    return this.asking;
  }

  // A knight goes; who goes was asked, or there was nothing to ask.
  knight_deserted(payload) {
    const [domain, against, knights] = this.deserts(payload);
    const [square, victim] = [text(payload, "square"), this.land.castles.get(against)];
    const { asking } = this;
    const isAnswered = asking ? asking.domain === domain && asking.against === against
      : victim === NOBODY || knights.length === 1 || this.hasWished("ranking", victim, -1);
    const isLegal = isAnswered && knights.includes(square);
    this.must(isLegal, `the knight on ${square} may not desert, or ${victim} was not asked`);
    this.land.knights.delete(square);
    this.stage = "act";
    this.deed = "deserted";
    this.domain = domain;
    this.asking = null;
    return { seat: victim, by: this.seat, square, against, domain };
  }

  // Two domains that touch will never grow into each other.
  alliance_made(payload) {
    const castles = list(need(payload, "castles"));
    if (castles.length !== 2 || !castles.every((one) => typeof one === "string")) throw new Misshapen();
    const [one, other] = castles;
    const isLegal = (this.isBetween(one, other) || this.isBetween(other, one))
      && !this.allied.has(sideBetween(one, other));
    this.must(isLegal, `${one} and ${other} may not be allied`);
    this.allied.add(sideBetween(one, other));
    this.doneOnce();
    return { seat: this.seat, castles: inOrder(castles) };
  }

  // -- the end

  // The last card was drawn: from now on no hand is refilled.
  deck_emptied() {
    this.isLast = true;
    return { seat: this.seat };
  }

  goal_reached() {
    this.stage = "over";
    this.ending = "goal";
    return { seats: this.overTheGoal(), goal: this.goal };
  }

  // No hand has a card: points for most ducats, and for the next amount.
  ducats_scored() {
    const amounts = [...new Set(Object.values(this.money))].filter(Boolean).sort((one, other) => other - one);
    const points = {};
    for (const seat of this.at.seats) {
      const bonus = this.money[seat] ? this.rules.bonus[amounts.indexOf(this.money[seat])] : undefined;
      if (bonus !== undefined) points[seat] = this.score(seat, bonus);
    }
    this.stage = "over";
    this.ending = "deck";
    return { money: this.money, points };
  }

  // Who has most points, of equals most ducats, has won; after a goal, of those who have reached it.
  game_ended() {
    const { points, money, ending } = this;
    const seats = ending === "goal" ? this.overTheGoal() : this.at.seats;
    const isAbove = (one, other) => points[one] > points[other]
      || (points[one] === points[other] && money[one] > money[other]);
    const winners = seats.filter((seat) => !seats.some((other) => isAbove(other, seat)));
    return { winners, ending, points, money };
  }
}
