// ---- Hidden cards: dealt under the veil, turned up one by one, and dealt again when it is lifted -

class HiddenCards {
  constructor(at, course, devices) {
    this.at = at;
    this.course = course;
    this.devices = devices;
    this.deals = new Map();
    this.shown = new Set();
    this.isLifted = false;
  }

  // What the header says of the veil, if the game has one.
  get digest() {
    return this.at.report.header.chance.veil ?? null;
  }

  // Checks everything about a deal but the card.
  deal(entry, rule) {
    const { seq, payload } = entry;
    const { at } = this;
    const [made, handle, seat] = ["deal", "handle", "seat"].map((key) => need(payload, key));
    if (!isObject(made)) throw new Misshapen();
    if (this.digest === null) throw new Wrong(seq, "a card is dealt in a game without a veil");
    if (!hasOnly(made, ["stream", "deck", "of"])) {
      throw new Wrong(seq, "the deal has not the keys it should have");
    }
    if (!at.restsOn) throw new Wrong(seq, "a card is dealt before anybody has answered");
    if (typeof handle !== "string" || !handle || this.deals.has(handle)) {
      throw new Wrong(seq, "the handle of the card is none, or was given before");
    }
    if (seat !== null && !at.seats.includes(seat)) throw new Misshapen();
    const stream = this.devices.stream(seq, made.stream, rule && filled(rule.label, payload), "veil");
    const [deck, of] = [text(made, "deck"), made.of];
    if ((rule && deck !== this.top(rule)) || !isCount(of, 1) || !this.has(deck, of)) {
      throw new Wrong(seq, "the card is not dealt from what is left of its deck");
    }
    const { game, key } = at;
    const [digest, secret] = [entry.secret_digest, entry.secret ?? null];
    this.deals.set(handle, { seq, handle, game, key, stream, deck, digest, secret });
    at.report.deals += 1;
  }

  // The deck that is dealt from: of those that lie on each other the first with a card.
  top(rule) {
    return decksOf(rule).find((pile) => this.leftIn(pile)) ?? null;
  }

  // Whether so many cards are left; what the table does not name nobody can count.
  has(deck, of) {
    return !this.at.rules || of === this.leftIn(deck);
  }

  leftIn(deck) {
    const dealt = [...this.deals.values()].filter((one) => one.deck === deck).length;
    return (own(this.course.decks, deck) ?? []).length - dealt;
  }

  // Checks the cards that a fact turns up.
  async show(seq, payload) {
    const made = "shows" in payload ? list(payload.shows) : [];
    for (const one of [...((payload.shown ?? null) === null ? [] : [payload.shown]), ...made]) {
      if (!isObject(one)) throw new Misshapen();
      await this.turnUp(seq, one);
    }
  }

  async turnUp(seq, shown) {
    if (!hasOnly(shown, ["handle", "card", "salt"])) {
      throw new Wrong(seq, "what is turned up has not the keys it should have");
    }
    const handle = text(shown, "handle");
    if (!this.deals.has(handle)) throw new Wrong(seq, `${handle} is turned up, which was not dealt`);
    if (this.shown.has(handle)) throw new Wrong(seq, `${handle} is turned up a second time`);
    const { digest } = this.deals.get(handle);
    if (!isHex(shown.salt, 64) || await digestOf(shown.salt, shown.card) !== digest) {
      throw new Wrong(seq, `${handle} is turned up as another card than was dealt`);
    }
    this.shown.add(handle);
    this.at.report.shown += 1;
  }

  // Checks the veil, and deals every card again.
  async lift(seq, { veil }) {
    const { report } = this.at;
    if (this.digest === null) throw new Wrong(seq, "the veil is lifted in a game without one");
    if (this.isLifted) throw new Wrong(seq, "the veil is lifted a second time");
    if (!this.at.inStep || (this.at.rules && !report.over)) {
      throw new Wrong(seq, "the veil is lifted elsewhere than at the end of the game");
    }
    if (!isHex(veil, 64) || hex(await sha(unhex(veil))) !== this.digest) {
      throw new Wrong(seq, "this is not the veil that the game began with");
    }
    this.isLifted = true;
    report.over = true;
    const left = Object.create(null);
    for (const one of this.deals.values()) await this.dealAgain(one, unhex(veil), left);
    const unknown = new Set([...this.deals.values()].map((one) => one.deck)
      .filter((deck) => !Object.hasOwn(this.course.decks, deck)));
    for (const deck of [...unknown].sort(byCodePoint)) {
      report.gaps.push(`no table names the cards of the deck ${deck}`
        + `: its deals are proved by digest and salt alone`);
    }
  }

  async dealAgain(deal, veil, left) {
    const salt = await veiledSalt(veil, deal.game, deal.handle);
    if (deal.secret !== null && deal.secret.salt !== salt) {
      throw new Wrong(deal.seq, "the server chose the salt of a hidden card");
    }
    const deck = own(this.course.decks, deal.deck);
    if (!deck) return;
    const cards = left[deal.deck] ?? deck;
    const [card, others] = await dealt(await privateKey(deal.key, veil), deal.stream, cards);
    left[deal.deck] = others;
    if (await digestOf(salt, card) !== deal.digest) {
      throw new Wrong(deal.seq, "another card was dealt than chance says");
    }
    this.at.report.dealtAgain += 1;
  }

  // Whether the game is over and the veil is not lifted.
  missed() {
    return this.digest !== null && this.at.report.over && !this.isLifted;
  }
}
