import type { DriftReport } from "../../../app/drift/drift-report.ts";
import { visibleJson } from "./escape.ts";

/** For programs: the report as it is. */
export function jsonReport(report: DriftReport): string {
  return `${visibleJson(report)}\n`;
}
