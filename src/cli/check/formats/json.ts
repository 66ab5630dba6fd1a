import { visibleJson } from "../../drift/formats/escape.ts";
import type { CheckReport } from "../check-report.ts";

/** For programs: the report unchanged. */
export function jsonCheck(report: CheckReport): string {
  return `${visibleJson(report)}\n`;
}
