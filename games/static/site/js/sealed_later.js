// Seals what its reader made ready without a connection, if the page it was made on has been closed since. What
// cannot be sealed any more is said; the browser's copy of the answer stays (turn/saving.js, turn/left_over.js).
import { drop, forget, kept } from "./ready_store.js";

const { signOut } = document.body.dataset;
const here = document.getElementById("turn");
// Whoever holds the link of a letter is known by the form alone.
const person = here?.dataset.person ?? document.body.dataset.person;
const messages = document.getElementById("messages");
// These say nothing about the answer: another time may do.
const LATER = new Set([401, 403, 429]);
let busy = false;

function tell(kind, text, address) {
  const line = document.createElement("div");
  line.className = `say ${kind}`;
  const words = document.createElement("span");
  const link = Object.assign(document.createElement("a"), { href: address, textContent: text });
  words.append(link);
  line.append(words);
  messages.append(line);
}

function written({ fields, salt }, staying) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  body.set("act", "ready");
  body.set("salt", salt);
  if (!staying) body.set("here", "yes");
  body.set("csrfmiddlewaretoken", document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "");
  return body;
}

async function send(answer) {
  const staying = here?.dataset.key !== answer.key;
  const reply = await fetch(answer.action, { method: "POST", body: written(answer, staying), headers: { Accept: "application/json" } });
  if (LATER.has(reply.status) || reply.status >= 500) return;
  const result = await reply.json();
  drop(person, answer.key);
  if (!reply.ok) tell("warning", `${answer.title}: ${result.message}`, answer.action);
  else if (staying) tell("success", `${answer.title}: ${result.message}`, result.to);
  else location.assign(result.to);
}

async function sendAll() {
  if (busy || !navigator.onLine) return;
  busy = true;
  // What waits on a page that is open is sent by that page.
  const mine = kept(person).filter(({ key }) => !(here?.dataset.key === key && here.dataset.salt));
  for (const answer of mine) await send(answer).catch(() => undefined);
  busy = false;
}

addEventListener("online", sendAll);
// Who leaves for good leaves nothing here.
document.addEventListener("submit", (event) => {
  if (new URL(event.target.action).pathname === signOut) forget(person);
});
sendAll();
