import type { Access, AccessedProject } from "../../model/picture/access.ts";
import { isUnknown, type Known } from "../../model/picture/known.ts";

/** A level for people. */
export const levelText = (level: Known<string>): string => (isUnknown(level) ? "unknown" : level);

/** Why somebody has a level: "role rule (Builders)". */
export function reasonText({ level, reason, roles }: Access): string {
  if (isUnknown(level)) return level.unknown;
  return roles.length === 0 ? reason : `${reason} (${roles.join(", ")})`;
}

/** The number of a project for people. */
export const numberText = ({ projectId }: AccessedProject): string => (isUnknown(projectId) ? "" : projectId);

/** Text of the service without what a terminal would obey. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
