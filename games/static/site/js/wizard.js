// Show the questions of the chosen pace, the options and bots of the chosen game, and no more bots than seats.
const form = document.querySelector("form.wizard");
const parts = form.querySelectorAll("[data-pace]");
const games = form.querySelectorAll("[data-ruleset]");
const botsByGame = JSON.parse(document.getElementById("bots-by-game").textContent);

function sort() {
  const chosen = form.elements.pace.value;
  for (const part of parts) part.hidden = !part.dataset.pace.split(" ").includes(chosen);
  for (const game of games) game.hidden = game.dataset.ruleset !== form.elements.ruleset.value;
}

function seat() {
  const { players, bots } = form.elements;
  const most = offered().length ? Number(players.value) - 1 : 0;
  if (Number(bots.value) > most) bots.value = String(most);
  for (const option of bots.options) {
    option.hidden = option.disabled = Number(option.value) > most;
    option.textContent = option.value;
  }
}

function offered() {
  return botsByGame[form.elements.ruleset.value] ?? [];
}

// A game may know other bots, or none: then nobody can stand in for somebody who is late either.
function choose() {
  const names = offered();
  limit("bot", (name) => names.includes(name));
  limit("lateness", (policy) => policy !== "stand_in" || names.length > 0);
  for (const field of ["bots", "bot"]) {
    const shown = form.querySelector(`[name="${field}"]`)?.closest(".field");
    if (shown) shown.hidden = names.length === 0;
  }
}

function limit(field, fits) {
  const answers = [...form.querySelectorAll(`[name="${field}"]`)];
  for (const answer of answers) {
    answer.disabled = !fits(answer.value);
    answer.closest("label").parentElement.hidden = answer.disabled;
  }
  if (answers.some((answer) => answer.checked && answer.disabled)) {
    const other = answers.find((answer) => !answer.disabled);
    if (other) other.checked = true;
  }
}

for (const settle of [sort, choose, seat]) {
  form.addEventListener("change", settle);
  settle();
}
