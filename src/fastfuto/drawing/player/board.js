// The board as SVG: built once for a puzzle, and brought up to date after each change.
import { SIDE, cornerOf, describeCell, extentOf, signOf, spotsOf, wallsOf } from "./geometry.js";
import { valuesOf } from "./rules.js";

function element(name, attributes, parent, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

export class Board {
  constructor(svg, puzzle) {
    this.svg = svg;
    this.puzzle = puzzle;
    const { width, height } = extentOf(puzzle);
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("aria-label", `${puzzle.name}, ${puzzle.n} values`);
    svg.style.setProperty("--width", width);
    svg.style.setProperty("--share", (width / height).toFixed(4));
    this.spots = spotsOf(puzzle);
    this.cells = [];
    // What lies over the cells is named by their labels.
    const layer = element("g", { "aria-hidden": "true" });
    this.buildCells(layer);
    svg.append(layer);
    element("path", { class: "wall", d: wallsOf(puzzle) }, layer);
    this.signs = puzzle.less.map((pair, number) => {
      const { x, y, path } = signOf(puzzle, pair);
      const group = element("g", { class: "sign", "data-sign": number }, layer);
      if (!puzzle.gaps) element("circle", { class: "halo", cx: x, cy: y, r: 6.5 }, group);
      element("circle", { class: "reach", cx: x, cy: y, r: 7.5 }, group);
      element("path", { d: path }, group);
      return group;
    });
  }

  buildCells(layer) {
    const { puzzle, svg } = this;
    const numberAt = new Map(puzzle.places.map((place, cell) => [place, cell]));
    const totals = new Map((puzzle.totals ?? []).map(([place, down, right]) => [place, [down, right]]));
    for (let row = 0; row < puzzle.rows; row++) {
      const group = element("g", { role: "row" }, svg);
      for (let column = 0; column < puzzle.columns; column++) {
        const place = row * puzzle.columns + column;
        const { x, y } = cornerOf(puzzle, place);
        const cell = numberAt.get(place);
        const isWhite = cell !== undefined;
        const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
        const box = element("g", { role: "gridcell", transform }, group);
        const over = element("g", { class: "over", transform }, layer);
        element("rect", { class: "ground", width: SIDE, height: SIDE }, box);
        if (!isWhite) this.buildBlack(box, over, totals.get(place));
        else {
          box.dataset.cell = cell;
          over.dataset.marks = cell;
          element("path", { class: "edge", d: "M1.5 1.5h37v37h-37z" }, box);
          this.cells[cell] = { box, over, value: element("text", { x: 20, y: 20, class: "value" }, box), shown: "" };
        }
      }
    }
  }

  buildBlack(box, over, totals) {
    const [down, right] = totals ?? [];
    const said = [down && `total ${down} down`, right && `total ${right} right`].filter(Boolean);
    box.setAttribute("class", "black");
    box.setAttribute("aria-label", ["black", ...said].join(", "));
    if (!totals) return;
    element("path", { class: "slash", d: "M0 0l40 40" }, over);
    if (down) element("text", { x: 12, y: 29, class: "total" }, over, down);
    if (right) element("text", { x: 28, y: 13, class: "total" }, over, right);
  }

  // Show a game: its state, what is selected, and what a hint names.
  show({ state, known, conflicts, selected, current, hint }) {
    const { puzzle } = this;
    const view = { state, known, conflicts };
    this.cells.forEach((entry, cell) => {
      const kind = puzzle.given[cell] ? "number" : known[cell] ? "solved" : "empty";
      const names = ["cell", kind];
      if (conflicts.has(cell)) names.push("conflict");
      if (selected.has(cell)) names.push("selected");
      if (hint.cells.has(cell)) names.push("premise");
      if (hint.targets.has(cell)) names.push("target");
      const marks = known[cell] ? "" : `${state.corner[cell]} ${state.centre[cell]}`;
      const label = describeCell(puzzle, cell, view);
      const shown = JSON.stringify([names, known[cell], marks, label, cell === current]);
      if (shown === entry.shown) return;
      entry.shown = shown;
      entry.box.setAttribute("class", names.join(" "));
      entry.box.setAttribute("tabindex", cell === current ? 0 : -1);
      entry.box.setAttribute("aria-selected", selected.has(cell));
      entry.box.setAttribute("aria-label", label);
      if (puzzle.given[cell]) entry.box.setAttribute("aria-readonly", "true");
      entry.value.textContent = known[cell] || "";
      this.drawMarks(entry.over, known[cell] ? 0 : state.corner[cell], known[cell] ? 0 : state.centre[cell]);
    });
    this.signs.forEach((sign, number) => {
      const [a, b] = puzzle.less[number];
      const isUsed = hint.less.some(([c, d]) => c === a && d === b);
      sign.setAttribute("class", `sign${state.grey[number] ? " grey" : ""}${isUsed ? " used" : ""}`);
    });
  }

  drawMarks(over, corner, centre) {
    over.replaceChildren();
    for (const mark of valuesOf(corner)) {
      const { x, y, size } = this.spots[mark - 1];
      element("text", { x, y, "font-size": size, class: "mark" }, over, mark);
    }
    if (centre) {
      const text = valuesOf(centre).join(" ");
      const size = Math.min(13, 58 / text.length);
      element("text", { x: 20, y: 20, "font-size": size, class: "mark centre" }, over, text);
    }
  }

  focus(cell) {
    this.cells[cell].box.focus({ preventScroll: true });
    this.cells[cell].box.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
}
