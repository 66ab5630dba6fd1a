import type { AccessReport } from "../report.ts";
import { levelText, oneLine, reasonText, unchangedWords } from "../words.ts";

/** For comments and wikis: a table of a plan's changes, or of everybody's access. */
export function markdownReport({ organization, order, rows, gaps, changes }: AccessReport): string {
  const head = [`# Access: ${cell(organization)}`, "", `What counts: ${order}.`, ""];
  const unknown = gaps.map(({ section, reason }) => `- Not known: ${section}: ${cell(reason)}`);
  const body =
    changes === undefined
      ? table(
          ["Person", "Level", "Project", "Kind", "Access", "Reason"],
          rows.map(({ person, project, kind, access }) => [
            person.email,
            levelText(person.level),
            project.name,
            kind,
            levelText(access.level),
            reasonText(access),
          ]),
        )
      : changes.length === 0
        ? [unchangedWords({ gaps })]
        : table(
            ["Change", "Person", "Project", "Kind", "Before", "After", "By"],
            changes.map(({ direction, person, project, kind, before, after, by }) => [
              direction,
              person.email,
              project.name,
              kind,
              levelText(before),
              levelText(after),
              by.join(", "),
            ]),
          );
  return [...head, ...unknown, ...(unknown.length === 0 ? [] : [""]), ...body, ""].join("\n");
}

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => "---"), ...lines.map((line) => line.map(cell))].map((line) => `| ${line.join(" | ")} |`);

/** Text of the service with nothing that Markdown or HTML would obey. */
const cell = (text: string): string =>
  oneLine(text).replaceAll(/[\\`*_{}[\]<>|#!~&]/gu, (sign) => `&#${sign.charCodeAt(0)};`);
