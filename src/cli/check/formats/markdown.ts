import { cell, code, comment } from "../../drift/formats/markdown.ts";
import { checkCounts, type CheckReport } from "../check-report.ts";
import { allowedLines, groupsOf } from "../lines.ts";

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
  const blocks = groupsOf(report).flatMap(({ title, lines }) => {
    const rows = lines.map(({ resource, name, rule, field, is, shouldBe, isFinding }) => {
      const cells = [`${resource} ${code(name)}`, rule, code(field), code(is), isFinding ? code(shouldBe) : ""];
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
  });
  const allowed = allowedLines(report);
  if (allowed.length > 0) blocks.push("", "#### Allowed by exceptions", "", ...allowed.map((one) => `- ${code(one)}`));
  return comment(head, blocks);
}
