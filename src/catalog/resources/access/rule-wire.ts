import type { AccessRuleWire } from "../../../client/access-controls.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** A rule with the names of whom it is about; or one of somebody who is only invited, and cannot have one before that. */
export interface AccessRule {
  readonly rule: Pick<AccessRuleWire, "access_level" | "organization_member" | "role" | "resource">;
  /** What the rule is about, as an id names it; absent for a project itself. */
  readonly target?: string;
  /** Of a member, in lower case; absent where the key is not shown whose membership it is. */
  readonly email?: string | undefined;
  /** Absent where the key is not shown the roles. */
  readonly roleName?: string | undefined;
  /** The person is only invited, or is to be. */
  readonly isWaiting?: true;
  /** Time until which the invite of somebody who is not even invited has to wait. */
  readonly dueAt?: string;
}

/** What is asked for of a rule; of one that exists, its own subject. */
export interface RuleBody extends DeclaredSubject {
  readonly level?: string | undefined;
  /** What the rule is about, as an id names it. */
  readonly target?: string | undefined;
  readonly held?: AccessRule | undefined;
}

/** What a rule's subject is, as far as a program names it. */
export interface DeclaredSubject {
  readonly email?: string | undefined;
  readonly roleId?: string | undefined;
  readonly roleName?: string | undefined;
}

/** How fields of a rule stand on the wire. */
export const { custom, shown } = codecsOf<AccessRule, RuleBody>();
