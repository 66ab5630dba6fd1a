import { EVERYBODY, memberSubject, roleSubject, subjectOf } from "./access-subject.ts";
import type { AccessRule } from "./rule-wire.ts";

/** Levels in a project, lowest first. @source service 2026-09, access-control.md, table of levels */
const LEVELS = ["none", "member", "admin"];

/** Level in a project of those of whom no rule says anything; it doesn't let them edit rules. @source as above */
const BUILT_IN = "admin";

/** How an organization chooses among rules: by the most specific one, or in the older order. */
export type Resolution = "most specific" | "legacy";

/** An account as rules know it: its address, and the ids of the roles it is in whose rules count. */
export interface Account {
  readonly email: string;
  readonly roles: readonly string[];
}

/** What an account that is no administrator of the organization has in a project. */
export interface Standing {
  readonly level: string;
  /** Whether it may change rules: by a rule of the level `admin`, never by the built-in level. */
  readonly editsRules: boolean;
}

/**
 * What the rules of a project give to an account below the administrators of the organization.
 *
 * By the most specific rule: its own, else the highest of its roles, else the default. In the older order its own rule counts
 * as those of its roles do: the highest of them, even where the default is higher; else the default.
 *
 * @source service 2026-09, access-control.md, effective access, step 6, and who may list, set and clear
 */
export function standingIn(rules: readonly AccessRule[], account: Account, resolution: Resolution): Standing {
  const ofRoles = new Set(account.roles.map(roleSubject));
  const levelsOf = (isMeant: (subject: string) => boolean): string[] =>
    rules.filter((one) => isMeant(subjectOf(one))).map(({ rule }) => rule.access_level);
  const own = levelsOf((subject) => subject === memberSubject(account.email));
  const roles = levelsOf((subject) => ofRoles.has(subject));
  const forAll = levelsOf((subject) => subject === EVERYBODY);
  const ranks = resolution === "most specific" ? [own, roles, forAll] : [[...own, ...roles], forAll];
  const deciding = ranks.find(({ length }) => length > 0);
  if (deciding === undefined) return { level: BUILT_IN, editsRules: false };
  const level = LEVELS[Math.max(...deciding.map((one) => LEVELS.indexOf(one)))] ?? "none";
  return { level, editsRules: level === "admin" };
}
