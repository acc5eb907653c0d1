// Show the questions of the chosen pace, the options of the chosen game, and no more bots than seats.
const form = document.querySelector("form.wizard");
const parts = form.querySelectorAll("[data-pace]");
const games = form.querySelectorAll("[data-ruleset]");

function sort() {
  const chosen = form.elements.pace.value;
  for (const part of parts) part.hidden = !part.dataset.pace.split(" ").includes(chosen);
  for (const game of games) game.hidden = game.dataset.ruleset !== form.elements.ruleset.value;
}

function seat() {
  const { players, bots } = form.elements;
  const most = Number(players.value) - 1;
  if (Number(bots.value) > most) bots.value = String(most);
  for (const option of bots.options) {
    option.hidden = option.disabled = Number(option.value) > most;
    option.textContent = option.value;
  }
}

for (const settle of [sort, seat]) {
  form.addEventListener("change", settle);
  settle();
}
