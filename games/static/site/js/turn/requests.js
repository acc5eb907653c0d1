// How the turn form asks its server.
import { form } from "./form.js";

// Another window may have signed in again since: its token is the one that counts.
export function freshToken() {
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  if (token) form.elements.csrfmiddlewaretoken.value = token;
}

export function ask(address, body) {
  freshToken();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  return fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
}
