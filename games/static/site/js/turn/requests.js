// How the turn form asks its server.
import { form } from "./form.js";

// Another window may have signed in again since: its token is the one that counts.
export function freshToken() {
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  if (token) form.elements.csrfmiddlewaretoken.value = token;
}

let answered = -Infinity;

// Whether the server has just been heard.
export function heard(within) {
  return Date.now() - answered < within;
}

export async function ask(address, body) {
  freshToken();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  answered = Date.now();
  return answer;
}
