// ---- Where a reader stands in a log: what all parts of the check share ---------------------------

// Whose own an answer is: under a salt of theirs, or under one that the server drew for them.
const PEOPLE = ["seat", "relay"];

function newReport() {
  return {
    header: null, games: [], entries: 0, head: "", steps: 0, questions: 0, draws: 0, throws: [], rolls: 0, deals: 0,
    cardsOpen: 0, dealtAgain: 0, shown: 0, judged: 0, opened: 0, sealed: 0, by: Object.create(null),
    counted: new Map(), fixedSalts: 0, chosenSalts: [], houseLast: [], relayedLast: [], hasTable: false, over: false,
    signatures: 0, statements: 0, heads: 0, untold: [], gaps: [], remarks: [], wrong: null,
  };
}

function verdictOf(report) {
  if (report.wrong) return "FAILED";
  return report.gaps.length ? "NOT FULLY CHECKED" : "OK";
}

class LogPosition {
  constructor(report) {
    this.report = report;
    this.format = 1;
    this.rules = null;
    this.seats = [];
    this.game = "";
    this.link = "";
    this.key = null; // of the step that is told
    this.restsOn = 0; // how many answers that step rests on
    this.uses = Object.create(null); // of each label in the step
    this.users = Object.create(null); // of each label in the step: which device
    this.asked = new Map(); // what the game waits on: decisions, and whose
    this.optional = new Set(); // those of them that nobody has to answer
    this.decided = new Set();
    this.sealed = new Map();
    this.inStep = false; // whether the entry before this one was a fact
  }

  // What must be answered before the game goes on, and by whom.
  get required() {
    return new Map([...this.asked].filter(([decision]) => !this.optional.has(decision)));
  }

  // Lets facts follow that rest on so many answers.
  beginStep(key, answers) {
    this.key = key;
    this.restsOn = answers;
    for (const decision of this.asked.keys()) {
      if (this.sealed.has(decision)) this.decided.add(decision);
    }
    this.report.questions = this.decided.size;
    this.asked = new Map();
    this.optional = new Set();
    this.sealed = new Map();
    this.uses = Object.create(null);
    this.users = Object.create(null);
    if ("tower" in this.report.header) this.users.throw = "tower";
  }
}
