// ---- Chance: step keys, streams, draws, throws, rolls, and what the veil hides -------------------

const WORD = 1n << 64n;

const stepKey = (link, game, step, digests) => hmac(unhex(link), canonical([game, step, digests]));

// The salt of what a bot answers: fixed by the link, so that nobody can choose it.
const botSalt = async (link, game, decision) =>
  hex(await hmac(unhex(link), canonical(["salt", game, decision])));

function little(bytes) {
  return [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

async function words(key, name) {
  const keyed = await hmac(key, new TextEncoder().encode(name));
  return philox(little(keyed.slice(0, 8)), little(keyed.slice(8, 16)));
}

function* philox(first, second) {
  for (let counter = 1n; ; counter += 1n) {
    let [a, b, c, d, k0, k1] = [counter, 0n, 0n, 0n, first, second];
    for (let round = 0; round < 10; round += 1) {
      const [left, right] = [a * 0xd2e7470ee14c6c93n, c * 0xca5a826395121157n];
      [a, b, c, d] = [(right >> 64n) ^ b ^ k0, right % WORD, (left >> 64n) ^ d ^ k1, left % WORD];
      k0 = (k0 + 0x9e3779b97f4a7c15n) % WORD;
      k1 = (k1 + 0xbb67ae8584caa73bn) % WORD;
    }
    yield* [a, b, c, d];
  }
}

function below(source, n) {
  const limit = WORD - (WORD % n);
  for (;;) {
    const word = source.next().value;
    if (word < limit) return word % n;
  }
}

function drawn(source, items, count) {
  const left = [...items];
  const take = () => left.splice(Number(below(source, BigInt(left.length))), 1)[0];
  return Array.from({ length: count }, take);
}

// A deck in its order without the cards that are gone: of equal ones the first.
function leftOf(cards, gone) {
  const left = [...cards];
  for (const card of gone) {
    const at = left.findIndex((one) => same(one, card));
    if (at < 0) throw new Misshapen();
    left.splice(at, 1);
  }
  return left;
}

const total = (cubes) => Object.values(cubes).reduce((sum, count) => sum + count, 0);

function some(cubes) {
  return Object.fromEntries(Object.entries(cubes).filter(([, count]) => count !== 0));
}

function fallen(source, tower, thrown, lodged) {
  const n = BigInt(total(thrown));
  const [lodgesOf, stays] = [tower.lodges.map(BigInt), tower.stays.map(BigInt)];
  const lodges = (WORD * lodgesOf[0]) / lodgesOf[1];
  const loosened = WORD - (WORD * stays[0] ** n) / stays[1] ** n;
  const fell = {};
  const count = (cubes, falls) => {
    for (const colour of Object.keys(cubes).sort(byCodePoint)) {
      for (let cube = 0; cube < cubes[colour]; cube += 1) {
        if (falls(source.next().value)) fell[colour] = (fell[colour] ?? 0) + 1;
      }
    }
  };
  count(thrown, (word) => word >= lodges);
  count(lodged, (word) => word < loosened);
  return fell;
}

// So many dice, in the order rolled.
function rolled(source, sides, dice) {
  return Array.from({ length: dice }, () => 1 + Number(below(source, BigInt(sides))));
}

// The key of what a step hides until the veil is lifted.
const privateKey = (key, veil) => hmac(key, veil);

// A card that the stream of that name deals, and what it leaves of the deck.
async function dealt(key, name, cards) {
  const card = cards[Number(below(await words(key, name), BigInt(cards.length)))];
  return [card, leftOf(cards, [card])];
}

// The salt of a hidden card: fixed by the veil, so that nobody can choose it.
const veiledSalt = async (veil, game, handle) => hex(await hmac(veil, canonical(["veiled", game, handle])));
