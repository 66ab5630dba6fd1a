import type { Paint } from "../../paint.ts";
import { checkCounts, type CheckReport } from "../check-report.ts";
import { notesOf, type CheckLine, groupsOf, ruleWords } from "../lines.ts";

/** For a terminal. */
export function textCheck(report: CheckReport, paint: Paint): string {
  const lines = [`${paint("bold", checkCounts(report))} in ${report.organization} at ${report.host}`];
  for (const { title, lines: own } of groupsOf(report)) {
    lines.push("", paint("bold", title));
    for (const line of own) lines.push(...textLines(line, paint));
  }
  for (const aside of notesOf(report)) {
    lines.push("", paint("bold", aside.title), ...aside.lines.map((one) => `  ${one}`));
  }
  lines.push("", `${report.passed.length} rules passed`);
  return `${lines.join("\n")}\n`;
}

/** One thing to be said of an object. */
export function textLines(line: CheckLine, paint: Paint): string[] {
  const head = `  ${line.resource} ${line.name} ${paint("dim", ruleWords(line))}`;
  if (!line.isFinding) return [head, `      ${line.field}: can't tell: ${line.is}`];
  return [head, `      ${line.field}: ${line.is}; should be ${line.shouldBe}`, `      ${line.remedy}`];
}
