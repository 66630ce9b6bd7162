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
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", SCALE * width);
  copy.setAttribute("height", SCALE * height);
  return new window.XMLSerializer().serializeToString(copy);
}

// Save the board as a PNG.
export function savePicture(svg, id) {
  const image = new window.Image();
  const source = URL.createObjectURL(new Blob([standingAlone(svg)], { type: "image/svg+xml" }));
  image.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.fillStyle = window.getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0);
    URL.revokeObjectURL(source);
    canvas.toBlob((blob) => saveFile(`puzzle-${id}.png`, blob));
  });
  image.src = source;
}
