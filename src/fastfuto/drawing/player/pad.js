// The keys on the screen: numbers, or colours.
import { byId, small } from "./desk.js";
import { COLOURS } from "./game.js";
import { range } from "./rules.js";
import { tr } from "./speech.js";

// A key that is pressed longer than this is a filter.
const LONG = 500; // ms

export class Pad {
  // `press` takes the number of a key, and whether it was held.
  constructor(press) {
    this.press = press;
  }

  // Make the keys for n values, or for colours.
  build(n, isPainting) {
    const pad = byId("pad");
    const count = isPainting ? COLOURS.length : n;
    const rows = Math.ceil(count / 9);
    document.documentElement.style.setProperty("--key-rows", rows);
    pad.style.setProperty("--keys", Math.ceil(count / rows));
    pad.style.setProperty("--keys-wide", columnsOf(count));
    pad.style.setProperty("--keys-short", count > 9 ? columnsOf(count) : Math.ceil(count / 2));
    pad.setAttribute("aria-label", tr(isPainting ? "Colours" : "Numbers"));
    this.keys = range(count).map((k) => {
      const button = document.createElement("button");
      button.type = "button";
      let pressed = 0;
      button.addEventListener("pointerdown", (event) => (pressed = event.timeStamp));
      button.addEventListener("click", (event) => {
        this.press(k + 1, Boolean(event.detail) && !isPainting && event.timeStamp - pressed > LONG);
      });
      if (isPainting) {
        button.className = `swatch swatch-${k + 1}`;
        button.append(`${k + 1} `, small(tr(COLOURS[k])));
      }
      return button;
    });
    this.isPainting = isPainting;
    pad.replaceChildren(...this.keys);
  }

  // How often each value is still to be placed.
  show({ places, square, n }, known, conflicts, filter) {
    if (this.isPainting) return;
    this.keys.forEach((button, k) => {
      const value = k + 1;
      const count = known.filter((each) => each === value).length;
      const left = n - count;
      button.classList.toggle("filtered", filter === value);
      const isDone = Boolean(square) && !places.some((_, cell) => known[cell] === value && conflicts.has(cell)) && left === 0;
      const key = value > 9 && value.toString(36).toUpperCase();
      const said = square && (isDone ? tr("finished") : tr("{count} left", { count: Math.max(left, 0) }));
      const label = [value, key, said].filter(Boolean).join(", ");
      if (button.getAttribute("aria-label") === label) return;
      button.setAttribute("aria-label", label);
      button.classList.toggle("done", isDone);
      button.replaceChildren(`${value}`, ...(key ? [small(key)] : []), ...(isDone ? [small("✓")] : square ? [shareBar(count / n)] : []));
    });
  }
}

// Columns of so many keys that leave few places empty.
const columnsOf = (count) => (count <= 5 ? count : ({ 6: 3, 7: 4, 8: 4, 9: 3, 12: 4, 16: 4 }[count] ?? 5));

// A bar that shows a share.
function shareBar(share) {
  const made = document.createElement("span");
  made.className = "left";
  made.style.setProperty("--share-placed", `${Math.round(100 * share)}%`);
  return made;
}
