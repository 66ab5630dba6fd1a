import { median } from "./median.ts";
import type { Cost, Round } from "./run.ts";
import type { Start } from "./start.ts";
import { table } from "./table.ts";
import { type Phase, PHASES, type OwnSubject, SUBJECTS } from "./workspace.ts";

/** The rounds of one engine, with a single domain and with many. */
export interface Measured {
  readonly engine: string;
  readonly count: number;
  readonly single: readonly Round[];
  readonly many: readonly Round[];
}

type Of = (cost: Cost) => number;

const wall: Of = ({ wallMs }) => wallMs;
const cpu: Of = ({ cpuMs }) => cpuMs;

function values(rounds: readonly Round[], phase: Phase, subject: OwnSubject, of: Of): number[] {
  return rounds.map((round) => of(round[phase][subject]));
}

const middle = (rounds: readonly Round[], phase: Phase, subject: OwnSubject, of: Of): number =>
  median(values(rounds, phase, subject, of));

/** The median of the rounds' ratios. Both sides of a ratio were measured one after the other. */
function ratio(rounds: readonly Round[], phase: Phase, to: OwnSubject, of: Of): string {
  return median(rounds.map((round) => of(round[phase].orgform) / of(round[phase][to]))).toFixed(2);
}

/** One figure for each subject, as `a / b / c`. */
function each(figure: (subject: OwnSubject) => number, digits: number): string {
  return SUBJECTS.map((subject) => figure(subject).toFixed(digits)).join(" / ");
}

/** The cost of starting. */
export function startReport(starts: readonly Start[]): string {
  const empty = starts[0]?.cpuMs ?? 1;
  const rows = starts.map(({ name, wallMs, cpuMs, peakMb }) => [
    name,
    wallMs.toFixed(0),
    cpuMs.toFixed(0),
    (cpuMs / empty).toFixed(1),
    peakMb.toFixed(0),
  ]);
  return `Start to the first line\n${table(["", "wall ms", "CPU ms", "CPU to empty", "MB"], rows)}\n`;
}

/** The cost of each phase with one engine: our provider's, and its ratios to the no-op providers. */
export function engineReport({ engine, count, single, many }: Measured): string {
  const rows = PHASES.map((phase) => {
    const slope = (of: Of) => (subject: OwnSubject) =>
      (middle(many, phase, subject, of) - middle(single, phase, subject, of)) / Math.max(1, count - 1);
    return [
      phase,
      each((subject) => middle(many, phase, subject, wall) / 1_000, 2),
      `${ratio(many, phase, "no-op", wall)} / ${ratio(many, phase, "no-op with requests", wall)}`,
      each((subject) => middle(many, phase, subject, cpu) / 1_000, 2),
      `${ratio(many, phase, "no-op", cpu)} / ${ratio(many, phase, "no-op with requests", cpu)}`,
      each(slope(cpu), 1),
      each((subject) => middle(many, phase, subject, ({ provider }) => provider.cpuMs) / 1_000, 2),
      each((subject) => middle(many, phase, subject, ({ provider }) => provider.peakMb), 0),
      each((subject) => middle(many, phase, subject, ({ serviceCpuMs }) => serviceCpuMs) / 1_000, 2),
      each((subject) => middle(many, phase, subject, ({ requests }) => requests), 0),
    ];
  });
  const head = [
    "",
    "wall s",
    "ratio",
    "CPU s",
    "ratio",
    "CPU ms each",
    "provider CPU s",
    "MB",
    "sandbox CPU s",
    "requests",
  ];
  return `${engine}, ${count} domains, ${many.length} rounds; ${SUBJECTS.join(" / ")}\n${table(head, rows)}\n`;
}

/** The ratio of our CPU with one engine to another, by phase. */
export function engineRatios(above: Measured, below: Measured): string {
  const ratios = PHASES.map((phase) => {
    const [left, right] = [above, below].map(({ many }) => middle(many, phase, "orgform", cpu));
    return `${phase} ${((left ?? 0) / (right ?? 1)).toFixed(2)}`;
  });
  return `CPU of ${above.engine} / ${below.engine}: ${ratios.join(", ")}`;
}
