// Between two questions: when the game has moved on the server knows where to go next, and if nothing comes soon
// the table is the place to wait.
const PATIENCE = 12_000;
const table = new URL(document.getElementById("next-turn").dataset.table, location.href);

document.addEventListener("live:news", () => location.replace(location.href));
setTimeout(() => location.replace(table), PATIENCE);
