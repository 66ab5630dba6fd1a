import type { AccessRuleWire } from "../../../client/access-controls.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** A rule with the name of its subject, or the deferred rule of an invited person. */
export interface AccessRule {
  readonly rule: Pick<AccessRuleWire, "access_level" | "organization_member" | "role" | "resource">;
  /** The target of the rule, as in an ID; absent for a project itself. */
  readonly target?: string;
  /** The member's address, in lowercase; absent if the key can't see the member. */
  readonly email?: string | undefined;
  /** Absent if the key can't see the roles. */
  readonly roleName?: string | undefined;
  /** True if the person is invited, or will be. */
  readonly isWaiting?: true;
  /** Time from which the service accepts the person's invite. */
  readonly dueAt?: string;
}

/** The parameters of a request for a rule; for an existing rule, its own subject. */
export interface RuleBody extends DeclaredSubject {
  readonly level?: string | undefined;
  /** The target of the rule, as in an ID. */
  readonly target?: string | undefined;
  readonly held?: AccessRule | undefined;
}

/** The subject of a rule, as far as a program names it. */
export interface DeclaredSubject {
  readonly email?: string | undefined;
  readonly roleId?: string | undefined;
  readonly roleName?: string | undefined;
}

/** The wire form of a rule's fields. */
export const { custom, shown } = codecsOf<AccessRule, RuleBody>();
