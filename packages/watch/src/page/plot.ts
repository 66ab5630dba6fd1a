import { type HistoryPoint, PLOTTED, type Plotted } from "../history/history.ts";

/** Size of a plot in its own units. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly className: string;
}

const WIDE: Size = { width: 960, height: 260, className: "wide" };
const NARROW: Size = { width: 360, height: 220, className: "narrow" };

const EDGE = { left: 34, right: 8, top: 8, bottom: 22 } as const;

/** The number of open findings of each kind over time, as steps: a finding stays until a later look changes it. */
export function plot(points: readonly HistoryPoint[], endMs: number, words: Readonly<Record<Plotted, string>>): string {
  const [first] = points;
  if (first === undefined) return "";
  const shown = PLOTTED.filter((kind) => points.some(({ open }) => open[kind] > 0));
  if (shown.length === 0) return "";
  const legend = shown.map((kind) => `<span class="${kind}">${words[kind]}</span>`).join("");
  const scale = { startMs: first.atMs, endMs: Math.max(endMs, first.atMs + 1), most: topOf(points) };
  const pictures = [WIDE, NARROW].map((size) => picture(points, shown, scale, size));
  return `<figure><figcaption>${legend}</figcaption>${pictures.join("")}</figure>`;
}

interface Scale {
  readonly startMs: number;
  readonly endMs: number;
  readonly most: number;
}

/** A round number at the top of the plot. */
function topOf(points: readonly HistoryPoint[]): number {
  const most = Math.max(1, ...points.flatMap(({ open }) => Object.values(open)));
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 10].map((step) => step * unit).find((top) => top >= most) ?? most;
}

function picture(points: readonly HistoryPoint[], shown: readonly Plotted[], scale: Scale, size: Size): string {
  const { width, height, className } = size;
  const x = (atMs: number): string =>
    (EDGE.left + ((atMs - scale.startMs) / (scale.endMs - scale.startMs)) * (width - EDGE.left - EDGE.right)).toFixed(
      1,
    );
  const y = (count: number): string =>
    (height - EDGE.bottom - (count / scale.most) * (height - EDGE.top - EDGE.bottom)).toFixed(1);
  const curves = shown.map((kind) => {
    const steps = points.map(
      ({ atMs, open }, index) => `${index === 0 ? `M${x(atMs)},` : `H${x(atMs)}V`}${y(open[kind])}`,
    );
    return `<path class="curve ${kind}" d="${steps.join("")}H${x(scale.endMs)}"/>`;
  });
  const levels = scale.most === 1 ? [0, 1] : [0, scale.most / 2, scale.most];
  const grid = levels.map(
    (level) =>
      `<line class="grid" x1="${EDGE.left}" x2="${width - EDGE.right}" y1="${y(level)}" y2="${y(level)}"/>` +
      `<text x="${EDGE.left - 6}" y="${y(level)}" dy="4" text-anchor="end">${level}</text>`,
  );
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace("T", " ");
  const axis =
    `<text x="${EDGE.left}" y="${height - 4}">${day(scale.startMs)}</text>` +
    `<text x="${width - EDGE.right}" y="${height - 4}" text-anchor="end">${day(scale.endMs)} UTC</text>`;
  const label = "How many findings of each kind were open over time";
  return `<svg class="${className}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${grid.join("")}${axis}${curves.join("")}</svg>`;
}
