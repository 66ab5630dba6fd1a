import { PROJECT } from "../../../model/picture/access-levels.ts";
import type { AccessReport, AccessRow } from "../report.ts";
import { countWords, levelText, oneLine, reasonText, unchangedWords } from "../words.ts";

/** More projects than this are counted and not named. */
const MOST_NAMED = 4;

/** For a terminal: each person, with access that is equal in many projects shown once. */
export function textReport(report: AccessReport): string {
  const { people, rows, gaps, order, organization } = report;
  const byPerson = new Map<string, AccessRow[]>();
  for (const row of rows) byPerson.set(row.person.email, [...(byPerson.get(row.person.email) ?? []), row]);
  return [
    `${oneLine(organization)}: ${countWords(report, "people")}, ${countWords(report, "projects")}. What counts: ${order}.`,
    ...gaps.map(({ section, reason }) => `Not known: ${section}: ${oneLine(reason)}`),
    ...changeLines(report),
    ...people.flatMap((person) => {
      const own = byPerson.get(person.email);
      if (own === undefined) return [];
      const roles = person.roles.length === 0 ? "" : `, roles: ${person.roles.join(", ")}`;
      return ["", oneLine(`${person.email} (${levelText(person.level)}${roles})`), ...groups(own)];
    }),
    "",
  ].join("\n");
}

function groups(rows: readonly AccessRow[]): string[] {
  const byAccess = new Map<string, string[]>();
  for (const { project, kind, access } of rows) {
    const what = kind === PROJECT ? "" : `${kind}: `;
    const key = `${what}${levelText(access.level)}, ${reasonText(access)}`;
    byAccess.set(key, [...(byAccess.get(key) ?? []), project.name]);
  }
  return [...byAccess].map(([access, names]) => {
    const where = names.length > MOST_NAMED ? `${names.length} projects` : names.join(", ");
    return oneLine(`  ${access}: ${where}`);
  });
}

function changeLines({ changes, gaps }: AccessReport): string[] {
  if (changes === undefined) return [];
  if (changes.length === 0) return [unchangedWords({ gaps })];
  const lines = changes.map(({ person, project, kind, before, after, direction, by }) => {
    const what = kind === PROJECT ? project.name : `${kind} in ${project.name}`;
    const cause = by.length === 0 ? "" : `, by ${by.join(", ")}`;
    return oneLine(`  ${direction}: ${person.email}, ${what}: ${levelText(before)} -> ${levelText(after)}${cause}`);
  });
  return ["", `The plan changes access in ${changes.length} places:`, ...lines];
}
