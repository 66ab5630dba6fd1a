import { visibleJson } from "../../drift/formats/escape.ts";
import type { AccessReport } from "../report.ts";

/** For programs. What isn't known is `{"unknown": "<reason>"}`. */
export function jsonReport({ rows, people, changes, ...report }: AccessReport): string {
  const shown = {
    version: 1,
    ...report,
    people: people.map((person) => ({
      ...person,
      access: rows.flatMap((row) =>
        row.person === person
          ? [{ ...row.project, name: undefined, project: row.project.name, kind: row.kind, ...row.access }]
          : [],
      ),
    })),
    ...(changes === undefined
      ? {}
      : { changes: changes.map(({ person, project, ...change }) => ({ email: person.email, ...project, ...change })) }),
  };
  return `${visibleJson(shown)}\n`;
}
