// ---- The page ------------------------------------------------------------------------------------

const byId = (id) => document.getElementById(id);

function made(tag, text, ...children) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

function throwShown(one) {
  const [why, ...results] = one.facts.map(([sentence, payload]) => told(sentence, payload, inWords));
  const facts = [
    [say("Entry"), say("{seq}, step {step}, stream “{stream}”", one)],
    [say("Thrown"), listed(one.thrown, inWords)],
    [say("In the tower before"), listed(one.lodged, inWords)],
    [say("Fell"), listed(one.fell, inWords)],
    [say("In the tower after"), listed(one.after, inWords)],
    ...results.map((result) => [say("Result"), result]),
  ];
  const pairs = facts.map(([name, text]) => made("div", "", made("dt", name), made("dd", text)));
  return made("li", "", made("p", why), made("dl", "", ...pairs));
}

const chapterOf = (one) => told(...one.chapter, inWords);

function chaptersShown(report) {
  const chapters = [...new Set(report.throws.map(chapterOf))];
  let number = 1;
  return chapters.flatMap((chapter) => {
    const here = report.throws.filter((one) => chapterOf(one) === chapter);
    const shown = made("ol", "", ...here.map(throwShown));
    shown.start = number;
    number += here.length;
    const count = here.length > 1 ? "{chapter}: {count} throws" : "{chapter}: {count} throw";
    return [made("h3", say(count, { chapter, count: here.length })), shown];
  });
}

function lines(title, texts) {
  if (!texts.length) return [];
  return [made("h2", title), made("ul", "", ...texts.map((text) => made("li", text)))];
}

function verdictShown(report) {
  const word = verdictOf(report);
  const why = report.wrong
    ? say(report.wrong.seq !== null ? "Entry {seq}: {reason}." : "{reason}.", report.wrong)
    : say({ OK: "Everything that can be checked is right.", "NOT FULLY CHECKED": "What could be checked is right." }[word]);
  const shown = made("p", "", made("strong", say(word)), made("span", ` ${why}`));
  shown.className = `say ${{ OK: "good", FAILED: "bad" }[word] ?? "warn"}`;
  shown.dataset.verdict = word;
  return shown;
}

function show(report, name) {
  const { header } = report;
  const about = header ? [
    made("p", say(header.tower
      ? "{games}: {ruleset} version {version}, tower {tower}, seats {seats}, {entries} entries, {steps} steps."
      : "{games}: {ruleset} version {version}, seats {seats}, {entries} entries, {steps} steps.", {
      ...header,
      games: report.games.map(([, game]) => game).join(say(", then ")),
      seats: header.seats.join(" "),
      entries: report.entries,
      steps: report.steps,
    })),
    made("p", say("Head: "), made("code", report.head)),
  ] : [];
  const named = () => made("p", say("Everything is named as in the log."));
  const throws = report.throws.length ? [made("h2", say("Every throw")), named(), ...chaptersShown(report)] : [];
  byId("report").replaceChildren(
    made("h2", name), verdictShown(report), ...about,
    ...lines(say(report.wrong ? "What was right up to there" : "What was checked"), checksOf(report)),
    ...lines(say("What was not checked"), notChecked(report)),
    ...lines(say("What you may want to ask about"), report.remarks.map(retold)),
    ...throws,
  );
}

function complain(text) {
  const shown = made("p", text);
  shown.className = "say bad";
  shown.dataset.verdict = "UNUSABLE";
  byId("report").replaceChildren(shown);
}

async function bytesIn(file) {
  return new Uint8Array(await file.arrayBuffer());
}

function jsonOf(bytes) {
  try {
    return parsed(bytes);
  } catch {
    throw new Unusable("the signed statements, the keys or the table are not JSON as they should be");
  }
}

async function jsonIn(input) {
  return Promise.all([...byId(input).files].map(async (file) => jsonOf(await bytesIn(file))));
}

// From letters: heads as they are, and what was signed as one line of JSON.
function pastedLines(text) {
  const [heads, signed] = [[], []];
  for (const line of text.split("\n").map((one) => one.trim()).filter(Boolean)) {
    if (line.startsWith("{")) signed.push(jsonOf(new TextEncoder().encode(line)));
    else heads.push(...line.split(/\s+/));
  }
  return [heads, signed];
}

async function checkChosen() {
  const [file] = byId("log").files;
  if (!file) {
    complain(say("Choose a log first: a file that ends in .wlog.jsonl."));
    return;
  }
  const [heads, pasted] = pastedLines(byId("heads").value);
  const signed = [...await jsonIn("signed"), ...pasted];
  const keys = (await jsonIn("keys")).flatMap((value) => (isObject(value) && value.keys) || [null]);
  const tables = await jsonIn("table");
  const given = { signed, keys: byId("keys").files.length ? keys : null, heads, tables };
  show(await check(await bytesIn(file), given), file.name);
}

// What the page says before it is asked anything, in the reader's language, too.
function translatePage() {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const english = text.data.trim().replace(/\s+/g, " ");
    if (english in GERMAN) text.data = say(english);
  }
  document.title = say(document.title);
  byId("report").setAttribute("aria-label", say("Report"));
}

translatePage();
byId("check").addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("report").setAttribute("aria-busy", "true");
  try {
    await checkChosen();
  } catch (problem) {
    if (!(problem instanceof Unusable)) throw problem;
    complain(`${problem.message}.`);
  } finally {
    byId("report").removeAttribute("aria-busy");
  }
});

if (!globalThis.crypto?.subtle) {
  complain(say("This browser computes hashes only on https pages. Save this page and open"
    + " the saved file, or use the verifier in Python."));
}
