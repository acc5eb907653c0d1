// Room for words on the map: beside their arrow, and not on what else is to be read there.
const SIDES = [1, -1];
const PARTS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
const AWAY = [0, 10, 20, 32, 46, 62, 80];
const MARGIN = 4;
const STEPS = 16;
// An army or a name that is covered is worse than words far away; a city or an arrow is not.
const DEAR = 50;
const CHEAP = 0.15;

export function box(x, y, width, height) {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function shared(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

// Where a line from the middle of a box leaves it, and a little further.
export function edge({ x, y }, { width, height }, towards) {
  const [dx, dy] = [towards.x - x, towards.y - y];
  const length = Math.hypot(dx, dy) || 1;
  const out = Math.min(width / 2 / Math.abs(dx / length || 1e-9), height / 2 / Math.abs(dy / length || 1e-9)) + MARGIN;
  return { x: x + (dx / length) * out, y: y + (dy / length) * out };
}

function boxed({ x, y, width, height }) {
  return { left: x, right: x + width, top: y, bottom: y + height };
}

// What is to be read on the sheet now: names of either kind, armies; and what had better be seen.
export function standing(sheet, armies) {
  const names = [...sheet.querySelectorAll(".county > text, .shorts text")].map((name) => boxed(name.getBBox()));
  const counties = [...sheet.querySelectorAll(".county[data-owner]")];
  const badges = counties.map(({ dataset }) => box(Number(dataset.x), Number(dataset.y), armies.width, armies.height));
  const seen = [...sheet.querySelectorAll(".site, .revolt")].map((one) => boxed(one.getBBox()));
  return { dear: [...names.filter((name) => name.right > name.left), ...badges], seen };
}

function along({ from, bend, to }, part) {
  const rest = 1 - part;
  const at = (axis) => rest * rest * from[axis] + 2 * rest * part * bend[axis] + part * part * to[axis];
  return { x: at("x"), y: at("y") };
}

// How much of a curve lies on what is to be read; its head is broader than the rest.
export function crossed(way, { dear, seen }) {
  let cost = 0;
  for (let step = 0; step <= STEPS; step += 1) {
    const { x, y } = along(way, step / STEPS);
    const broad = step > STEPS / 2 ? 14 : 6;
    const spot = box(x, y, broad, broad);
    for (const one of dear) if (shared(spot, one)) cost += 3;
    for (const one of seen) if (shared(spot, one)) cost += 1;
  }
  return cost;
}

// The best place for words of a size beside a curve, which is given by its two ends and its bend.
export function roomBeside(way, size, { dear, seen }, sea) {
  const { from, bend, to } = way;
  let best = null;
  for (const part of PARTS) {
    const { x, y } = along(way, part);
    const slope = (axis) => (1 - part) * (bend[axis] - from[axis]) + part * (to[axis] - bend[axis]);
    const [dx, dy] = [slope("x"), slope("y")];
    const length = Math.hypot(dx, dy) || 1;
    const [nx, ny] = [-dy / length, dx / length];
    const clear = (Math.abs(nx) * size.width) / 2 + (Math.abs(ny) * size.height) / 2 + MARGIN;
    for (const side of SIDES) {
      for (const away of AWAY) {
        const at = { x: x + side * nx * (clear + away), y: y + side * ny * (clear + away) };
        const plate = box(at.x, at.y, size.width, size.height);
        if (plate.left < 0 || plate.top < 0 || plate.right > sea.width || plate.bottom > sea.height) continue;
        const covered = (boxes) => boxes.reduce((sum, one) => sum + shared(plate, one), 0);
        const cost = DEAR * covered(dear) + CHEAP * covered(seen) + away * 2 + Math.abs(part - 0.5) * 20;
        if (!best || cost < best.cost) best = { ...at, cost, plate };
      }
    }
  }
  return best;
}
