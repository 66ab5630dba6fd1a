import type { Access, AccessedProject } from "../../model/picture/access.ts";
import { isUnknown, type Known } from "../../model/picture/known.ts";
import type { AccessReport } from "./report.ts";

/** A level for people. */
export const levelText = (level: Known<string>): string => (isUnknown(level) ? "unknown" : level);

/** Why somebody has a level: "role rule (Builders)". */
export function reasonText({ level, reason, roles }: Access): string {
  if (isUnknown(level)) return level.unknown;
  return roles.length === 0 ? reason : `${reason} (${roles.join(", ")})`;
}

/** Why the people, or the projects, are unknown; undefined if they are known. */
export const gapOf = ({ gaps }: Pick<AccessReport, "gaps">, list: "people" | "projects"): string | undefined =>
  gaps.find(({ section }) => section === list)?.reason;

/** How many people or projects a report shows: "4 people", or "people unknown". */
export const countWords = (report: AccessReport, list: "people" | "projects"): string =>
  gapOf(report, list) === undefined ? `${report[list].length} ${list}` : `${list} unknown`;

/** The text about a plan without changes. Unknown access isn't called unchanged. */
export const unchangedWords = ({ gaps }: Pick<AccessReport, "gaps">): string =>
  gaps.length === 0 ? "The plan doesn't change anyone's access." : "The plan doesn't change any access that is known.";

/** The number of a project for people. */
export const numberText = ({ projectId }: AccessedProject): string => (isUnknown(projectId) ? "" : projectId);

/** Text of the service without control characters for the terminal. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
