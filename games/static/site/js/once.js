// A form is sent once: the second click of an impatient finger does nothing while the answer to the first is on
// its way, and its button says so. Forms that a script sends by itself are that script's own business.
//
// A page that is left is done with; one that somebody comes back to may send again. Some answers lead nowhere: a
// file to keep, a load somebody has stopped. So after a while a form may be sent again in any case; what is meant
// to be done once only, the server does once (games/web/once.py).
const FREE_AFTER = 3_000;
const sent = new Map();

function hold(form, by) {
  by?.setAttribute("aria-busy", "true");
  sent.set(form, { by, timer: setTimeout(free, FREE_AFTER, form) });
}

function free(form) {
  const { by, timer } = sent.get(form);
  clearTimeout(timer);
  by?.removeAttribute("aria-busy");
  sent.delete(form);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) event.preventDefault();
  else hold(form, event.submitter);
});
addEventListener("pageshow", () => {
  for (const form of [...sent.keys()]) free(form);
});
