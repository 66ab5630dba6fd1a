import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { RoleWire } from "../../../client/roles.ts";
import type { ListOf } from "../../../model/definition.ts";
import type { Guard, GuardContext, ServiceContext } from "../../../model/guard.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldName, message, type Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { whyNobody } from "../member/invited-people.ts";
import { ADMIN } from "../member/levels.ts";
import { ownUserId } from "../member/member-guards.ts";
import { member } from "../member/member.ts";
import { foldedEmail } from "../member/people.ts";
import { lacksFeature } from "../organization/organization-plan.ts";
import { organization } from "../organization/organization.ts";
import { organizationOf, servedGuard } from "../project/project-scope.ts";
import { role } from "../role/role.ts";
import { type AccessRule, isAbout, roleNamed, subjectOf } from "./access-rules.ts";
import { type DeclaredSubject, EVERYBODY, memberSubject, roleSubject } from "./access-subject.ts";

/** Plan feature without which no rule is about a role. @source service 2026-09, access-control.md, errors */
const ROLE_FEATURE = "role_based_access";

/** Level in a project of those of whom no rule says anything. @source service 2026-09, access-control.md, levels */
const LEVELS_OF_PROJECTS = ["none", "member", "admin"];
const DEFAULT_LEVEL = "member";

/** @source service 2026-09, access-control.md */
export const RULES_SINCE =
  "Services have them since 2025.\nTake the resource out of the program until the service is a newer one.";

type Rules = ListOf<AccessRule, "projectId">;

/**
 * What is refused of every rule, before the service does.
 *
 * @param objectIn - the object that the inputs of a rule name, and its kind
 */
export function ruleGuards(
  rules: () => Rules,
  objectIn: (inputs: Values) => RuledObject | undefined = () => undefined,
): Guard<Api, AccessRule>[] {
  return [
    {
      ...servedGuard({ of: rules, words: "rules of access" }),
      isAsked: ({ inputs }) => objectIn(inputs) === undefined,
    },
    {
      on: ["create"],
      inPreview: true,
      needsObject: false,
      isAsked: ({ inputs }) => objectIn(inputs) !== undefined,
      refuse: ({ inputs }, _wire, ask) => whyNoObjectRules(inputs, objectIn(inputs), rules(), ask()),
    },
    {
      on: ["create"],
      inPreview: true,
      needsObject: false,
      isAsked: ({ inputs }) => inputs["roleId"] !== undefined || inputs["roleName"] !== undefined,
      refuse: ({ inputs }, _wire, ask) => (containsUnknown(inputs) ? undefined : whyNoRoleRule(inputs, ask())),
    },
    {
      on: ["make"],
      inPreview: false,
      needsObject: false,
      refuse: ({ inputs }, _wire, ask) => whyNoSubject(inputs, ask()),
    },
  ];
}

/** An object that a rule is about. */
export interface RuledObject {
  readonly kind: string;
  /** As an id names it. */
  readonly target: string;
}

/** The service has no rules of objects of the kind: asked once for each kind, of the first object that comes along. */
async function whyNoObjectRules(
  { projectId }: Values,
  object: RuledObject | undefined,
  rules: Rules,
  { call }: ServiceContext<Api>,
): Promise<Text | undefined> {
  if (object === undefined || typeof projectId !== "string" || containsUnknown(projectId)) return undefined;
  const { kind, target } = object;
  const isThere = await call.once(`rules of each ${kind}`, async () => {
    try {
      return await call.hasList<AccessRule, "projectId">(rules, { projectId, target } as Identity<"projectId">); // -- a part more
    } catch (error) {
      // That there is no such object tells that the route is there.
      if (isApiError(error) && error.category === "notFound") return true;
      throw error;
    }
  });
  if (isThere) return undefined;
  return message`This service has no rules of access of single objects of the kind ${JSON.stringify(kind)}.\nDeclare a rule of the whole kind, without ${fieldName("resourceId")}.`;
}

/** The plan lacks what rules of roles need: as far as the organization says. */
async function whyNoRoleRule({ projectId }: Values, ask: ServiceContext<Api>): Promise<Text | undefined> {
  const home = await homeOf(projectId, ask);
  if (home === undefined || !lacksFeature(home, ROLE_FEATURE)) return undefined;
  return message`The plan of the organization lacks the feature ${JSON.stringify(ROLE_FEATURE)}, without which the service refuses rules of roles.\nChange the plan in the billing settings of the service's web interface; or declare rules of members by ${fieldName("email")}.`;
}

async function homeOf(projectId: unknown, ask: ServiceContext<Api>): Promise<OrganizationWire | undefined> {
  const organizationId = await organizationOf(String(projectId), ask);
  return organizationId === undefined ? undefined : ask.call.known(organization, { organizationId });
}

