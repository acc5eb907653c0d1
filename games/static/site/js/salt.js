// The reader's own part in chance: this browser draws the salt an answer is sealed under, anew each
// time. It is in the form only while that is sent, so that it is neither saved nor used again.
import { drawn } from "./drawn_salt.js";

const form = document.getElementById("turn");

// On the window: by then every other script has said whether the form is sent at all.
window.addEventListener("submit", (event) => {
  if (event.target !== form || event.defaultPrevented || event.submitter?.value !== "ready") return;
  const salt = Object.assign(document.createElement("input"), { type: "hidden", name: "salt", value: form.dataset.salt ?? drawn() });
  form.append(salt);
  setTimeout(() => salt.remove());
});
