// The events of a game, season by season as they are needed, and the position at each of them.
export class Tape {
  constructor(seasons) {
    this.seasons = seasons;
    this.loaded = new Map();
  }

  get last() {
    return Math.max(...this.seasons.map((season) => season.last));
  }

  season(seq) {
    return this.seasons.find((season) => season.first <= seq && seq <= season.last);
  }

  // A season is asked for once, also while its answer is on the way; one that failed, again.
  moments({ number, address }) {
    if (!this.loaded.has(number)) {
      const coming = fetched(address);
      coming.catch(() => this.loaded.delete(number));
      this.loaded.set(number, coming);
    }
    return this.loaded.get(number);
  }

  // What there is to see at an event; throws when its season cannot be fetched.
  async at(seq) {
    const season = this.season(seq);
    const moments = await this.moments(season);
    return { season, ...moments[seq - season.first] };
  }
}

// A season is asked for at its address, or lies in the page itself where that is a file on disk.
async function fetched(address) {
  if (address.startsWith("#")) return played(JSON.parse(document.querySelector(address).textContent));
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return played(await answer.json());
}

// Every event with the whole position after it; what did not change is shared, not copied.
export function played(season) {
  let { counties, standing } = season.start;
  return season.frames.map((frame) => {
    counties = { ...counties, ...frame.changes };
    standing = { ...standing, ...frame.standing };
    return { frame, counties, standing };
  });
}
