// How many games wait for the reader stands beside "My games", and the title of a page about a game says when it is
// their turn: an open page keeps both true.
const { yourTurn } = document.body.dataset;
const BEFORE = `${yourTurn} · `;

function count(waiting) {
  const place = document.querySelector("[data-waiting]");
  if (!place || waiting === null) return;
  place.querySelector("[data-number]").textContent = waiting;
  place.hidden = waiting === "0";
}

function call(turn) {
  const plain = document.title.startsWith(BEFORE) ? document.title.slice(BEFORE.length) : document.title;
  document.title = turn ? BEFORE + plain : plain;
}

document.body.addEventListener("live:asked", (event) => {
  const { waiting, turn, everywhere } = event.detail;
  count(waiting);
  // A page about many games says how many wait, not whose turn it is.
  if (!everywhere) call(turn === "yes");
});
