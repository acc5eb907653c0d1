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

// A list without a blank line falls back to its first one: with none chosen it would not be sent at all.
function write(input, wanted) {
  const hasLine = [...(input.options ?? [])].some((option) => option.value === wanted);
  if (input.type === "checkbox") input.checked = Boolean(wanted);
  else if (!wanted && input.options && !hasLine) input.selectedIndex = 0;
  else input.value = wanted;
}

export function put(name, wanted) {
  const input = field(name);
  const before = input?.value;
  if (!input || before === wanted) return;
  write(input, wanted);
  if (input.value !== before) input.dispatchEvent(new Event("change", { bubbles: true }));
}

export function offers(name, wanted) {
  return [...(field(name)?.options ?? [])].some((option) => option.value === wanted);
}

const NOT_TYPED = new Set(["csrfmiddlewaretoken", "seen", "kind", "orders"]);

// What somebody has said so far, by field.
export function typed() {
  return Object.fromEntries([...new FormData(form)].filter(([name]) => !NOT_TYPED.has(name)));
}

// A box that is not ticked says nothing.
function written(input) {
  return input.type === "checkbox" && !input.checked ? "" : input.value;
}

// Says something else in its place; what it does not say is blank.
export function fill(fields) {
  const names = new Set([...Object.keys(fields), ...Object.keys(typed())]);
  for (const name of names) {
    const input = form.elements.namedItem(name);
    const wanted = fields[name] ?? "";
    if (!input || written(input) === wanted) continue;
    if (wanted && input.options && !offers(name, wanted)) input.add(new Option(wanted, wanted));
    write(input, wanted);
    // A list grows as it is filled: its next row is there when its next field comes.
    // Radio buttons of one name are a list, which no event can be sent to.
    (input.dispatchEvent ? input : input[0]).dispatchEvent(new Event("change", { bubbles: true }));
  }
}

// What the player knows a field by: the words of its label.
export function label(name) {
  return (field(name)?.labels?.[0]?.textContent ?? "").trim();
}
