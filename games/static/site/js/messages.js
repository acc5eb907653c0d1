// What was said to the reader stays until they close it; a page that renews itself adds to it.
const messages = document.getElementById("messages");
const main = document.getElementById("main");
const KEPT = `messages ${location.pathname}`;

// A page that must be loaded anew shows again what it has said; without a store it has said it once.
export function reload() {
  try {
    sessionStorage.setItem(KEPT, messages.innerHTML);
  } finally {
    location.reload();
  }
}

try {
  messages?.insertAdjacentHTML("afterbegin", sessionStorage.getItem(KEPT) ?? "");
  sessionStorage.removeItem(KEPT);
} catch {
  // Nothing was kept.
}

messages?.addEventListener("click", (event) => {
  if (!event.target.closest("[data-done-with]")) return;
  event.target.closest(".say").remove();
  // Whoever goes by keyboard goes on from here, not from the top of the page.
  main.tabIndex = -1;
  (messages.querySelector("[data-done-with]") ?? main).focus();
});
