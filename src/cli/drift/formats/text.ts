import type { EngineName } from "../../../engines/engine.ts";
import type { Paint } from "../../paint.ts";
import { supplementsOf, ENTRY_KINDS, entriesOf, type Entry, type EntryKind, KIND_WORDS } from "../entries.ts";
import type { DriftReport } from "../../../app/drift/drift-report.ts";
import { countsOf } from "../report.ts";

const COLORS = { changed: "yellow", missing: "red", unmanaged: "yellow", unchecked: "red" } as const;

const SIGNS: Readonly<Record<EntryKind, string>> = { changed: "~", missing: "-", unmanaged: "+", unchecked: "?" };

/** For a terminal. */
export function textReport(report: DriftReport<EngineName>, paint: Paint): string {
  const entries = entriesOf(report);
  const lines = [`${paint("bold", countsOf(report))} among ${report.declared} declared objects at ${report.host}`];
  for (const kind of ENTRY_KINDS) {
    const own = entries.filter((entry) => entry.kind === kind);
    if (own.length === 0) continue;
    lines.push("", paint("bold", KIND_WORDS[kind].title));
    lines.push(...own.flatMap((entry) => entryLines(entry, paint)));
  }
  for (const aside of supplementsOf(report)) {
    lines.push("", paint("bold", aside.title), ...aside.lines.map((line) => `    ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

/** One object with the statements about it. */
export function entryLines({ kind, resource, name, id, properties, notes }: Entry, paint: Paint): string[] {
  const place = id === undefined || id === name ? "" : ` ${paint("dim", id)}`;
  return [
    `  ${sign(kind, paint)} ${resource} ${name}${place}`,
    ...properties.map(({ path, expected, found }) => `      ${path}: ${expected} => ${found}`),
    ...notes.map((note) => `      ${note}`),
  ];
}

/** The sign of a kind, in its colour. */
export const sign = (kind: EntryKind, paint: Paint): string => paint(COLORS[kind], SIGNS[kind]);
