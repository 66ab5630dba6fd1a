import { LAYERS } from "../gates/layers.ts";

/** The most boxes that a reader takes in at once. */
const MOST_BOXES = 18;

/** What every box may import; arrows to it would hide the others. */
const BELOW_ALL = "model";

/** Our description of the service's wire: data, and no layer. */
const BESIDE_ALL = "spec";

/**
 * The box of a layer: layers within one folder are one box, but for engines, which know nothing of each other; what
 * knows them all is the box of their folder. Packages beside `src` import none of it, and are one box.
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
 * The layers as a Mermaid flow chart, out of the table that the layer gate enforces: what the picture shows is what is
 * allowed, neither more nor less.
 * @throws Error when the table has outgrown a picture
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