async function whyNoSubject(
  { projectId, email, roleName }: Values,
  ask: ServiceContext<Api>,
): Promise<Text | undefined> {
  if (typeof email === "string") {
    const organizationId = await organizationOf(String(projectId), ask);
    return organizationId === undefined
      ? `There is no project ${String(projectId)}, or this API key cannot see it.`
      : whyNobody(ask.call, { organizationId, email: foldedEmail(email) });
  }
  if (typeof roleName !== "string" || (await roleNamed(String(projectId), roleName, ask)) !== undefined)
    return undefined;
  return `The organization has no role ${JSON.stringify(roleName)}.\nDeclare a Role of this name and let this resource depend on it; or correct the name.`;
}

/**
 * Refuses a rule, or its removal, by which the account of the key would lose a project, or the right to give it back.
 *
 * Administrators of the organization have every project whatever rules say, so that only accounts below are judged.
 *
 * @source service 2026-09, access-control.md, errors and settings endpoints
 */
export function lockOutGuard(rules: () => Rules): Guard<Api, AccessRule> {
  return {
    on: ["create", "update", "delete"],
    inPreview: true,
    needsObject: false,
    isAsked: ({ verb, inputs }) => verb === "delete" || inputs["level"] !== "admin",
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
  if (home === undefined || (home.membership_level ?? 0) >= ADMIN) return undefined;
  const own = await ownAccount(home.id, ask);
  if (own === undefined) return undefined;
  const held = await ask.call.all<AccessRule, "projectId">(rules, { projectId: String(projectId) });
  const subject = { email: inputs["email"], roleId: inputs["roleId"], roleName: inputs["roleName"] } as DeclaredSubject; // -- checked
  const isByRank = home["uses_most_specific_access_resolution"] === true;
  const before = levelOf(held, own, isByRank);
  const rest = held.filter((one) => !isAbout(one, subject));
  const changed = verb === "delete" ? rest : [...rest, ruleAs(subject, String(inputs["level"]), own)];
  const after = levelOf(changed, own, isByRank);
  const isLost = before !== "none" && after === "none";
  if (!isLost && !(before === "admin" && after !== "admin")) return undefined;
  return (
    `The account of this API key, ${own.email}, is no administrator of the organization. In this project its level would become "${after}", and it could not change that again. Nothing was written.\n` +
    "Use the key of an administrator of the organization; or give the account a rule of its own of the level admin first."
  );
}

/** The account of the key, as rules know it. */
interface Account {
  readonly email: string;
  readonly roles: readonly RoleWire[];
}

/** Undefined when the key may not ask who it is, or is not shown itself. */
async function ownAccount(organizationId: string, ask: ServiceContext<Api>): Promise<Account | undefined> {
  const userId = await ownUserId(ask);
  const members = await ask.call.shown<MemberWire, "organizationId">(member, { organizationId });
  const self = members.find(({ user }) => user.uuid === userId);
  if (self === undefined) return undefined;
  const roles = await ask.call.shown<RoleWire, "organizationId">(role, { organizationId });
  const isOf = ({ members: people = [] }: RoleWire): boolean => people.some(({ user }) => user.uuid === userId);
  return { email: foldedEmail(self.user.email), roles: roles.filter(isOf) };
}

/** A rule as it is to be, of a role in the words of the program. */
function ruleAs({ email, roleId, roleName }: DeclaredSubject, level: string, { roles }: Account): AccessRule {
  const named = roles.find((one) => isAbout({ rule: ruleOf(level, one.id), roleName: one.name }, { roleId, roleName }));
  const isOfRole = roleId !== undefined || roleName !== undefined;
  // A role that is none of the account's own says nothing of it.
  if (isOfRole) return { rule: ruleOf(level, named?.id ?? "of others") };
  return { rule: ruleOf(level, null), email: email === undefined ? undefined : foldedEmail(email) };
}

const ruleOf = (level: string, roleId: string | null): AccessRule["rule"] => ({
  access_level: level,
  role: roleId,
  organization_member: null,
  resource: "project",
});

/** The level that rules give to an account: the highest, or the one of the most specific. */
function levelOf(rules: readonly AccessRule[], { email, roles }: Account, isByRank: boolean): string {
  const own = new Set([memberSubject(email)]);
  const ofRoles = new Set(roles.map(({ id }) => roleSubject(id)));
  const ranks = [own, ofRoles, new Set([EVERYBODY])].map((subjects) =>
    rules.filter((one) => subjects.has(subjectOf(one))).map(({ rule }) => rule.access_level),
  );
  const levels = isByRank ? (ranks.find(({ length }) => length > 0) ?? []) : ranks.flat();
  const numbers = levels.map((level) => LEVELS_OF_PROJECTS.indexOf(level));
  return levels.length === 0 ? DEFAULT_LEVEL : (LEVELS_OF_PROJECTS[Math.max(...numbers)] ?? DEFAULT_LEVEL);
}
