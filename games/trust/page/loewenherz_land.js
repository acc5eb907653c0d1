// ---- The land of Löwenherz: squares, borders and figures, and what borders make of them ----------

const NOBODY = "neutral"; // the colour of castles that are no seat's
const WIDTH = 12;
const TILE = 4;
const SQUARES = Array.from({ length: WIDTH * WIDTH },
  (_, place) => `${"abcdefghijkl"[place % WIDTH]}${Math.floor(place / WIDTH) + 1}`);
const PLACES = new Map(SQUARES.map((square, place) => [square, place]));

// The squares above, to the left, to the right and below.
const BESIDE = new Map(SQUARES.map((square, place) => {
  const [row, column] = [Math.floor(place / WIDTH), place % WIDTH];
  const near = [[row - 1, column], [row, column - 1], [row, column + 1], [row + 1, column]];
  const isThere = ([r, c]) => r >= 0 && r < WIDTH && c >= 0 && c < WIDTH;
  return [square, near.filter(isThere).map(([r, c]) => SQUARES[WIDTH * r + c])];
}));

// Squares in the order a1, b1, … l1, a2, …
const inOrder = (squares) => [...squares].sort((one, other) => PLACES.get(one) - PLACES.get(other));

// The name of a side: the square that comes first stands first.
const sideBetween = (one, other) => inOrder([one, other]).join("|");

// Every side with its two squares, in the order of the board.
const SIDES = new Map(SQUARES.flatMap((one) => BESIDE.get(one)
  .filter((other) => PLACES.get(one) < PLACES.get(other))
  .map((other) => [sideBetween(one, other), [one, other]])));

// The board with figures and borders; domains are known by their castles.
class RealmLand {
  constructor(rules) {
    this.rules = rules;
    this.signs = new Map();
    this.castles = new Map();
    this.knights = new Map();
    this.borders = new Set();
    this.domains = new Map();
  }

  // Lays the tiles, row by row, the centre in the middle; a 1 leaves a tile as printed.
  lay(drawn, rolled) {
    const names = [...drawn.slice(0, 4), "centre", ...drawn.slice(4)];
    for (const [place, name] of names.entries()) {
      let tile = this.rules.tiles[name];
      for (let turn = 1; turn < rolled[place]; turn += 1) {
        tile = [...tile[0]].map((_, column) => [...tile].reverse().map((row) => row[column]).join(""));
      }
      const corner = WIDTH * TILE * Math.floor(place / 3) + TILE * (place % 3);
      for (let row = 0; row < TILE; row += 1) {
        for (let column = 0; column < TILE; column += 1) {
          this.signs.set(SQUARES[corner + WIDTH * row + column], tile[row][column]);
        }
      }
    }
  }

  // -- figures

  // The colour of what stands on a square.
  figure(square) {
    return this.castles.get(square) ?? this.knights.get(square) ?? null;
  }

  // Whether a knight finds room: meadow or forest, and nobody there.
  isFree(square) {
    return ".F".includes(this.signs.get(square)) && this.figure(square) === null;
  }

  // Whether a side lies between two figures of one colour.
  parts(side) {
    const [one, other] = SIDES.get(side).map((square) => this.figure(square));
    return one !== null && one === other;
  }

  // Where a castle may stand, with the places for its knight: as far from those of its colour as the rules want
  // or, where no place is, as far as can be.
  castlePlaces(colour) {
    const places = new Map();
    const own = [...this.castles].filter(([, owner]) => owner === colour).map(([square]) => square);
    let most = 0;
    for (const square of SQUARES) {
      const knights = BESIDE.get(square).filter((near) => this.isFree(near));
      if (!this.isFree(square) || this.signs.get(square) !== "." || !knights.length) continue;
      const apart = Math.min(this.rules.apart, ...own.map((castle) => stepsBetween(square, castle)));
      if (apart > most) places.clear();
      most = Math.max(most, apart);
      if (apart === most) places.set(square, knights);
    }
    return places;
  }

  // The knights of a domain's own colour in it.
  knightsIn(castle) {
    const owner = this.castles.get(castle);
    return inOrder([...this.domains.get(castle)].filter((square) => this.knights.get(square) === owner));
  }

