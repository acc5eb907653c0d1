// What was typed for an earlier question of this game and never counted: it stays in this browser until its
// player throws it away.
import { clock } from "../clock.js";
import { ask } from "./requests.js";
import { form, say } from "./form.js";

const notice = document.getElementById("left-over");
// Who answers so will never say whether it counted, however often one asks.
const FOR_GOOD = new Set([401, 403, 404, 410]);

// One copy that cannot be read must not hide the others.
function read(name) {
  try {
    const copy = JSON.parse(localStorage.getItem(name));
    return [{ ...copy, name, fields: Object.entries(copy.fields) }];
  } catch {
    localStorage.removeItem(name);
    return [];
  }
}

function left(key) {
  const [, game, , seat] = key.split(" ");
  const mine = (other) => other !== key && other.startsWith(`turn ${game} `) && other.endsWith(` ${seat}`);
  return Object.keys(localStorage)
    .filter(mine)
    .flatMap(read)
    .sort((one, other) => other.at - one.at);
}

// As this page asks, with the other question in place of its own: the link it was typed behind may have died since.
// The link of a letter opens one question only, so from there the old way is taken.
function way(copy, here, old) {
  const [mine, other] = [form.dataset.key, copy.name].map((name) => `/turn/${name.split(" ")[2]}/`);
  return here.includes(mine) ? here.replace(mine, other) : old;
}

function hidden(name, value) {
  return Object.assign(document.createElement("input"), { type: "hidden", name, value });
}

function offer(copy, words) {
  notice.querySelector("p").textContent = say(words, { time: clock().format(copy.at) });
  notice.querySelector("[data-forget]").addEventListener("click", () => {
    notice.hidden = true;
    localStorage.removeItem(copy.name);
  });
  notice.hidden = false;
}

function offerPage(copy) {
  const shown = notice.querySelector("form");
  shown.action = way(copy, form.getAttribute("action"), copy.action);
  shown.append(hidden("kind", copy.kind), ...copy.fields.map(([name, value]) => hidden(name, value)));
  offer(copy, "left_over");
}

// No page would show it, so it is shown here.
function offerText(copy) {
  const text = notice.querySelector("textarea");
  const filled = copy.fields.filter(([, value]) => value);
  text.value = filled.map(([name, value]) => `${name}: ${value}`).join("\n");
  text.hidden = false;
  notice.querySelector("[data-show]").hidden = true;
  offer(copy, "left_over_unknown");
}

async function told(copy) {
  const body = new FormData();
  for (const [name, value] of copy.fields) body.set(name, value);
  body.set("kind", copy.kind);
  body.set("asked", "yes");
  const answer = await ask(way(copy, form.dataset.check, copy.check), body);
  if (answer.ok) return answer.json();
  return { code: FOR_GOOD.has(answer.status) ? "unknown" : "" };
}

export async function offerLeftOver(key) {
  try {
    for (const copy of left(key)) {
      const { code, counted } = await told(copy);
      // Mostly it was sealed and counted, and then there is nothing to say.
      if (counted) localStorage.removeItem(copy.name);
      else if (code === "over") return offerPage(copy);
      else if (code === "unknown") return offerText(copy);
    }
  } catch {
    // A browser that keeps nothing, or a line that is cut: nothing is lost by asking another time.
  }
}
