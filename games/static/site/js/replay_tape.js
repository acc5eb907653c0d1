// The events of a game, chapter by chapter as they are needed, and the position at each of them.
export class Tape {
  constructor(chapters) {
    this.chapters = chapters;
    this.loaded = new Map();
  }

  get last() {
    return Math.max(...this.chapters.map((chapter) => chapter.last));
  }

  chapter(seq) {
    return this.chapters.find((chapter) => chapter.first <= seq && seq <= chapter.last);
  }

  // A chapter is asked for once, also while its answer is on the way; one that failed, again.
  moments({ number, address }) {
    if (!this.loaded.has(number)) {
      const coming = fetched(address);
      coming.catch(() => this.loaded.delete(number));
      this.loaded.set(number, coming);
    }
    return this.loaded.get(number);
  }

  // What there is to see at an event; throws when its chapter cannot be fetched.
  async at(seq) {
    const chapter = this.chapter(seq);
    const moments = await this.moments(chapter);
    return { chapter, ...moments[seq - chapter.first] };
  }

  // What was to be seen before a throw and all that has its picture; null where that began the chapter.
  async eve({ chapter, frame }) {
    const moments = await this.moments(chapter);
    const earlier = moments.slice(0, frame.seq - chapter.first);
    const last = earlier.findLast((moment) => moment.frame.throw !== frame.throw);
    return last ? { chapter, ...last } : null;
  }
}

// A chapter is asked for at its address, or lies in the page itself where that is a file on disk.
async function fetched(address) {
  if (address.startsWith("#")) return played(JSON.parse(document.querySelector(address).textContent));
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return played(await answer.json());
}

// Every event with the whole position after it; what did not change is shared, not copied.
export function played(chapter) {
  let { places, standing } = chapter.start;
  return chapter.frames.map((frame) => {
    places = { ...places, ...frame.changes };
    standing = { ...standing, ...frame.standing };
    return { frame, places, standing };
  });
}
