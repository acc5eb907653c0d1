// A throw of the cube tower, from the link and the digests of its step: docs/audit.md in a browser.
// Needs nothing from the server, and nothing but hashes from the browser.

const WORD = 1n << 64n;
const MASK = WORD - 1n;

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

const written = (word) => word.toString(16).padStart(16, "0");

async function hmac(key, message) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const known = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", known, message));
}

/** Whether the links of a game, from that of a step down, hash to the anchor their chain began with. */
export async function leadsBack(step, links, anchors) {
  for (let number = step; number >= 1; number -= 1) {
    const hashed = hex(await crypto.subtle.digest("SHA-256", bytes(links[number - 1] ?? "")));
    if (anchors.has(number)) return hashed === anchors.get(number);
    if (hashed !== links[number - 2]) return false;
  }
  return false;
}

/** Whether a throw begins with the cubes that the one before it has left; none if it was the first. */
export function follows(record, before) {
  const inside = {};
  for (const [heap, sign] of before ? [[before.lodged, 1], [before.thrown, 1], [before.fell, -1]] : []) {
    for (const colour of Object.keys(heap)) inside[colour] = (inside[colour] ?? 0) + sign * heap[colour];
  }
  const left = Object.fromEntries(Object.entries(inside).filter(([, count]) => count));
  const within = (heap, whole) => Object.keys(heap).every((colour) => heap[colour] <= (whole[colour] ?? 0));
  return same(record.lodged, left) && same(record.tray.before, before?.tray.after ?? {})
    && within(record.tray.before, record.thrown) && within(record.tray.after, record.fell);
}

/** The key of a step: its link over the game, the number of the step and the digests. */
export async function stepKey(step) {
  const message = JSON.stringify([step.game, step.step, step.digests]);
  return hmac(bytes(step.link), new TextEncoder().encode(message));
}

/** The first words of a named stream: Philox4x64-10. */
export async function words(key, name, count) {
  const keyed = new DataView((await hmac(key, new TextEncoder().encode(name))).buffer);
  const made = [];
  for (let counter = 1n; made.length < count; counter += 1n) {
    made.push(...block(keyed.getBigUint64(0, true), keyed.getBigUint64(8, true), counter));
  }
  return made.slice(0, count);
}

function block(key0, key1, counter) {
  let [a, b, c, d] = [counter, 0n, 0n, 0n];
  for (let round = 0; round < 10; round += 1) {
    const left = a * 0xd2e7470ee14c6c93n;
    const right = c * 0xca5a826395121157n;
    [a, b, c, d] = [(right >> 64n) ^ b ^ key0, right & MASK, (left >> 64n) ^ d ^ key1, left & MASK];
    key0 = (key0 + 0x9e3779b97f4a7c15n) & MASK;
    key1 = (key1 + 0xbb67ae8584caa73bn) & MASK;
  }
  return [a, b, c, d];
}

function laid(cubes, inside) {
  return Object.keys(cubes).sort().flatMap((colour) => Array(cubes[colour]).fill({ colour, inside }));
}

/** Every cube of a throw with its word and its fate, and what fell by colour. */
export async function thrown(step, record, tower) {
  const cubes = [...laid(record.thrown, false), ...laid(record.lodged, true)];
  const entering = BigInt(cubes.filter((cube) => !cube.inside).length);
  const [part, whole] = tower.lodge.map(BigInt);
  const [stay, of] = tower.stay.map(BigInt);
  const lodges = (WORD * part) / whole;
  const loosened = WORD - (WORD * stay ** entering) / of ** entering;
  const key = await stepKey(step);
  const drawn = await words(key, record.stream, cubes.length);
  const fates = cubes.map((cube, at) => {
    const falls = cube.inside ? drawn[at] < loosened : drawn[at] >= lodges;
    return { ...cube, word: written(drawn[at]), falls };
  });
  const fell = {};
  for (const { colour, falls } of fates) if (falls) fell[colour] = (fell[colour] ?? 0) + 1;
  return { key: hex(key), lodges: written(lodges), loosened: written(loosened), fates, fell };
}

/** Whether the same cubes fell, colour by colour. */
export function same(fell, recorded) {
  const colours = new Set([...Object.keys(fell), ...Object.keys(recorded)]);
  return [...colours].every((colour) => fell[colour] === recorded[colour]);
}
