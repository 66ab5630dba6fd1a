import { DIALECTS, type Dialect, QUIRKS, type Span, isIn } from "../../packages/sandbox/src/dialects.ts";
import type { Quirk } from "../../packages/sandbox/src/quirks/quirk.ts";
import { FAMILIES } from "../../packages/sandbox/src/routes/all-routes.ts";

type QuirkName = keyof typeof QUIRKS;

/** The page of every difference between the dialects of the sandbox: statements, and paths and methods. */
export function dialectsPage(): string {
  const statements = (Object.keys(QUIRKS) as QuirkName[]).map((name) => quirkLine(name, QUIRKS[name]));
  const paths = FAMILIES.flatMap(({ routes }) => routes).flatMap(({ template, since, until, operations }) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      pathLine(`${method} ${template}`, [{ since, until }, operation]),
    ),
  );
  return `<!-- Written by \`npm run gen\` from the sandbox's tables; do not edit. -->

# Dialects of the sandbox

\`documented\` follows the contract exactly, and the recordings where the contract is silent. \`2025-08\`, also called \`live\`, follows
the recordings of the running service throughout. \`2026-09\` is the service as published since. Where nothing is known about it, it
responds as 2025-08 does.

## Statements

The column "2026-09 is" says how certain a value is: read in the service's code, generated from its published schema, told in an issue or a
change, seen on the running service by somebody who documented it, or inferred from those. A row without it is the same in 2026-09 as in
2025-08. Because the service keeps changing, a statement with a day in the column 2026-09 holds from or until that day. The sandbox emulates
the day that \`--as-of\` names, by default 2026-09-30, whatever its clock shows.

| Name | Statement | ${DIALECTS.join(" | ")} | 2026-09 is | Source |
|---|---|${DIALECTS.map(() => "---|").join("")}---|---|
${statements.join("\n")}

## Paths

These paths and methods don't exist in every dialect. A dialect responds with 404 to a missing path, and with 405 to a missing method.

| Operation | ${DIALECTS.join(" | ")} |
|---|${DIALECTS.map(() => "---|").join("")}
${paths.join("\n")}
`;
}

function quirkLine(name: QuirkName, quirk: Quirk): string {
  const { statement, certainty, source } = quirk;
  const cells = DIALECTS.map((dialect) => cellOf(quirk, dialect));
  return `| \`${name}\` | ${statement} | ${cells.join(" | ")} | ${certainty ?? ""} | ${source.replaceAll("|", "\\|")} |`;
}

/** Whether a statement holds in a dialect, with the days on which it holds. */
function cellOf(quirk: Quirk, dialect: Dialect): string {
  const days = [
    ...(quirk.since === undefined ? [] : [`from ${quirk.since}`]),
    ...(quirk.until === undefined ? [] : [`to ${quirk.until}`]),
  ];
  return dialect === "2026-09" && days.length > 0 ? days.join(" ") : yesOrNo(quirk[dialect] ?? quirk["2025-08"]);
}

function pathLine(operation: string, spans: readonly Span[]): string[] {
  const has = DIALECTS.map((dialect) => spans.every((span) => isIn(dialect, span)));
  return has.every(Boolean) ? [] : [`| \`${operation}\` | ${has.map(yesOrNo).join(" | ")} |`];
}

const yesOrNo = (holds: boolean): string => (holds ? "yes" : "no");
