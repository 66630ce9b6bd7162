// What the browser keeps for the next time. Storage may be forbidden, full, or hold something else.

export class Store {
  // `open` returns the storage; it may throw.
  constructor(open) {
    this.works = true;
    try {
      this.storage = open();
      this.works = Boolean(this.storage);
    } catch {
      this.works = false;
    }
  }

  read(key) {
    try {
      return JSON.parse(this.storage.getItem(`fastfuto ${key}`));
    } catch {
      return null;
    }
  }

  // Whether it is kept.
  write(key, value) {
    try {
      this.storage.setItem(`fastfuto ${key}`, JSON.stringify(value));
      this.works = true;
    } catch {
      this.works = false;
    }
    return this.works;
  }
}
