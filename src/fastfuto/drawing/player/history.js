// The puzzles that were solved, each once: kept by the browser, exported and imported as one file.
import { MOST_NAME } from "./rules.js";

const VERSION = 1;
const MOST_GAMES = 5000;
const DAY = 86400000;
const isAmount = (number, limit = 1e13) => Number.isInteger(number) && number >= 0 && number <= limit;
const isText = (text) => typeof text === "string" && text.length <= MOST_NAME;

// The day of a moment, where the player lives.
const dayOf = (moment) => Math.floor((moment - new Date(moment).getTimezoneOffset() * 60000) / DAY);

// The records among what was stored or imported.
function readRecords(stored) {
  const read = (each) => {
    const { id, name, level, seconds, hints, at } = each ?? {};
    const isRight = /^[0-9a-f]{8}$/.test(id) && [name, level].every(isText) && [seconds, hints, at].every((number) => isAmount(number));
    return isRight ? [{ id, name, level, seconds, hints, at }] : [];
  };
  return Array.isArray(stored?.games) ? stored.games.slice(-MOST_GAMES).flatMap(read) : [];
}

// Records of both lists, one for each puzzle: the first day and the best time.
function merged(one, other) {
  const found = new Map();
  for (const record of [...one, ...other]) {
    const { seconds, hints, at } = found.get(record.id) ?? record;
    const isFaster = record.seconds < seconds;
    found.set(record.id, { ...record, ...(isFaster ? {} : { seconds, hints }), at: Math.min(at, record.at) });
  }
  return [...found.values()].sort((a, b) => a.at - b.at).slice(-MOST_GAMES);
}

export class History {
  constructor(store) {
    this.store = store;
    this.added = [];
  }

  // Another tab may have added records since. What a newer version of the page has written is left alone.
  get games() {
    const kept = this.store.read("history");
    this.isNewer = kept?.version > VERSION;
    return merged(this.isNewer ? [] : readRecords(kept), this.added);
  }

  // Whether it is kept.
  #keep(games) {
    return !this.isNewer && this.store.write("history", { version: VERSION, games });
  }

  // Add a puzzle that was just solved. One that is solved again keeps its day, even if the clock was set back.
  add(puzzle, { seconds, hints }, now = Date.now()) {
    const { id, name, level } = puzzle;
    const { at } = this.games.find((record) => record.id === id) ?? { at: Math.max(now, 0) };
    this.added = merged(this.added, [{ id, name, level, seconds, hints, at }]);
    this.#keep(this.games);
  }

  // Add the records of an exported file; how many of them are new, null if it is none.
  take(text) {
    try {
      const file = JSON.parse(text);
      if (file.version !== VERSION || !Array.isArray(file.games)) return null;
      const before = this.games.length;
      this.added = merged(this.added, readRecords(file));
      const { games } = this;
      this.#keep(games);
      return games.length - before;
    } catch {
      return null;
    }
  }

  written() {
    return JSON.stringify({ version: VERSION, games: this.games });
  }

  // Whether a puzzle of this kind, of any size, was solved: its rules are known then.
  knows(name) {
    const kindOf = (each) => each.replace(/ \d+ x \d+/, "");
    return this.games.some((record) => kindOf(record.name) === kindOf(name));
  }

  // The best time for puzzles of the same name and level.
  best({ name, level }) {
    return Math.min(...this.games.filter((each) => each.name === name && each.level === level).map(({ seconds }) => seconds));
  }

  // Days in a row with a solved puzzle, up to today or, before today's first one, to yesterday.
  streak(now = Date.now()) {
    const days = new Set(this.games.map(({ at }) => dayOf(at)));
    const today = dayOf(now);
    let day = days.has(today) ? today : today - 1;
    let count = 0;
    for (; days.has(day); day--) count += 1;
    return count;
  }

  // For each kind of puzzle: its name, how many were solved, the best and the mean time.
  statistics() {
    const kinds = new Map();
    for (const { name, level, seconds } of this.games) {
      const key = JSON.stringify([name, level]);
      kinds.set(key, [...(kinds.get(key) ?? []), seconds]);
    }
    const mean = (all) => Math.round(all.reduce((sum, each) => sum + each, 0) / all.length);
    return [...kinds].sort().map(([key, all]) => {
      const [name, level] = JSON.parse(key);
      return [{ name, level }, all.length, Math.min(...all), mean(all)];
    });
  }
}
