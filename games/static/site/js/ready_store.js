// Answers that were made ready without a connection, each with its salt: in this browser, under the name of the
// person who made them, so that nobody else who uses it is shown or sends one.
const name = (person, key) => `ready ${person} ${key}`;

export function keep(person, key, answer) {
  localStorage.setItem(name(person, key), JSON.stringify(answer));
}

export function drop(person, key) {
  try {
    localStorage.removeItem(name(person, key));
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

export function kept(person) {
  try {
    const mine = Object.keys(localStorage).filter((one) => one.startsWith(name(person, "")));
    return mine.map((one) => ({ ...JSON.parse(localStorage.getItem(one)), key: one.slice(name(person, "").length) }));
  } catch {
    return [];
  }
}

export function forget(person) {
  for (const { key } of kept(person)) drop(person, key);
}
