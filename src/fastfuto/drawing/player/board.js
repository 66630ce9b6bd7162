// The board as SVG: built once for a puzzle, and brought up to date after each change.
import { LEAD, SIDE, barOf, cagesOf, cornerOf, describeCell, extentOf, outlineOf, signOf, spotsOf, tintedOf, wallsOf } from "./geometry.js";
import { tintOf } from "./game.js";
import { overlayOf, radiusOf } from "./picture.js";
import { nameOf } from "./naming.js";
import { has, range, valuesOf } from "./rules.js";
import { tr } from "./speech.js";

function element(name, attributes, parent, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

const NONE = new Set();
const isOfStep = (role) => role !== undefined && role !== "band";
const SQUARE = "M1.5 1.5h37v37h-37z";
const ROUND = "M6 1.5h28a4.5 4.5 0 0 1 4.5 4.5v28a4.5 4.5 0 0 1-4.5 4.5h-28a4.5 4.5 0 0 1-4.5-4.5v-28a4.5 4.5 0 0 1 4.5-4.5z";

export class Board {
  // `slots` are pairs of neighbours between which a sign can be put.
  constructor(svg, puzzle, slots = []) {
    this.svg = svg;
    this.puzzle = puzzle;
    const { width, height } = extentOf(puzzle);
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("aria-label", nameOf(puzzle));
    this.spots = spotsOf(puzzle);
    this.cells = [];
    // What lies over the cells is named by their labels.
    const layer = element("g", { "aria-hidden": "true" });
    this.numberLines(layer);
    this.buildCells(layer);
    svg.append(layer);
    this.drawCages(layer);
    element("path", { class: "wall", d: wallsOf(puzzle) }, layer);
    this.signs = puzzle.less.map((pair, number) => {
      const { x, y, path } = signOf(puzzle, pair);
      const group = element("g", { class: "sign", "data-sign": number }, layer);
      if (!puzzle.gaps) element("circle", { class: "halo", cx: x, cy: y, r: 6.5 }, group);
      element("circle", { class: "reach", cx: x, cy: y, r: 7.5 }, group);
      element("path", { d: path }, group);
      return group;
    });
    this.bars = (puzzle.bars ?? []).map((pair) => element("path", { class: "bar", d: barOf(puzzle, pair) }, layer));
    for (const pair of slots) {
      const { x, y } = signOf(puzzle, pair);
      const group = element("g", { class: "slot", "data-slot": pair.join() }, layer);
      element("circle", { class: "place", cx: x, cy: y, r: 4 }, group);
      element("circle", { class: "reach", cx: x, cy: y, r: 9 }, group);
    }
    this.overlay = element("g", { class: "over" }, layer);
  }

  // The numbers of rows and columns, by which hints name cells.
  numberLines(layer) {
    const { rows, columns } = this.puzzle;
    for (const c of range(columns)) {
      element("text", { x: cornerOf(this.puzzle, c).x + SIDE / 2, y: LEAD / 2, class: "at" }, layer, c + 1);
    }
    for (const r of range(rows)) {
      element("text", { x: LEAD / 2, y: cornerOf(this.puzzle, r * columns).y + SIDE / 2, class: "at" }, layer, r + 1);
    }
  }

  buildCells(layer) {
    const { puzzle, svg } = this;
    const numberAt = new Map(puzzle.places.map((place, cell) => [place, cell]));
    const tinted = tintedOf(puzzle);
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
        // When the puzzle is solved, a wave goes over the board from its first cell.
        box.style.animationDelay = `${35 * (row + column)}ms`;
        const over = element("g", { class: "over", transform }, layer);
        element("rect", { class: "ground", width: SIDE, height: SIDE, rx: puzzle.gaps ? 6 : 0 }, box);
        if (!isWhite) this.buildBlack(box, over, totals.get(place));
        else {
          box.dataset.cell = cell;
          over.dataset.marks = cell;
          if (tinted.has(cell)) element("rect", { class: "tint", width: SIDE, height: SIDE }, box);
          if (puzzle.even?.includes(cell)) element("rect", { class: "parity", x: 5.6, y: 5.6, width: 28.8, height: 28.8 }, box);
          if (puzzle.odd?.includes(cell)) element("circle", { class: "parity", cx: 20, cy: 20, r: 14.4 }, box);
          element("path", { class: "edge", d: puzzle.gaps ? ROUND : SQUARE }, box);
          this.cells[cell] = { box, over, value: element("text", { x: 20, y: 20, class: "value" }, box), shown: "" };
        }
      }
    }
  }

  drawCages(layer) {
    for (const cage of cagesOf(this.puzzle)) {
      element("path", { class: "cage", d: outlineOf(this.puzzle, cage) }, layer);
      const { x, y } = cornerOf(this.puzzle, this.puzzle.places[Math.min(...cage.cells)]);
      const width = 4.6 * String(cage.total).length;
      element("rect", { class: "halo", x: x + 1.4, y: y + 1.4, width: width + 2.2, height: 9.4 }, layer);
      element("text", { x: x + 2.6 + width / 2, y: y + 6.4, class: "cage-total" }, layer, cage.total);
    }
  }

  buildBlack(box, over, totals) {
    const [down, right] = totals ?? [];
    const said = [down && tr("total {total} down", { total: down }), right && tr("total {total} right", { total: right })].filter(Boolean);
    box.setAttribute("class", "black");
    box.setAttribute("aria-label", [tr("black"), ...said].join(", "));
    if (!totals) return;
    element("path", { class: "slash", d: "M0 0l40 40" }, over);
    if (down) element("text", { x: 12, y: 29, class: "total" }, over, down);
    if (right) element("text", { x: 28, y: 13, class: "total" }, over, right);
  }

  // Show a game: its state, what is selected, what goes with that, and what a hint says. With a picture come the
  // candidates of each cell in `left`; `now` are the cells of the line that is read, `out` those that are dimmed.
  show({ state, known, conflicts, selected, current, peers, equal, picture, left = [], now = NONE, out = NONE }) {
    const { puzzle } = this;
    const view = { state, known, conflicts };
    const special = this.specialOf(picture, left);
    this.cells.forEach((entry, cell) => {
      const kind = puzzle.given[cell] ? "number" : known[cell] ? "solved" : "empty";
      const names = ["cell", kind];
      if (peers.has(cell)) names.push("peer");
      if (state.colour[cell]) names.push("painted", `paint-${state.colour[cell]}`);
      if (equal && known[cell] === equal) names.push("equal");
      if (selected.has(cell)) names.push("selected");
      if (picture.roles.has(cell)) names.push(picture.roles.get(cell));
      if (now.has(cell)) names.push("now");
      if (out.has(cell)) names.push("out");
      if (conflicts.has(cell) || picture.conflicts.has(cell)) names.push("conflict");
      const [corner, centre] = known[cell] ? [0, 0] : [state.corner[cell], state.centre[cell]];
      const named = known[cell] ? [] : (special.get(cell) ?? []);
      // If a picture names candidates, and a cell of it has no marks, its candidates are shown pale.
      const pale = special.size && !known[cell] && !corner && isOfStep(picture.roles.get(cell)) ? left[cell] : 0;
      const tints = valuesOf(corner).map((value) => [value, tintOf(puzzle, state, cell, value)]).filter(([, tint]) => tint);
      const label = describeCell(puzzle, cell, view);
      const shown = JSON.stringify([names, known[cell], corner, centre, named, pale, equal, tints, label, cell === current]);
      if (shown === entry.shown) return;
      entry.shown = shown;
      entry.box.setAttribute("class", names.join(" "));
      // Browsers lay the page out anew when they get the index of the cell that has the focus.
      const index = cell === current ? "0" : "-1";
      if (entry.box.getAttribute("tabindex") !== index) entry.box.setAttribute("tabindex", index);
      entry.box.setAttribute("aria-selected", selected.has(cell));
      entry.box.setAttribute("aria-label", label);
      if (puzzle.given[cell]) entry.box.setAttribute("aria-readonly", "true");
      entry.value.textContent = known[cell] || "";
      this.drawMarks(entry.over, { corner, centre, named, pale, equal, tints });
    });
    const isUsed = (pair) => picture.used.some(([a, b]) => pair.includes(a) && pair.includes(b));
    this.signs.forEach((sign, number) => {
      const [lesser, greater] = puzzle.less[number].map((cell) => known[cell]);
      const names = ["sign"];
      if (isUsed(puzzle.less[number])) names.push("used");
      else if (lesser && greater && lesser < greater) names.push("met");
      else if (lesser && greater && conflicts.has(puzzle.less[number][0])) names.push("broken");
      if (state.grey[number]) names.push("grey");
      sign.setAttribute("class", names.join(" "));
    });
    this.bars.forEach((bar, number) => bar.setAttribute("class", isUsed(puzzle.bars[number]) ? "bar used" : "bar"));
    this.drawOverlay(picture);
  }

  // What candidates are in a picture: [value, kind] for each cell, of those that are left in it.
  specialOf({ special }, left) {
    const found = new Map();
    for (const [key, kind] of special) {
      const [cell, value] = key.split(" ").map(Number);
      if (has(left[cell], value)) found.set(cell, [...(found.get(cell) ?? []), [value, kind]]);
    }
    return found;
  }

  drawMarks(over, { corner, centre, named, pale, equal, tints }) {
    over.replaceChildren();
    const radius = radiusOf(this.spots[0]);
    const kinds = new Map(named);
    for (const [value, tint] of tints) {
      const { x, y } = this.spots[value - 1];
      element("circle", { class: `dot dot-${tint}`, cx: x, cy: y, r: 1.1 * radius }, over);
    }
    const draw = (value, name) => {
      const { x, y, size } = this.spots[value - 1];
      element("text", { x, y, "font-size": size, class: name }, over, value);
      return { x, y };
    };
    for (const value of valuesOf(pale)) if (!kinds.has(value)) draw(value, "mark pale");
    for (const value of valuesOf(corner)) if (!kinds.has(value)) draw(value, value === equal ? "mark same" : "mark");
    for (const [value, kind] of named) {
      const { x, y } = this.spots[value - 1];
      if (kind !== "removed") element("circle", { class: kind === "set" ? "disc" : "ring", cx: x, cy: y, r: radius }, over);
      draw(value, `mark ${kind}`);
      const reach = 0.9 * radius;
      const strike = `M${x - reach} ${y + reach}l${2 * reach} ${-2 * reach}`;
      if (kind === "removed") element("path", { class: "strike", d: strike }, over);
    }
    if (!centre || pale) return;
    const text = valuesOf(centre).join(" ");
    const size = Math.min(13, 58 / text.length);
    const name = equal && has(centre, equal) ? "mark centre same" : "mark centre";
    element("text", { x: 20, y: 20, "font-size": size, class: name }, over, text);
  }

  drawOverlay(picture) {
    if (picture === this.pictured) return;
    this.pictured = picture;
    this.overlay.replaceChildren();
    for (const [name, attributes, text] of overlayOf(this.puzzle, picture)) element(name, attributes, this.overlay, text);
  }

  focus(cell) {
    this.cells[cell].box.focus({ preventScroll: true });
    this.cells[cell].box.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
}
