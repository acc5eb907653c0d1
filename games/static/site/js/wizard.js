// Show the questions of the chosen pace, the options, seats and bots of the chosen game, and no more bots than seats.
// A name that nobody has changed goes with the game.
const form = document.querySelector("form.wizard");
const parts = form.querySelectorAll("[data-pace]");
const games = form.querySelectorAll("[data-ruleset]");
const offers = JSON.parse(document.getElementById("offers").textContent);

function sort() {
  const chosen = form.elements.pace.value;
  for (const part of parts) part.hidden = !part.dataset.pace.split(" ").includes(chosen);
  for (const game of games) game.hidden = game.dataset.ruleset !== form.elements.ruleset.value;
}

function offered() {
  return offers[form.elements.ruleset.value];
}

function seat() {
  const { players, bots } = form.elements;
  const sizes = offered().players;
  if (!sizes.includes(Number(players.value))) players.value = String(nearest(sizes, Number(players.value)));
  offer(players, (size) => sizes.includes(size));
  const most = Object.keys(offered().bots).length ? Number(players.value) - 1 : 0;
  if (Number(bots.value) > most) bots.value = String(most);
  offer(bots, (number) => number <= most);
  for (const option of bots.options) option.textContent = option.value;
}

function nearest(sizes, wanted) {
  return sizes.reduce((best, size) => (Math.abs(size - wanted) < Math.abs(best - wanted) ? size : best));
}

function offer(select, fits) {
  for (const option of select.options) option.hidden = option.disabled = !fits(Number(option.value));
}

// A game may know other bots, or none: then nobody can stand in for somebody who is late either.
function choose() {
  const { bots, usual_bot: usual } = offered();
  const names = Object.keys(bots);
  limit("bot", (name) => names.includes(name), usual);
  limit("lateness", (policy) => policy !== "stand_in" || names.length > 0);
  for (const answer of form.querySelectorAll('[name="bot"]')) {
    // Its words stand behind the button; games may call the same bot differently.
    if (bots[answer.value]) answer.nextSibling.textContent = ` ${bots[answer.value]}`;
  }
  for (const field of ["bots", "bot"]) {
    const shown = form.querySelector(`[name="${field}"]`)?.closest(".field");
    if (shown) shown.hidden = names.length === 0;
  }
}

function limit(field, fits, usual) {
  const answers = [...form.querySelectorAll(`[name="${field}"]`)];
  for (const answer of answers) {
    answer.disabled = !fits(answer.value);
    answer.closest("label").parentElement.hidden = answer.disabled;
  }
  if (answers.some((answer) => answer.checked && answer.disabled)) {
    const left = answers.filter((answer) => !answer.disabled);
    const other = left.find((answer) => answer.value === usual) ?? left[0];
    if (other) other.checked = true;
  }
}

function call() {
  const { name } = form.elements;
  if (Object.values(offers).some((offer) => offer.name === name.value)) name.value = offered().name;
}

// What a browser objects to is not seen in a fold.
form.addEventListener("invalid", ({ target }) => target.closest("details")?.setAttribute("open", ""), true);

for (const settle of [sort, choose, seat, call]) {
  form.addEventListener("change", settle);
  settle();
}
