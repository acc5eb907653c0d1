// ---- What is found, in the language of the site; from disk, in the browser's ---------------------

const GERMAN = JSON.parse(document.getElementById("german").textContent);
const page = document.documentElement;
page.lang = (page.dataset.language || navigator.language).startsWith("de") ? "de" : "en";

// Names of seats and places are no words: the log knows no others, so they stay as they are.
const inWords = (english) => (page.lang === "de" ? own(GERMAN, english) : undefined) ?? english;

// A sentence in the reader's language; what is wrong with a log is told as the other verifiers tell it.
function say(english, parts = {}) {
  return inWords(english).replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

const verbatim = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// A remark comes in the words of all verifiers; the longest sentence that has its form is its German.
function retold(remark) {
  const sentences = page.lang === "de" ? Object.keys(GERMAN) : [];
  for (const english of sentences.sort((one, other) => other.length - one.length)) {
    const form = english.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? `(?<${part}>.*?)` : verbatim(part)));
    const match = new RegExp(`^${form.join("")}$`, "s").exec(remark);
    if (match) return say(english, match.groups);
  }
  return remark;
}

function checksOf(report) {
  const answered = Object.keys(report.by).sort().map((who) => `${inWords(who)} ${report.by[who]}`).join(", ");
  const lines = [
    say("the chain of hashes: {entries} entries, none changed, dropped, added or moved", report),
    say("the links: {steps}, each hashes to the one before, the first to the anchor", report),
    say("the answers each step rests on: of those in this log always those that were sealed last,"
      + " none left out"),
    ...(report.questions
      ? [say("questions: {questions}, each by its right name, and answered before its step", report)] : []),
    say("sealed answers that are open: {opened}, each is the one that was sealed", report),
    ...(report.fixedSalts
      ? [say("salts of bots that are open and follow from the link: {salts}", { salts: report.fixedSalts })] : []),
    say("who answered: {answered}", { answered: answered || say("nobody yet") }),
    say("draws: {draws}, each made again from its stream", report),
    ...(!report.header || "tower" in report.header
      ? [say("throws: {throws}, each made again cube by cube from its stream", { throws: report.throws.length })] : []),
  ];
  if (report.rolls) lines.push(say("rolls: {rolls}, each made again die by die from its stream", report));
  lines.push(...cardsChecked(report));
  if (report.judged) {
    lines.push(say("battles and revolts: {fights}, each ended as the cubes in the tray say", { fights: report.judged }));
  }
  if (report.heads) lines.push(say("heads you noted: {heads}, each is in this log", report));
  if (report.statements) {
    lines.push(say("signed statements: {statements}, each agrees with this log", report));
  }
  if (report.signatures) lines.push(say("signatures: {signatures}, each made by the site's key", report));
  return lines;
}

function cardsChecked(report) {
  const lines = [];
  if (report.deals) {
    lines.push(say("hidden cards: {deals}, each under a digest that was fixed when it was dealt", report));
  }
  if (report.cardsOpen) {
    lines.push(say("hidden cards that are open: {cardsOpen}, each is the one that was dealt", report));
  }
  if (report.shown) lines.push(say("cards turned up: {shown}, each is the one that was dealt, and once", report));
  if (report.dealtAgain) lines.push(say("deals: {dealtAgain}, each made again under the veil", report));
  return lines;
}

function notChecked(report) {
  const lines = report.gaps.map(retold);
  if (report.sealed) {
    lines.push(say("{sealed} answers that are still sealed for you: their digests are fixed and"
      + " enter the chance, what they say shows when they are opened", report));
  }
  const hidden = report.deals - report.cardsOpen;
  if (hidden) {
    lines.push(say("{hidden} cards that are still hidden from you: their digests are fixed, and when the"
      + " veil is lifted each is dealt again", { hidden }));
  }
  lines.push(...report.untold.map(retold));
  if (report.wrong && report.wrong.seq !== null) {
    lines.push(say("everything after that"));
  } else if (!report.over) {
    lines.push(say(report.hasTable ? "whether all answers are opened in the end: the game is not over in this log"
      : "whether all answers are opened in the end: without a table of the game nobody can tell whether it is over"));
  }
  lines.push(say("whether the rules of the game were followed: `python -m engine verify` plays them again"));
  lines.push(say("whether the times are true: compare them with your own mail"));
  return lines;
}
