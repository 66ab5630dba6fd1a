import { median } from "../engines/median.ts";
import type { Cost, Round } from "../engines/run.ts";
import { table } from "../engines/table.ts";
import { type Phase, PHASES } from "../engines/workspace.ts";

/** What is measured beside each other: ours, and a provider that does nothing. */
export const SIDES = ["orgform", "no-op"] as const;

type Side = (typeof SIDES)[number];

/** All rounds with so many resources. */
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

/** The middle of the ratios of each round: both sides of one ratio were measured one after the other. */
const ratio = ({ rounds }: Rounds, phase: Phase, of: Figure["of"]): string =>
  median(rounds.map((round) => of(round[phase].orgform) / of(round[phase]["no-op"]))).toFixed(2);

/** What each phase costs: ours / no-op, the ratio of them, and our calls of the service. */
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

/** By how much each phase's cost grows from the smaller program to the larger one: ours / no-op. */
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
