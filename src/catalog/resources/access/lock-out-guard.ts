import type { Api } from "../../../client/client.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { RoleWire } from "../../../client/roles.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard, GuardContext, ServiceContext } from "../../../model/guard.ts";
import type { Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { ADMIN } from "../member/levels.ts";
import { ownUserId } from "../member/member-guards.ts";
import { member } from "../member/member.ts";
import { foldedEmail } from "../member/people.ts";
import { lacksFeature } from "../organization/organization-plan.ts";
import { role } from "../role/role.ts";
import { homeOf, ROLE_FEATURE } from "./access-guards.ts";
import { type Account, type Resolution, type Standing, standingIn } from "./access-levels.ts";
import { isAbout } from "./access-rules.ts";
import { subjectIn } from "./access-subject.ts";
import type { AccessRule, DeclaredSubject } from "./rule-wire.ts";
import { isWritten } from "./editing-guard.ts";

type Rules = ListOf<AccessRule, "projectId">;

/** The plan feature without which rules have no effect. @source service 2026-09, access-control.md, plans */
const RULE_FEATURE = "access_control";

/**
 * Refuses a rule, or its removal, that would cost the key's account a project or the right to restore its access.
 *
 * Administrators of the organization can enter every project regardless of rules, so the guard checks only other
 * accounts.
 *
 * @source service 2026-09, access-control.md, effective access, and who may list, set and clear
 */
export function lockOutGuard(rules: () => Rules): Guard<Api, AccessRule> {
  return {
    on: ["create", "update", "delete"],
    inPreview: true,
    needsObject: false,
    isAsked: (asked) => isWritten(asked) && (asked.verb === "delete" || asked.inputs["level"] !== "admin"),
    refuse: (asked, _wire, ask) => (containsUnknown(asked.inputs) ? undefined : whyLockedOut(asked, rules(), ask())),
  };
}

async function whyLockedOut(
  { verb, inputs, state }: GuardContext,
  rules: Rules,
  ask: ServiceContext<Api>,
): Promise<Text | undefined> {
  const { projectId } = state ?? inputs;
  const home = await homeOf(projectId, ask);
  if (home === undefined || (home.membership_level ?? 0) >= ADMIN || lacksFeature(home, RULE_FEATURE)) return undefined;
  const own = await ownAccount(home, ask);
  if (own === undefined) return undefined;
  const held = await ask.call.all<AccessRule, "projectId">(rules, { projectId: String(projectId) });
  const subject = subjectIn(inputs);
  const rest = held.filter((one) => !isAbout(one, subject));
  const changed = verb === "delete" ? rest : [...rest, ruleAs(subject, String(inputs["level"]), own)];
  for (const resolution of resolutionsOf(home)) {
    const loss = lossBetween(standingIn(held, own, resolution), standingIn(changed, own, resolution));
    if (loss !== undefined) return lockOutText(own, loss);
  }
  return undefined;
}

/** If the organization doesn't show its order of rules, both orders are checked. */
function resolutionsOf({ uses_most_specific_access_resolution: isMostSpecific }: OrganizationWire): Resolution[] {
  if (isMostSpecific === undefined) return ["most specific", "legacy"];
  return isMostSpecific === true ? ["most specific"] : ["legacy"];
}

function lossBetween(before: Standing, after: Standing): string | undefined {
  if (before.level !== "none" && after.level === "none") {
    return `Its level in this project would become "none", and it couldn't change that back.`;
  }
  if (!before.editsRules || after.editsRules) return undefined;
  return `Its level in this project would become "${after.level}" without the right to edit access rules, and it couldn't change that back.`;
}

const lockOutText = ({ email }: Account, loss: string): string =>
  `The account of this API key, ${email}, isn't an administrator of the organization. ${loss} Nothing was written.\n` +
  'Use the key of an administrator of the organization. Or first give the account its own rule with the level "admin".';

/** The key's account with the names of its roles; undefined if the key can't read the account, or the list lacks it. */
async function ownAccount(home: OrganizationWire, ask: ServiceContext<Api>): Promise<NamedAccount | undefined> {
  const userId = await ownUserId(ask);
  const at = { organizationId: home.id };
  const members = await ask.call.shown<MemberWire, "organizationId">(member, at);
  const self = members.find(({ user }) => user.uuid === userId);
  if (self === undefined) return undefined;
  const email = foldedEmail(self.user.email);
  if (lacksFeature(home, ROLE_FEATURE)) return { email, roles: [], named: [] };
  const isOf = ({ members: people = [] }: RoleWire): boolean => people.some(({ user }) => user.uuid === userId);
  const named = (await ask.call.shown<RoleWire, "organizationId">(role, at)).filter(isOf);
  return { email, roles: named.map(({ id }) => id), named };
}

interface NamedAccount extends Account {
  readonly named: readonly RoleWire[];
}

/** The future rule, with a role in the program's words. */
function ruleAs({ email, roleId, roleName }: DeclaredSubject, level: string, { named }: NamedAccount): AccessRule {
  const ofRole = named.find((one) =>
    isAbout({ rule: ruleOf(level, one.id), roleName: one.name }, { roleId, roleName }),
  );
  const isOfRole = roleId !== undefined || roleName !== undefined;
  // Rules for roles that the account doesn't have don't matter.
  if (isOfRole) return { rule: ruleOf(level, ofRole?.id ?? "of others") };
  return { rule: ruleOf(level, null), email: email === undefined ? undefined : foldedEmail(email) };
}

const ruleOf = (level: string, roleId: string | null): AccessRule["rule"] => ({
  access_level: level,
  role: roleId,
  organization_member: null,
  resource: "project",
});
