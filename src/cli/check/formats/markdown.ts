import { cell, code, comment } from "../../drift/formats/markdown.ts";
import { checkCounts, type CheckReport } from "../check-report.ts";
import { notesOf, groupsOf, type LineGroup, ruleWords } from "../lines.ts";

/** By which a script finds the comment that it wrote before. */
const MARK = "<!-- orgform-check -->";

/** For a comment on a pull request, or an issue. */
export function markdownCheck(report: CheckReport): string {
  const head = [
    MARK,
    `### Check: ${checkCounts(report)}`,
    "",
    `${code(report.organization)} at ${code(report.host)} was checked at ${report.checkedAt}. ` +
      `${report.passed.length} rules passed.`,
  ].join("\n");
  const blocks = groupsOf(report).flatMap(groupBlock);
  for (const { title, lines } of notesOf(report)) {
    blocks.push("", `#### ${title}`, "", ...lines.map((one) => `- ${code(one)}`));
  }
  return comment(head, blocks);
}

/** A group of a report as a heading and a table, in lines. */
export function groupBlock({ title, lines }: LineGroup): string[] {
  const rows = lines.map((line) => {
    const { resource, name, field, is, shouldBe, isFinding } = line;
    const cells = [
      `${resource} ${code(name)}`,
      ruleWords(line),
      code(field),
      code(is),
      isFinding ? code(shouldBe) : "",
    ];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
  return [
    "",
    `#### ${title} (${lines.length})`,
    "",
    "| object | rule | field | is | should be |",
    "|---|---|---|---|---|",
    ...rows,
  ];
}
