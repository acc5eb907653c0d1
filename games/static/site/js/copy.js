// A button that copies a field, where the browser can.
function equip(button) {
  const field = document.getElementById(button.dataset.copy);
  field.addEventListener("focus", () => field.select());
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  });
}

function start(root) {
  for (const button of root.querySelectorAll("button[data-copy][hidden]")) equip(button);
}

start(document);
document.addEventListener("htmx:load", (event) => start(event.detail.elt));
