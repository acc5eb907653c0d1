// Guess the reader's time zone; the choice stays theirs.
const guessed = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const select of document.querySelectorAll("select[data-guess-zone]")) {
  const known = [...select.options].some((option) => option.value === guessed);
  if (known) select.value = guessed;
}

// The time of a zone in summer and in winter: zones of one time need no words.
function clocks(zone) {
  const form = new Intl.DateTimeFormat("en", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return [Date.UTC(2026, 0), Date.UTC(2026, 6)].map((moment) => form.format(moment)).join();
}

for (const form of document.querySelectorAll("form[data-offer-zone]")) {
  const button = form.querySelector("button");
  form.elements.time_zone.value = guessed;
  button.textContent = button.dataset.words.replace("%s", guessed);
  form.hidden = clocks(guessed) === clocks(form.dataset.offerZone);
}
