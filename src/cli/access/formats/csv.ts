import type { AccessReport } from "../report.ts";
import { gapOf, levelText, numberText, oneLine, reasonText } from "../words.ts";

const COLUMNS = ["email", "name", "level", "roles", "project_id", "project", "kind", "access", "reason"];
const CHANGES = ["change", "email", "project_id", "project", "kind", "before", "after", "by"];

/** For spreadsheets: a line for each person, project, and kind; of a plan, one for each change. */
export function csvReport(report: AccessReport): string {
  const { rows, changes } = report;
  const lines =
    changes === undefined
      ? [
          COLUMNS,
          ...rows.map(({ person, project, kind, access }) => [
            person.email,
            person.name,
            levelText(person.level),
            person.roles.join("; "),
            numberText(project),
            project.name,
            kind,
            levelText(access.level),
            reasonText(access),
          ]),
        ]
      : [
          CHANGES,
          ...changes.map(({ direction, person, project, kind, before, after, by }) => [
            direction,
            person.email,
            numberText(project),
            project.name,
            kind,
            levelText(before),
            levelText(after),
            by.join("; "),
          ]),
        ];
  const all = [...lines, ...unknownLines(report, changes !== undefined)];
  return `${all.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** A line for each list that isn't known, since it has no lines of its own. */
function unknownLines(report: AccessReport, isOfPlan: boolean): string[][] {
  const lists = ["people", "projects"] as const;
  return lists.flatMap((list) => {
    const gap = gapOf(report, list);
    if (gap === undefined) return [];
    const [email, project] = list === "people" ? ["unknown", ""] : ["", "unknown"];
    const why = `${list}: ${gap}`;
    return [
      isOfPlan
        ? ["unclear", email, "", project, "", "unknown", "unknown", why]
        : [email, "", "", "", "", project, "", "unknown", why],
    ];
  });
}

/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const plain = oneLine(text);
  const safe = /^[=+\-@]/u.test(plain) ? `'${plain}` : plain;
  return /[",;\s]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
