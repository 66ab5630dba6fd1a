import { type OperationRow, operationRows } from "../operations/rows.ts";
import { waysIn } from "../operations/reach.ts";
import { type Part, lackingParts } from "../operations/state.ts";

/** The page that proves, operation by operation, what there is. */
export function operationsPage(): string {
  const states = [...lackingParts(operationRows())];
  const lines = states.map(([row, lacking]) => lineOf(row, lacking));
  const complete = states.filter(([, lacking]) => lacking.length === 0).length;
  return `<!-- Written by \`npm run gen\` from spec/operations.tsv; do not edit. -->

# Operations

The ${states.length} operations of the contract; ${complete} of them have a client call, a route of the sandbox in both dialects and a test.

A resource reaches an operation in its life, or through its \`get\` and \`list\` functions; a call in parentheses is made in place of
the operation itself: pipeline items of every kind are read, changed and deleted as plugins, because a new item is "not found" in its
family until its capabilities are known, and one proxy record cannot be read in the service of 2025-08.

| Operation | Scope | Client | Sandbox, documented | Sandbox, 2025-08 | Reached through | Tests |
|---|---|---|---|---|---|---|
${lines.join("\n")}
`;
}

function lineOf(row: OperationRow, lacking: readonly Part[]): string {
  const or = (part: Part, text: string): string => (lacking.includes(part) ? "coming" : text);
  const cells = [
    `\`${row.method} ${row.path}\``,
    row.scope,
    or("client", `\`${row.client}\``),
    or("sandbox documented", "served"),
    or("sandbox 2025-08", "served"),
    waysIn(row)
      .map(({ name, via }) => (via === undefined ? name : `${name} (\`${via}\`)`))
      .join(", "),
    or("test", `\`test/${row.tests}\``),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The sandbox's own list of paths, which it refuses with a reason where it has no route. */
export function contractOperations(): string {
  const entries = operationRows().map(({ method, path }) => `["${method}", "${path}"],`);
  return `// Written by \`npm run gen\` from spec/operations.tsv; do not edit.

/** Every operation of the contract: method and path. @source contract documents, read 2026-11 */
export const CONTRACT_OPERATIONS: readonly (readonly [method: string, template: string])[] = [
${entries.join("\n")}
];
`;
}
