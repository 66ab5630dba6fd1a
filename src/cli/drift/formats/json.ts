import type { DriftReport } from "../report.ts";

/** For programs: the report as it is. */
export function jsonReport(report: DriftReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
