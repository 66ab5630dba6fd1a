import { LAYERS } from "../gates/layers.ts";

/** The most boxes that a reader takes in at once. */
const MOST_BOXES = 18;

/** The layer that every box can import; arrows to it would hide the others. */
const BELOW_ALL = "model";

/** Our description of the service's wire: data, and no layer. */
const BESIDE_ALL = "spec";

/**
 * The box of a layer. Layers in one folder share a box, except for engines, which know nothing of each other; a layer
 * that knows all of them is in the box of their folder. Packages beside `src` import none of it, and share a box.
 */
function boxOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  const isEngine = LAYERS.some((layer) => layer.path === `engines/${second}/index.ts`);
  if (first === "engines") return isEngine ? `${first}/${second}` : first;
  return first.includes(".") ? "public entries" : first;
}

const idOf = (box: string): string => box.replaceAll(/[^a-z]/gu, "_");

/** Arrows between boxes, in the order of the table. */
function arrows(): (readonly [from: string, to: string])[] {
  const all = LAYERS.flatMap((layer) => layer.imports.map((target) => [boxOf(layer.path), boxOf(target)] as const));
  const drawn = all.filter(([from, to]) => from !== to && to !== BELOW_ALL && to !== BESIDE_ALL);
  return [...new Map(drawn.map((arrow) => [arrow.join(" "), arrow])).values()];
}

/**
 * The layers as a Mermaid flow chart, from the table that the layer gate enforces: the picture shows exactly the
 * allowed imports.
 * @throws Error if the table is too large for a picture
 */
export function architecturePicture(): string {
  const boxes = [...new Set(LAYERS.map(({ path }) => boxOf(path)))];
  if (boxes.length > MOST_BOXES) throw new Error(`The picture has ${boxes.length} boxes, at most ${MOST_BOXES} fit.`);
  return [
    "```mermaid",
    "flowchart TD",
    ...boxes.map((box) => `  ${idOf(box)}["${box}"]`),
    ...arrows().map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`),
    "```",
  ].join("\n");
}
