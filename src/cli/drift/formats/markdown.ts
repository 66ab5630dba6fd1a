import type { EngineName } from "../../../engines/engine.ts";
import { supplementsOf, type Entry, ENTRY_KINDS, entriesOf, type EntryKind, KIND_WORDS } from "../entries.ts";
import type { DriftReport } from "../../../app/drift/drift-report.ts";
import { countsOf } from "../report.ts";

/** By which a script finds the comment or issue that it wrote before. */
const MARK = "<!-- orgform-drift -->";

/** A comment can have 65,536 characters; omitted parts are counted. */
const MOST_CHARACTERS = 60_000;

const ROOM_FOR_END = 200;

/** For a comment on a pull request, or an issue. */
export function markdownReport(report: DriftReport<EngineName>): string {
  const entries = entriesOf(report);
  const head = [
    MARK,
    `### Drift: ${countsOf(report)}`,
    "",
    `${report.declared} declared objects were compared with ${code(report.host)} at ${report.checkedAt}.`,
  ].join("\n");
  const blocks = ENTRY_KINDS.flatMap((kind) =>
    blocksOf(
      kind,
      entries.filter((entry) => entry.kind === kind),
    ),
  );
  for (const { title, lines } of supplementsOf(report)) {
    blocks.push("", `#### ${title}`, "", ...lines.map((line) => `- ${code(line)}`));
  }
  return comment(head, blocks);
}

/** A comment with a head and lines, as many as fit. */
export function comment(head: string, lines: readonly string[]): string {
  return `${[head, ...fitting(lines, MOST_CHARACTERS - head.length - ROOM_FOR_END)].join("\n")}\n`;
}

function fitting(lines: readonly string[], room: number): string[] {
  let left = room;
  const kept = lines.findIndex((line) => (left -= line.length + 1) < 0);
  if (kept === -1) return [...lines];
  return [...lines.slice(0, kept), "", `This report is cut short: ${lines.length - kept} more lines didn't fit.`];
}

/** The lines about the entries of one kind. */
export function blocksOf(kind: EntryKind, entries: readonly Entry[]): string[] {
  if (entries.length === 0) return [];
  const { title, meaning } = KIND_WORDS[kind];
  const head = ["", `#### ${title} (${entries.length})`, "", meaning, ""];
  if (kind !== "changed") {
    const notes = (entry: Entry): string => entry.notes.map((note) => `: ${code(note)}`).join("");
    return [...head, ...entries.map((entry) => `- ${titleOf(entry)}${notes(entry)}`)];
  }
  const rows = entries.flatMap((entry) =>
    entry.properties.map(({ path, expected, found }, index) => {
      const first = index === 0 ? [titleOf(entry), ...entry.notes.map(code)].join("<br>") : "";
      return `| ${[first, code(path), code(expected), code(found)].map(cell).join(" | ")} |`;
    }),
  );
  return [...head, "| object | property | expected | found |", "|---|---|---|---|", ...rows];
}

function titleOf({ resource, name, id }: Entry): string {
  return `${resource} ${code(name)}${id === undefined || id === name ? "" : ` (${code(id)})`}`;
}

/** Text of others as code, in which nothing is a link, a mention or HTML; the fence is longer than any within. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text === "" || /^[`\s]|[`\s]$/u.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A text as a cell of a table: nothing in it ends the cell. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
