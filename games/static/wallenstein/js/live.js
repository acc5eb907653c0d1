// Says on an open page that something happened: by a stream of server-sent events, else by asking.
const ASK_EVERY = 20_000;
const STREAM_AGAIN = 60_000;

const region = document.querySelector("[data-live]");
const places = [...(region?.querySelectorAll("[data-game]") ?? [])];

function address(path, games) {
  const url = new URL(path, location.origin);
  for (const place of games) url.searchParams.append("game", place.dataset.game);
  if (region.dataset.invite) url.searchParams.append("invite", region.dataset.invite);
  return url;
}

function closer(place) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = "×";
  button.setAttribute("aria-label", region.dataset.close);
  button.addEventListener("click", () => place.replaceChildren());
  return button;
}

function named(text, name) {
  const told = document.createElement("div");
  told.innerHTML = text;
  if (name) {
    const heading = document.createElement("strong");
    heading.textContent = name;
    told.prepend(heading);
  }
  return told;
}

async function tell(place) {
  const url = address(place.dataset.news, []);
  url.searchParams.set("since", place.dataset.seq);
  const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
  if (!answer.ok) return;
  place.replaceChildren(named(await answer.text(), place.dataset.name), closer(place));
  // Other modules of the page may want to know, such as a form that shows whether its season is over.
  place.dispatchEvent(new CustomEvent("live:news", { bubbles: true }));
}

function heard(pulses) {
  for (const place of places) {
    const pulse = pulses[place.dataset.game];
    if (pulse === undefined || pulse === place.dataset.pulse) continue;
    place.dataset.pulse = pulse;
    tell(place).catch(() => undefined);
  }
}

function ask() {
  fetch(address(region.dataset.ask, places))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .then(heard)
    .catch(() => undefined);
}

function listen() {
  let asking = 0;
  const stream = new EventSource(address(region.dataset.stream, places));
  stream.addEventListener("pulse", (event) => heard(JSON.parse(event.data)));
  stream.addEventListener("open", () => clearInterval(asking));
  stream.addEventListener("error", () => {
    clearInterval(asking);
    asking = setInterval(ask, ASK_EVERY);
    // A refused stream is closed for good; one that broke off comes back by itself.
    if (stream.readyState === EventSource.CLOSED) {
      setTimeout(() => {
        clearInterval(asking);
        listen();
      }, STREAM_AGAIN);
    }
  });
}

if (places.length) listen();
