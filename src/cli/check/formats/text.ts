import type { Paint } from "../../paint.ts";
import { checkCounts, type CheckReport } from "../check-report.ts";
import { allowedLines, type CheckLine, groupsOf } from "../lines.ts";

/** For a terminal. */
export function textCheck(report: CheckReport, paint: Paint): string {
  const lines = [`${paint("bold", checkCounts(report))} in ${report.organization} at ${report.host}`];
  for (const { title, lines: own } of groupsOf(report)) {
    lines.push("", paint("bold", title));
    for (const line of own) lines.push(...textLines(line, paint));
  }
  const allowed = allowedLines(report);
  if (allowed.length > 0) lines.push("", paint("bold", "Allowed by exceptions"), ...allowed.map((one) => `  ${one}`));
  lines.push("", `${report.passed.length} rules passed`);
  return `${lines.join("\n")}\n`;
}

function textLines(line: CheckLine, paint: Paint): string[] {
  const head = `  ${line.resource} ${line.name} ${paint("dim", line.rule)}`;
  if (!line.isFinding) return [head, `      ${line.field}: can't tell: ${line.is}`];
  return [head, `      ${line.field}: ${line.is}; should be ${line.shouldBe}`, `      ${line.remedy}`];
}
