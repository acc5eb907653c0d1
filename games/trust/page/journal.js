// ---- The journal: what people and the server did --------------------------------------------------

class Journal {
  constructor(at, course, veil) {
    this.at = at;
    this.course = course;
    this.veil = veil;
    this.report = at.report;
    this.deadline = null;
    this.isDue = false; // whether the deadline is that of the open questions
    this.policy = "";
    this.silent = new Set();
    this.players = new Map();
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
    return shape === "text" || this.at.seats.includes(value);
  }

  // Takes leave of the step before, which must have come to its end.
  afterAStep(seq, kind) {
    this.at.inStep = this.at.key !== null;
    this.at.key = null;
    if (this.course.knowsQuestions && this.at.inStep && !this.at.asked.size && !this.report.over) {
      throw new Wrong(seq, "the step before was broken off before anybody was asked");
    }
    if (this.veil.missed() && kind !== "veil_lifted") {
      throw new Wrong(seq, "the game is over, but the veil is not lifted");
    }
  }

  async entry(entry) {
    const { seq, kind, payload } = entry;
    if (this.report.over && ["answer_sealed", "step_began", "fork_began"].includes(kind)) {
      throw new Wrong(seq, "the game goes on after its end");
    }
    if (kind === "answer_sealed") {
      this.sealing(entry);
    } else if (kind === "answer_withdrawn") {
      const [decision, seat] = [need(payload, "decision"), need(payload, "seat")];
      if (this.at.sealed.get(decision)?.seat !== seat) {
        throw new Wrong(seq, "an answer is withdrawn that was not sealed");
      }
      this.at.sealed.delete(decision);
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
    } else if (kind === "veil_lifted") {
      await this.veil.lift(seq, payload);
    } else if (kind === "game_forked") {
      this.report.remarks.push(`entry ${seq}: the game goes on as ${need(payload, "game")}`);
    }
  }

  forked(seq, payload) {
    const [game, origin, anchor] = ["game", "origin", "anchor"].map((key) => need(payload, key));
    if (origin !== this.at.game || game === origin || typeof game !== "string") {
      throw new Wrong(seq, `a fork begins that is not one of the game ${this.at.game}`);
    }
    const { steps } = this.report;
    if (need(payload, "step") !== steps || steps === 0 || !this.at.inStep) {
      throw new Wrong(seq, "a fork begins elsewhere than at the end of a step");
    }
    if (!isHex(anchor, 64)) throw new Wrong(seq, "the anchor is not 64 hexadecimal digits");
    this.report.remarks.push(
      `entry ${seq}: a fork of the game ${origin} begins here, with a chain of its own`
      + `; by ${need(payload, "by")}, because: ${need(payload, "why")}`);
    this.at.game = game;
    this.report.games.push([seq, game]);
    this.at.link = anchor;
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
    this.inTime(seq, seats);
    if (this.policy && policy !== this.policy) {
      this.report.remarks.push(`entry ${seq}: who is late is treated by the policy ${policy}`
        + `, and before by ${this.policy}`);
    }
    this.policy = policy;
    for (const seat of seats) this.silent.add(seat);
  }

  // Checks that nobody is late who had answered, or whom nobody asked.
  inTime(seq, late) {
    const { required, sealed, format } = this.at;
    const knows = this.course.knowsQuestions;
    // What was answered without having to be is no answer to the question that had to be.
    const counts = [...sealed].filter(([decision]) => required.has(decision) || !knows);
    const answered = new Set(counts.map(([, answer]) => answer.seat));
    for (const seat of late) {
      // Who has several questions and no table may have answered another one.
      if (answered.has(seat) && (knows || format === 1)) {
        throw new Wrong(seq, `time ran out for ${seat}, who had answered`);
      }
      if (knows && ![...required.values()].includes(seat)) {
        throw new Wrong(seq, `time ran out for ${seat}, whom nobody asked`);
      }
    }
  }

  sealing(entry) {
    const { seq, payload: { decision, seat, by } } = entry;
    const [who] = by.split(" ");
    if (this.course.knowsQuestions && this.at.asked.get(decision) !== seat) {
      throw new Wrong(seq, `nobody asked ${seat} for ${decision}`);
    }
    if (["default", "draft"].includes(by) && this.at.optional.has(decision)) {
      throw new Wrong(seq, `the server answers ${decision}, which nobody has to answer`);
    }
    this.report.by[who] = (this.report.by[who] ?? 0) + 1;
    if (!PEOPLE.includes(by)) {
      if (this.at.sealed.has(decision)) {
        throw new Wrong(seq, `the server answers for ${seat}, who had answered`);
      }
      this.answeredFor(seq, seat, by);
    }
    const salt = entry.secret?.salt ?? null;
    this.at.sealed.delete(decision);
    this.at.sealed.set(decision, { decision, seat, seq, by: who, digest: entry.secret_digest, salt });
  }

