import type { EngineName } from "../../../engines/engine.ts";
import type { DriftReport } from "../../../app/drift/drift-report.ts";
import { visibleJson } from "./escape.ts";

/** For programs: the report unchanged. */
export function jsonReport(report: DriftReport<EngineName>): string {
  return `${visibleJson(report)}\n`;
}
