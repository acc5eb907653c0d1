// ---- Draws, throws and rolls: each made again from its stream ------------------------------------

const MOST_CUBES = 2000;
const MOST_DICE = 1000;
const MOST_SIDES = 1000;

class Devices {
  constructor(at, course, tower) {
    this.at = at;
    this.course = course;
    this.tower = tower;
    this.lodged = {};
  }

  async use(seq, payload, member, rule) {
    if (member === "throw") await this.throwing(seq, payload, rule);
    else if (member === "roll") await this.roll(seq, payload, payload.roll, rule);
    else if (member === "rolls") await this.rolls(seq, payload, rule);
    else await this.draws(seq, payload, member === "draws" ? payload.draws : [payload.draw], rule);
  }

  // The name of a stream, which must be the next of its label.
  stream(seq, stream, label, device) {
    const { format, uses, users } = this.at;
    const name = label ?? String(stream).slice(0, Math.max(0, String(stream).lastIndexOf(" ")));
    uses[name] = (uses[name] ?? 0) + 1;
    const expected = `${name} ${uses[name]}`;
    if (stream !== expected) throw new Wrong(seq, `the stream should be called ${expected}`);
    users[name] ??= device;
    if (format > 1 && users[name] !== device) {
      throw new Wrong(seq, `${name} is the ${users[name]}'s in this step, and not the ${device}'s`);
    }
    return expected;
  }

  async source(seq, stream, label, device) {
    return words(this.at.key, this.stream(seq, stream, label, device));
  }

  async draws(seq, payload, made, rule) {
    const pools = rule ? this.course.pools(payload, rule) : list(made).map(() => null);
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
    const label = rule && filled(rule.label, payload);
    if (!isObject(draw)) throw new Misshapen();
    if (!hasOnly(draw, ["stream", "from", "drawn"])) {
      throw new Wrong(seq, "the draw has not the keys it should have");
    }
    const source = await this.source(seq, draw.stream, label, "deck");
    if (pool !== null && !same(draw.from, pool)) {
      throw new Wrong(seq, "the draw is not from what lies on the table");
    }
    const [items, result] = [list(draw.from), list(draw.drawn)];
    const number = rule ? this.course.number(payload, rule, items.length) : result.length;
    if (result.length > items.length || result.length !== number || (rule && !number)) {
      throw new Wrong(seq, "the draw is not of as many as it should be");
    }
    if (!same(drawn(source, items, result.length), result)) {
      throw new Wrong(seq, `the stream ${draw.stream} gives another draw`);
    }
    this.at.report.draws += 1;
    if (rule) this.course.taken(rule, result);
  }

  async throwing(seq, payload, rule) {
    const made = payload.throw;
    const { at, course } = this;
    if (!("tower" in at.report.header)) throw new Wrong(seq, "cubes are thrown in a game without a tower");
    if (!isObject(made)) throw new Misshapen();
    if (!hasOnly(made, ["stream", "thrown", "lodged", "fell"])) {
      throw new Wrong(seq, "the throw has not the keys it should have");
    }
    const { thrown, lodged, fell } = made;
    const source = await this.source(seq, made.stream, rule && filled(rule.label, payload), "tower");
    if (!same(lodged, this.lodged)) {
      throw new Wrong(seq, `what is in the tower should be ${listed(this.lodged)}`);
    }
    const due = rule ? course.toBeThrown() : null;
    if (due !== null && !same(thrown, due)) {
      throw new Wrong(seq, `what is thrown should be ${listed(due)}`);
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
    course.fell(fell);
    at.report.throws.push({
      seq, step: at.report.steps, chapter: course.chapter,
      why: course.cause, stream: made.stream, thrown, lodged, fell, after: this.lodged, result: [],
      facts: [course.behind],
    });
  }

  async rolls(seq, payload, rule) {
    const made = list(payload.rolls);
    const rules = rule?.each ?? made.map(() => rule);
    if (made.length !== rules.length) throw new Wrong(seq, `there should be ${rules.length} rolls`);
    for (const [at, roll] of made.entries()) await this.roll(seq, payload, roll, rules[at]);
  }

  async roll(seq, payload, roll, rule) {
    if (roll === null) {
      if (rule && !rule.optional) throw new Wrong(seq, "there should be a roll");
      return;
    }
    if (!isObject(roll)) throw new Misshapen();
    if (!hasOnly(roll, ["stream", "sides", "rolled"])) {
      throw new Wrong(seq, "the roll has not the keys it should have");
    }
    const source = await this.source(seq, roll.stream, rule && filled(rule.label, payload), "dice");
    const [sides, result] = [roll.sides, list(roll.rolled)];
    const areDice = isCount(sides, 2) && sides <= MOST_SIDES && result.length >= 1 && result.length <= MOST_DICE;
    if (!areDice || (rule?.sides ?? sides) !== sides || (rule?.dice ?? result.length) !== result.length) {
      throw new Wrong(seq, "the roll is not of the dice it should be");
    }
    if (!same(rolled(source, sides, result.length), result)) {
      throw new Wrong(seq, `the stream ${roll.stream} gives another roll`);
    }
    this.at.report.rolls += 1;
  }
}
