import { visibleJson } from "../../drift/formats/escape.ts";
import { type Known, unknown } from "../../../model/picture/known.ts";
import type { AccessReport } from "../report.ts";
import { gapOf } from "../words.ts";

/** For programs. What isn't known is `{"unknown": "<reason>"}`. */
export function jsonReport({ rows, people, projects, changes, ...report }: AccessReport): string {
  const listed = people.map((person) => ({
    ...person,
    access: rows.flatMap((row) =>
      row.person === person
        ? [{ ...row.project, name: undefined, project: row.project.name, kind: row.kind, ...row.access }]
        : [],
    ),
  }));
  const known = <T>(list: "people" | "projects", all: readonly T[]): Known<readonly T[]> => {
    const gap = gapOf(report, list);
    return gap === undefined ? all : unknown(gap);
  };
  const shown = {
    version: 1,
    ...report,
    people: known("people", listed),
    projects: known("projects", projects),
    ...(changes === undefined
      ? {}
      : { changes: changes.map(({ person, project, ...change }) => ({ email: person.email, ...project, ...change })) }),
  };
  return `${visibleJson(shown)}\n`;
}
