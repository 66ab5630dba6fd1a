import { type NewerOperationRow, newerOperationRows, operationRows } from "../operations/rows.ts";

/** The sandbox's own list of paths, which it refuses with a reason if it has no route. */
export function contractOperations(): string {
  const entries = operationRows().map(({ method, path }) => `["${method}", "${path}"],`);
  return `// Written by \`npm run gen\` from spec/operations.tsv; do not edit.

/** Every operation of the contract: method and path. @source contract documents, read 2026-11 */
export const CONTRACT_OPERATIONS: readonly (readonly [method: string, template: string])[] = [
${entries.join("\n")}
];
`;
}

/**
 * The operations of the service of September 2026, with the scopes that they require: the sandbox returns 501 if it has
 * no route.
 */
export function newerOperations(): string {
  const there = newerOperationRows().filter(({ state }) => state === "there");
  const paths = new Map<string, string[]>();
  for (const row of there) paths.set(row.path, [...(paths.get(row.path) ?? []), `${row.method}=${ruleOf(row)}`]);
  const lines = [...paths].map(([path, methods]) => [path, ...methods].join(" "));
  return `// Written by \`npm run gen\` from spec/operations-2026-09.tsv; do not edit.

/** A line for each path of the service of 2026-09: its methods and what each asks of a key. @source service 2026-09, operations */
export const NEWER_OPERATIONS = \`
${lines.join("\n")}
\`;
`;
}

/** As the sandbox reads it: scopes with commas, or the name of a rule with dashes for blanks. */
function ruleOf({ scope, key }: NewerOperationRow): string {
  if (key === "public") return "public";
  if (key === "no") return scope === "internal" ? "no-key" : "no-scoped-key";
  return ["any", "unknown", "none"].includes(scope) ? "any-key" : scope;
}
