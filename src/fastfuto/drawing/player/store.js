// What the browser keeps for the next time. Storage may be forbidden, full, or hold something else.

const THEMES = ["auto", "light", "dark"];
const DEFAULTS = { conflicts: true, tidy: true, timer: true, lines: true, equals: true, theme: "auto" };

// Settings that were stored; the usual one in place of each that is none.
export function readSettings(stored) {
  const isRight = (name, value) => (name === "theme" ? THEMES.includes(value) : typeof value === "boolean");
  const read = ([name, usual]) => [name, isRight(name, stored?.[name]) ? stored[name] : usual];
  return Object.fromEntries(Object.entries(DEFAULTS).map(read));
}

export class Store {
  // `open` returns the storage; it may throw.
  constructor(open) {
    try {
      this.storage = open();
    } catch {
      this.storage = null;
    }
  }

  read(key) {
    try {
      return JSON.parse(this.storage.getItem(`fastfuto ${key}`));
    } catch {
      return null;
    }
  }

  remove(key) {
    try {
      this.storage.removeItem(`fastfuto ${key}`);
    } catch {
      // Then it is not there.
    }
  }

  // Whether it is kept.
  write(key, value) {
    try {
      this.storage.setItem(`fastfuto ${key}`, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }
}
