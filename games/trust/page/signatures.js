// ---- Signatures: Ed25519 (RFC 8032), by the browser or, where it cannot, by hand -----------------

const P = (1n << 255n) - 19n;
const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;
const mod = (value) => ((value % P) + P) % P;

function power(base, exponent) {
  let result = 1n;
  for (let square = mod(base), left = exponent; left; left >>= 1n, square = mod(square * square)) {
    if (left & 1n) result = mod(result * square);
  }
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));

function pointOf(bytes) {
  const number = little(bytes);
  const [sign, y] = [number >> 255n, number & ((1n << 255n) - 1n)];
  if (bytes.length !== 32 || y >= P) return null;
  const squared = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(squared, (P + 3n) / 8n);
  if (mod(x * x - squared)) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x - squared) || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function sum(one, other) {
  const a = mod((one[1] - one[0]) * (other[1] - other[0]));
  const b = mod((one[1] + one[0]) * (other[1] + other[0]));
  const c = mod(2n * D * one[3] * other[3]);
  const d = mod(2n * one[2] * other[2]);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(scalar, point) {
  let result = [0n, 1n, 1n, 0n];
  for (let left = scalar, double = point; left; left >>= 1n, double = sum(double, double)) {
    if (left & 1n) result = sum(result, double);
  }
  return result;
}

function bytesOf(point) {
  const inverse = power(point[2], P - 2n);
  const [x, y] = [mod(point[0] * inverse), mod(point[1] * inverse)];
  let left = y | ((x & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, () => {
    const byte = Number(left & 255n);
    left >>= 8n;
    return byte;
  });
}

async function signatureHoldsByHand(key, message, signature) {
  const [holder, scalar] = [pointOf(key), little(signature.slice(32))];
  if (signature.length !== 64 || !holder || scalar >= ORDER) return false;
  const hashed = little(await sha(joined(signature.slice(0, 32), key, message), 512)) % ORDER;
  const against = times(hashed, [P - holder[0], holder[1], holder[2], P - holder[3]]);
  const fifth = mod(4n * power(5n, P - 2n));
  const base = pointOf(bytesOf([0n, fifth, 1n, 0n]));
  return hex(bytesOf(sum(times(scalar, base), against))) === hex(signature.slice(0, 32));
}

async function signatureHolds(key, message, signature) {
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  } catch {
    return signatureHoldsByHand(key, message, signature);
  }
  return crypto.subtle.verify("Ed25519", imported, signature, message);
}
