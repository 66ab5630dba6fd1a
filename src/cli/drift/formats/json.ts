import type { DriftReport } from "../report.ts";
import { visibleJson } from "./escape.ts";

/** For programs: the report as it is. */
export function jsonReport(report: DriftReport): string {
  return `${visibleJson(report)}\n`;
}
