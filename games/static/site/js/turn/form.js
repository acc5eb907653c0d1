// The fields of the form are the one place where the answer is; everything else reads and writes them.
function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

export const form = document.getElementById("turn");
export const data = read("turn-data");
const words = read("turn-words");

// A sentence in the reader's language, with its names and numbers put in.
export function say(what, parts = {}) {
  return words[what].replace(/\{(\w+)\}/g, (_, name) => parts[name] ?? "");
}

export function field(name) {
  return form.elements.namedItem(name);
}

export function value(name) {
  return field(name)?.value ?? "";
}

export function put(name, wanted) {
  const input = field(name);
  if (!input || input.value === wanted) return;
  input.value = wanted;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

export function offers(name, wanted) {
  return [...(field(name)?.options ?? [])].some((option) => option.value === wanted);
}

// What the player knows a field by: the words of its label.
export function label(name) {
  return (field(name)?.labels?.[0]?.textContent ?? "").trim();
}