  answeredFor(seq, seat, by) {
    const [who] = by.split(" ");
    const remark = `entry ${seq}: the server answers for ${seat} (${by})`;
    const player = this.players.get(seat) ?? "";
    if (this.silent.has(seat)) {
      if (!(own(TABLES.policies, this.policy) ?? []).includes(who)) {
        this.report.remarks.push(`${remark}, which is not what the policy ${this.policy} says`);
      }
    } else if (who !== "bot" || (player && player.split(" ")[0] !== "bot")) {
      this.report.remarks.push(`${remark}, though the log tells of no time out`);
    }
  }

  async step(seq, payload) {
    const [step, link, answers] = ["step", "link", "answers"].map((key) => need(payload, key));
    if (step !== this.report.steps + 1) {
      throw new Wrong(seq, `the number of the step should be ${this.report.steps + 1}`);
    }
    if (!isHex(link, 64) || hex(await sha(unhex(link))) !== this.at.link) {
      throw new Wrong(seq, "the link does not hash to the one before it");
    }
    const counted = this.counted(seq, answers);
    if (step > 1 && !counted.length) {
      throw new Wrong(seq, "the step rests on no answer at all");
    }
    for (const decision of this.at.required.keys()) {
      if (!this.at.sealed.has(decision)) {
        throw new Wrong(seq, `the step begins though ${decision} was not answered`);
      }
    }
    await this.chosen(step, link, counted);
    const digests = counted.map((answer) => answer.digest);
    this.at.beginStep(await stepKey(link, this.at.game, step, digests), counted.length);
    this.at.link = link;
    this.report.steps = step;
    this.silent = new Set();
    this.deadline = null;
    this.isDue = false;
  }

  // The answers that a step rests on, in their order: by seat, then as the game asks.
  counted(seq, answers) {
    const { asked, format, seats, sealed } = this.at;
    const [order, counted] = [[...asked.keys()], [...sealed.values()]];
    const by = (place) => counted.sort((a, b) => place(a) - place(b));
    if (order.length) by((answer) => order.indexOf(answer.decision));
    // How the game asks nobody knows: within a seat the log's own order is taken.
    else if (format > 1) by((answer) => Math.max(0, answers.indexOf(answer.seq)));
    by((answer) => seats.indexOf(answer.seat));
    if (!same(answers, counted.map((answer) => answer.seq))) {
      throw new Wrong(seq, "the step does not rest on the answers that were sealed last");
    }
    if (format === 1 && new Set(counted.map((answer) => answer.seat)).size !== counted.length) {
      throw new Wrong(seq, "a seat answers two things in one step");
    }
    return counted;
  }

  // What the server could have chosen, knowing the link: its answers, and their salts.
  async chosen(step, link, counted) {
    const { report } = this;
    for (const answer of counted) report.counted.set(answer.seq, answer);
    // A default leaves nothing to choose; of the others the one sealed last decides.
    const last = counted.filter((answer) => answer.by !== "default").sort((a, b) => b.seq - a.seq)[0]?.by;
    if (["bot", "draft"].includes(last)) report.houseLast.push(step);
    else if (last === "relay") report.relayedLast.push(step);
    for (const { by, salt, seq, decision } of counted) {
      if (by !== "bot" || salt === null) continue;
      if (salt === await botSalt(link, this.at.game, decision)) report.fixedSalts += 1;
      else report.chosenSalts.push(seq);
    }
  }

  // Remarks on where the server could have chosen.
  askAboutTheHouse() {
    const { houseLast, relayedLast, chosenSalts, remarks } = this.report;
    if (houseLast.length) {
      remarks.push("the server sealed last, for a bot or from a draft, when it knew the link and all"
        + ` that the others had sealed: steps ${ranges(houseLast)}`);
    }
    if (relayedLast.length) {
      remarks.push("whoever sealed last did so under a salt that the server drew, when it knew the"
        + ` link and all that was sealed: steps ${ranges(relayedLast)}`);
    }
    if (chosenSalts.length) {
      remarks.push("bots answered under a salt that does not follow from the link, so that the"
        + ` server could choose it: entries ${ranges(chosenSalts)}`);
    }
  }
}
