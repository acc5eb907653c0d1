// Guess the reader's time zone; the choice stays theirs.
const guessed = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const select of document.querySelectorAll("select[data-guess-zone]")) {
  const known = [...select.options].some((option) => option.value === guessed);
  if (known) select.value = guessed;
}
