// Show only the questions that belong to the chosen pace.
const form = document.querySelector("form.wizard");
const parts = form.querySelectorAll("[data-pace]");

function sort() {
  const chosen = form.elements.pace.value;
  for (const part of parts) part.hidden = !part.dataset.pace.split(" ").includes(chosen);
}

form.addEventListener("change", sort);
sort();
