import { EVERYBODY, memberSubject, roleSubject, subjectOf } from "./access-subject.ts";
import type { AccessRule } from "./rule-wire.ts";

/** Levels in a project, lowest first. @source service 2026-09, access-control.md, table of levels */
const LEVELS = ["none", "member", "admin"];

/** The level of people without any rule in a project. It doesn't let them edit rules. @source as above */
const BUILT_IN = "admin";

/** How an organization chooses among rules: the most specific rule, or the older order. */
export type Resolution = "most specific" | "legacy";

/** An account from the rules' point of view: its address, and the IDs of its roles whose rules count. */
export interface Account {
  readonly email: string;
  readonly roles: readonly string[];
}

/** The access to a project of an account that isn't an administrator of the organization. */
export interface Standing {
  readonly level: string;
  /** Whether it can change rules: by a rule with the level `admin`, never by the built-in level. */
  readonly editsRules: boolean;
}

/**
 * The access that a project's rules give to an account that isn't an administrator of the organization.
 *
 * In the newer order, the most specific rule decides: the account's own, else the highest of its roles, else the default.
 * In the older order, its own rule counts like those of its roles: the highest, even below the default, else the default.
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
