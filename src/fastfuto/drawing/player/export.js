// The board as a picture in a file.
import { saveFile } from "./puzzles.js";

const SCALE = 4;
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity"];
const TEXT = ["font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"];

// The board as a text of SVG that stands alone: the style sheet becomes attributes.
function standingAlone(svg) {
  const copy = svg.cloneNode(true);
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((each, k) => {
    const style = window.getComputedStyle(originals[k]);
    for (const name of each.localName === "text" ? [...LOOKS, ...TEXT] : LOOKS) each.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "role", "tabindex", "style"]) each.removeAttribute(name);
  });
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const sized = { xmlns: "http://www.w3.org/2000/svg", width: SCALE * width, height: SCALE * height };
  for (const [name, value] of Object.entries(sized)) copy.setAttribute(name, value);
  for (const name of ["id", "role", "aria-label", "aria-multiselectable"]) copy.removeAttribute(name);
  const ground = document.createElementNS(sized.xmlns, "rect");
  const fill = window.getComputedStyle(document.body).backgroundColor;
  for (const [name, value] of Object.entries({ width, height, fill })) ground.setAttribute(name, value);
  copy.prepend(ground);
  return new window.XMLSerializer().serializeToString(copy);
}

const drawingOf = (svg) => new Blob([standingAlone(svg)], { type: "image/svg+xml" });
export const saveDrawing = (svg, id) => saveFile(`puzzle-${id}.svg`, drawingOf(svg));

// Save the board as a PNG.
export function savePicture(svg, id) {
  const image = new window.Image();
  const source = URL.createObjectURL(drawingOf(svg));
  image.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    URL.revokeObjectURL(source);
    canvas.toBlob((blob) => saveFile(`puzzle-${id}.png`, blob));
  });
  image.src = source;
}
