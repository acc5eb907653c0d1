// What was said to the reader stays until they close it; a page that renews itself adds to it.
const messages = document.getElementById("messages");
const main = document.getElementById("main");

messages?.addEventListener("click", (event) => {
  if (!event.target.closest("[data-done-with]")) return;
  event.target.closest(".say").remove();
  // Whoever goes by keyboard goes on from here, not from the top of the page.
  main.tabIndex = -1;
  (messages.querySelector("[data-done-with]") ?? main).focus();
});
