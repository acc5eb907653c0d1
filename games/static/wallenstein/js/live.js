// Says on an open page that something happened: by a stream of server-sent events, else by asking.

const ASK_EVERY = 20_000;
const STREAM_AGAIN = 60_000;

const places = [...document.querySelectorAll("[data-live]")];

function address(path, place) {
  const url = new URL(path, location.origin);
  url.searchParams.append("game", place.dataset.game);
  if (place.dataset.invite) url.searchParams.append("invite", place.dataset.invite);
  return url;
}

async function tell(place) {
  const url = address(place.dataset.news, place);
  url.searchParams.set("since", place.dataset.seq);
  const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
  if (!answer.ok) return;
  place.innerHTML = await answer.text();
  place.hidden = false;
  // Other modules of the page may want to know, such as a form that shows whether its season is over.
  place.dispatchEvent(new CustomEvent("live:news", { bubbles: true }));
}

function heard(place, pulses) {
  const pulse = pulses[place.dataset.game];
  if (pulse === undefined || pulse === place.dataset.pulse) return;
  place.dataset.pulse = pulse;
  tell(place).catch(() => undefined);
}

function ask(place) {
  fetch(address(place.dataset.ask, place))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .then((pulses) => heard(place, pulses))
    .catch(() => undefined);
}

function listen(place) {
  let asking = 0;
  const stream = new EventSource(address(place.dataset.stream, place));
  stream.addEventListener("pulse", (event) => heard(place, JSON.parse(event.data)));
  stream.addEventListener("open", () => clearInterval(asking));
  stream.addEventListener("error", () => {
    clearInterval(asking);
    asking = setInterval(() => ask(place), ASK_EVERY);
    // A refused stream is closed for good; one that broke off comes back by itself.
    if (stream.readyState === EventSource.CLOSED) {
      setTimeout(() => {
        clearInterval(asking);
        listen(place);
      }, STREAM_AGAIN);
    }
  });
}

places.forEach(listen);
