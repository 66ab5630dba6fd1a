import { type OperationRow, operationRows } from "../operations/rows.ts";
import { waysIn } from "../operations/reach.ts";
import { type Part, isGone, isServedIn, lackingParts } from "../operations/state.ts";

/** The page that shows the coverage of every operation. */
export function operationsPage(): string {
  const states = [...lackingParts(operationRows())];
  const lines = states.map(([row, lacking]) => lineOf(row, lacking));
  const complete = states.filter(([, lacking]) => lacking.length === 0).length;
  const gone = states.filter(([row]) => isGone(row)).length;
  const changed = states.filter(([row]) => row["2026-09"] === "changed").length;
  return `<!-- Written by \`npm run gen\` from spec/operations.tsv; do not edit. -->

# Operations

The ${states.length} operations of the contract; ${complete} of them have a client call, a route of the sandbox in each dialect that has it, and a test.
The columns of dates say whether a service has it: ${gone} operations are gone from that of September 2026, with the status that it answers,
and ${changed} answer otherwise there ([the dialects](dialects.md)). Wherever it is there, it is reached in the same way.

A resource reaches an operation in its life, or through its \`get\` and \`list\` functions; a call in parentheses is made in place of
the operation itself: pipeline items of every kind are read, changed and deleted as plugins, because a new item is "not found" in its
family until its capabilities are known, and one proxy record cannot be read in the service of 2025-08.

| Operation | Scope | Client | Reached through | Documented | 2025-08 | 2026-09 | Tests |
|---|---|---|---|---|---|---|---|
${lines.join("\n")}
`;
}

function lineOf(row: OperationRow, lacking: readonly Part[]): string {
  const or = (part: Part, text: string): string => (lacking.includes(part) ? "coming" : text);
  const cells = [
    `\`${row.method} ${row.path}\``,
    row.scope,
    or("client", `\`${row.client}\``),
    waysIn(row)
      .map(({ name, via }) => (via === undefined ? name : `${name} (\`${via}\`)`))
      .join(", "),
    or("sandbox documented", "yes"),
    or("sandbox 2025-08", isServedIn(row, "2025-08") ? "yes" : "no more"),
    or("sandbox 2026-09", newest(row)),
    or("test", `\`test/${row.tests}\``),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The form of an operation in the service of September 2026. */
function newest(row: OperationRow): string {
  if (!isGone(row)) return row["2026-09"] === "same" ? "yes" : "yes, changed";
  const [, answer = "", instead] = /^gone: (\d{3})(?:, then (.*))?$/.exec(row["2026-09"]) ?? [];
  return instead === undefined ? `no more (${answer})` : `no more (${answer}); ${instead.replace(/\/api\S+/, "`$&`")}`;
}
