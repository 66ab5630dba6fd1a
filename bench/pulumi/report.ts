import { median } from "../engines/median.ts";
import type { Cost, Round } from "../engines/run.ts";
import { table } from "../engines/table.ts";
import { type Phase, PHASES } from "../engines/workspace.ts";

/** The compared providers: ours, and a no-op provider. */
export const SIDES = ["orgform", "no-op"] as const;

type Side = (typeof SIDES)[number];

/** All rounds with that many resources. */
export interface Rounds {
  readonly engine: string;
  readonly count: number;
  readonly rounds: readonly Round<Side>[];
}

interface Figure {
  readonly name: string;
  readonly digits: number;
  readonly of: (cost: Cost) => number;
}

const WALL: Figure = { name: "wall s", digits: 2, of: ({ wallMs }) => wallMs / 1_000 };
const CPU: Figure = { name: "CPU s", digits: 2, of: ({ cpuMs }) => cpuMs / 1_000 };
const MEMORY: Figure = { name: "MB", digits: 0, of: ({ treeMb }) => treeMb };
const FIGURES = [WALL, CPU, MEMORY];

const middle = ({ rounds }: Rounds, phase: Phase, side: Side, of: Figure["of"]): number =>
  median(rounds.map((round) => of(round[phase][side])));

/** The median of the rounds' ratios. Both sides of a ratio were measured one after the other. */
const ratio = ({ rounds }: Rounds, phase: Phase, of: Figure["of"]): string =>
  median(rounds.map((round) => of(round[phase].orgform) / of(round[phase]["no-op"]))).toFixed(2);

/** The cost of each phase: ours / no-op, their ratio, and our requests to the service. */
export function costReport(measured: Rounds): string {
  const { engine, count, rounds } = measured;
  const rows = PHASES.map((phase) => [
    phase,
    ...FIGURES.flatMap(({ digits, of }) => [
      SIDES.map((side) => middle(measured, phase, side, of).toFixed(digits)).join(" / "),
      ratio(measured, phase, of),
    ]),
    String(middle(measured, phase, "orgform", ({ requests }) => requests)),
  ]);
  const head = ["", ...FIGURES.flatMap(({ name }) => [name, "ratio"]), "calls"];
  return `${engine}, ${count} resources, ${rounds.length} rounds; ${SIDES.join(" / ")}\n${table(head, rows)}\n`;
}

/** The growth of each phase's cost from the smaller program to the larger one: ours / no-op. */
export function growthReport(small: Rounds, large: Rounds): string {
  const growth = (phase: Phase, side: Side, of: Figure["of"]): string => {
    const [before, after] = [small, large].map((one) => middle(one, phase, side, of));
    return before === 0 ? "-" : ((after ?? 0) / (before ?? 1)).toFixed(1);
  };
  const rows = PHASES.map((phase) => [
    phase,
    ...FIGURES.map(({ of }) => SIDES.map((side) => growth(phase, side, of)).join(" / ")),
    growth(phase, "orgform", ({ requests }) => requests),
  ]);
  const head = ["", ...FIGURES.map(({ name }) => name.split(" ")[0] ?? ""), "calls"];
  const times = (large.count / small.count).toFixed(1);
  return `${small.engine}, growth from ${small.count} to ${large.count} resources (${times} times); ${SIDES.join(" / ")}\n${table(head, rows)}\n`;
}