  // The knights of a domain that none of the others needs for its way to the castle; the farthest first.
  removable(castle) {
    const knights = this.knightsIn(castle);
    const far = chained(castle, knights);
    const isFree = (one) => {
      const rest = chained(castle, knights.filter((knight) => knight !== one));
      return [...far.keys()].every((knight) => knight === one || rest.has(knight));
    };
    const steps = (knight) => far.get(knight) ?? SQUARES.length;
    // Sorting keeps the order of the board among those that are equally far.
    return knights.filter(isFree).sort((one, other) => steps(other) - steps(one));
  }

  // The castles that figures of its colour join a figure to, whatever borders there are.
  chainOf(square) {
    const colour = this.figure(square);
    const figures = SQUARES.filter((one) => this.figure(one) === colour);
    return [...chained(square, figures).keys()].filter((one) => this.castles.has(one));
  }

  // -- domains

  // What no border parts from a square.
  area(start, within = SQUARES) {
    const [left, area, edge] = [new Set(within), new Set([start]), [start]];
    while (edge.length) {
      const square = edge.pop();
      for (const near of BESIDE.get(square)) {
        if (left.has(near) && !area.has(near) && !this.borders.has(sideBetween(square, near))) {
          area.add(near);
          edge.push(near);
        }
      }
    }
    return area;
  }

  // The castle of the domain that a square belongs to.
  domainAt(square) {
    for (const [castle, squares] of this.domains) {
      if (squares.has(square)) return castle;
    }
    return null;
  }

  // The squares of a colour's domains.
  landOf(colour) {
    return [...this.domains].filter(([castle]) => this.castles.get(castle) === colour)
      .flatMap(([, squares]) => [...squares]);
  }

  // The domains of others that have a side in common with one.
  touching(castle) {
    const near = [...this.domains.get(castle)].flatMap((square) => BESIDE.get(square));
    return [...this.domains.keys()].filter((other) => this.castles.get(other) !== this.castles.get(castle)
      && near.some((square) => this.domains.get(other).has(square)));
  }

  // The first castle without a domain that has an area of its own.
  arisen() {
    for (const castle of inOrder(this.castles.keys())) {
      if (this.domainAt(castle) === null) {
        const area = this.area(castle);
        if ([...this.castles.keys()].filter((one) => area.has(one)).length === 1) return castle;
      }
    }
    return null;
  }

  // What happens when a domain takes a square beside it: the castle of the domain that had it, borders placed and
  // freed, and what that domain loses: the square, and all that it cuts off.
  step(castle, square) {
    const domain = this.domains.get(castle);
    const [placed, freed] = [[], []];
    for (const near of BESIDE.get(square)) {
      const side = sideBetween(square, near);
      if (domain.has(near) && this.borders.has(side)) freed.push(side);
      else if (!domain.has(near) && !this.borders.has(side)) placed.push(side);
    }
    const source = this.domainAt(square);
    if (source === null) return { source, placed, freed, lost: [] };
    const rest = [...this.domains.get(source)].filter((one) => one !== square);
    const kept = this.area(source, rest);
    return { source, placed, freed, lost: inOrder([square, ...rest.filter((one) => !kept.has(one))]) };
  }

  // -- what land is worth

  worth(squares) {
    return total([...squares].map((square) => own(this.rules.worth, this.signs.get(square)) ?? 0));
  }

  // How many signs of some kinds lie on squares, without zeros.
  counted(squares, kinds) {
    const signs = [...squares].map((square) => this.signs.get(square));
    const counts = Object.entries(kinds).map(([sign, kind]) => [kind, signs.filter((one) => one === sign).length]);
    return Object.fromEntries(counts.filter(([, count]) => count));
  }
}

function stepsBetween(one, other) {
  const [a, b] = [PLACES.get(one), PLACES.get(other)];
  return Math.abs(Math.floor(a / WIDTH) - Math.floor(b / WIDTH)) + Math.abs((a % WIDTH) - (b % WIDTH));
}

// The figures that others join to a square, and how far along the chain each stands.
function chained(start, figures) {
  const [left, far] = [new Set(figures), new Map()];
  left.delete(start);
  let edge = [start];
  for (let steps = 1; edge.length; steps += 1) {
    const before = edge;
    edge = [...left].filter((one) => BESIDE.get(one).some((near) => before.includes(near)));
    for (const one of edge) {
      left.delete(one);
      far.set(one, steps);
    }
  }
  return far;
}
