import type { AccessPlace, AccessRuleWire } from "../../../client/access-controls.ts";
import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { RoleWire } from "../../../client/roles.ts";
import type { DeletionTarget } from "../../../model/call.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { IdentityParts } from "../../../model/identity.ts";
import type { Text } from "../../../model/messages.ts";
import { isInvited, waitsForInvite } from "../member/invited-people.ts";
import { member, memberAt } from "../member/member.ts";
import { foldedEmail } from "../member/people.ts";
import { whyNotEverybody } from "../member/visible-members.ts";
import { isGoneBelow, isGoneWithin, organizationOf } from "../project/project-scope.ts";
import type { ProjectPlace } from "../project/project-absence.ts";
import { role } from "../role/role.ts";
import { emailIn, EVERYBODY, foldedRoleName, membershipIn, subjectOf } from "./access-subject.ts";
import type { AccessRule, DeclaredSubject, RuleBody } from "./rule-wire.ts";
import { storeRight, placeInHome } from "./editing-right.ts";

/** Whether the service shows the subject of the rule. */
export const isSubjectKnown = (one: AccessRule): boolean =>
  one.isWaiting !== true && (one.rule.organization_member === null || one.email !== undefined);

/** Whether a rule has the subject that a program names. */
export function isAbout(one: AccessRule, { email, roleId, roleName }: DeclaredSubject): boolean {
  if (email !== undefined) return one.email === foldedEmail(email);
  if (roleId !== undefined) return one.rule.role?.toLowerCase() === roleId.toLowerCase();
  if (roleName !== undefined)
    return one.roleName !== undefined && foldedRoleName(one.roleName) === foldedRoleName(roleName);
  return subjectOf(one) === EVERYBODY;
}

/** Whether a string names a rule's subject: an address, a role by name or ID, a membership, or the form in IDs. */
export function isSubjectNamed(one: AccessRule, text: string): boolean {
  const membership = membershipIn(text);
  if (membership !== undefined) return one.rule.organization_member?.toLowerCase() === membership;
  const name = text.replace(/^(?:member|role)[:/]/u, "");
  if (name === EVERYBODY) return subjectOf(one) === EVERYBODY;
  return one.email === foldedEmail(name) || isAbout(one, { roleId: name }) || isAbout(one, { roleName: name });
}

/** The rules of a location with the names of their subjects: people and roles are listed once for all projects. */
export async function namedRules(
  api: Api,
  place: AccessPlace,
  call: CallContext,
  isOfPlace: (rule: AccessRuleWire) => boolean,
): Promise<AccessRule[]> {
  const answer = await underItsName(place, call, (named) => api.accessControls.list(named, call));
  await storeRight(place, answer, call);
  const rules = answer.access_controls.filter(isOfPlace);
  const isOfMembers = rules.some((rule) => rule.organization_member !== null);
  const isOfRoles = rules.some((rule) => rule.role !== null);
  const organizationId =
    isOfMembers || isOfRoles ? await organizationOf(String(place.projectId), { api, call }) : undefined;
  if (organizationId === undefined) return rules.map((rule) => ({ rule }));
  const at = { organizationId };
  const members = isOfMembers ? await ifShown(() => call.shown<MemberWire, "organizationId">(member, at)) : [];
  const roles = isOfRoles ? await ifShown(() => call.shown<RoleWire, "organizationId">(role, at)) : [];
  const emails = new Map(members.map(({ id, user }) => [id, foldedEmail(user.email)]));
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  return rules.map((rule) => ({
    rule,
    email: emails.get(rule.organization_member ?? ""),
    roleName: names.get(rule.role ?? ""),
  }));
}

/** Name of the route for rules of kinds, in services since 2026. */
const RULES_OF_KINDS = "resource access controls";

/** Requests rules of kinds under the newer name, and if the service doesn't have it, under the older one. */
async function underItsName<T>(
  place: AccessPlace,
  call: CallContext,
  ask: (place: AccessPlace) => Promise<T>,
): Promise<T> {
  const home = await placeInHome(place, call);
  if (home.isOfKinds !== true) return ask(home);
  const served = await call.served(RULES_OF_KINDS, () => ask(home));
  return served === undefined ? ask({ ...home, isNamedAsBefore: true }) : served.answer;
}

/** Reads names for rules; empty if the key isn't allowed to read them, because the rules show anyway. */
async function ifShown<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error) && error.category === "permission") return [];
    throw error;
  }
}

/** Why some rules of members might be missing: the key can't see the members of some rules. */
export async function whyNotEveryRule(
  rules: readonly AccessRule[],
  _ask: ServiceContext<Api>,
  { subject }: IdentityParts,
): Promise<string | undefined> {
  const isStrange = emailIn(subject) !== undefined && rules.some((one) => !isSubjectKnown(one));
  return isStrange
    ? "it has a rule for a member whom the service doesn't show to this API key, perhaps because the account is deactivated. You can remove such rules in the project's settings"
    : undefined;
}

/** The same if the organization hides people from the key. It doesn't hide rules for everybody and for roles. */
export async function whyNotEverySubject(at: IdentityParts, ask: ServiceContext<Api>): Promise<string | undefined> {
  const { projectId = "", subject } = at;
  if (subject !== undefined && emailIn(subject) === undefined) return undefined;
  const organizationId = await organizationOf(projectId, ask);
  return organizationId === undefined ? undefined : whyNotEverybody({ organizationId }, ask);
}

/**
 * Confirms that a rule is gone: its project is readable, or was deleted itself. Rules of projects and of kinds have
 * routes of the project itself. Rules of objects have routes below it.
 *
 * @source service 2026-09, access-control.md, table; cross-cutting.md, permission texts
 */
export function isRuleGone(
  api: Api,
  at: ProjectPlace & { readonly target?: string },
  call: CallContext,
  cause: unknown,
): Promise<boolean | Text> {
  const isBelow = at.target?.includes(":") === true;
  return isBelow ? isGoneBelow(api, at, call, cause) : isGoneWithin(api, at, call, cause);
}

/** Creates or changes the rule. A rule for an invited person is deferred. */
export async function putRule(
  api: Api,
  place: AccessPlace,
  body: RuleBody,
  call: CallContext,
): Promise<AccessRule | undefined> {
  const { level = "", target, email, roleId, roleName } = body;
  const names: Partial<AccessRule> = target === undefined ? {} : { target };
  const write = async (subject: { organization_member?: string; role?: string }, more: Partial<AccessRule> = {}) => {
    const kind = place.isOfKinds === true ? { resource: target } : {};
    const body = { access_level: level, ...kind, ...subject };
    const rule = await underItsName(place, call, (named) => api.accessControls.put(named, body, call));
    return rule === undefined ? undefined : { ...names, ...more, rule };
  };
  if (email === undefined && roleId === undefined && roleName === undefined) return write({});
  if (email === undefined) {
    const held =
      roleId === undefined ? await roleNamed(String(place.projectId), roleName ?? "", { api, call }) : undefined;
    return write({ role: roleId ?? held?.id ?? "" }, { roleName: held?.name });
  }
  const organizationId = (await organizationOf(String(place.projectId), { api, call })) ?? "";
  const person = await memberAt(call, { organizationId, email: foldedEmail(email) });
  if (person !== undefined) return write({ organization_member: person.id }, { email: foldedEmail(person.user.email) });
  const waiting = await waitsForInvite(call, { organizationId, email: foldedEmail(email) });
  return { ...names, ...waitingRule(foldedEmail(email)), ...waiting };
}

/** The role with a name; undefined if the organization has none. */
export async function roleNamed(
  projectId: string,
  name: string,
  ask: ServiceContext<Api>,
): Promise<RoleWire | undefined> {
  const organizationId = await organizationOf(projectId, ask);
  if (organizationId === undefined) return undefined;
  const roles = await ask.call.all<RoleWire, "organizationId">(role, { organizationId });
  return roles.find((one) => foldedRoleName(one.name) === foldedRoleName(name));
}

const waitingRule = (email: string): AccessRule => ({
  rule: { access_level: "", organization_member: null, role: null, resource: "" },
  email,
  isWaiting: true,
});

/** Placeholder for the rule of an invited person. */
export async function waitingFor(
  { projectId = "", target, subject }: IdentityParts,
  ask: ServiceContext<Api>,
): Promise<AccessRule | undefined> {
  const email = emailIn(subject);
  const organizationId = email === undefined ? undefined : await organizationOf(projectId, ask);
  if (email === undefined || organizationId === undefined) return undefined;
  if (!(await isInvited(ask.call, { organizationId, email }))) return undefined;
  return { ...waitingRule(email), ...(target === undefined ? {} : { target }) };
}

/** Changes the rule of the same subject. */
export async function changeRule(
  api: Api,
  place: AccessPlace,
  { level = "", held }: RuleBody,
  call: CallContext,
): Promise<AccessRule | undefined> {
  if (held === undefined) return undefined;
  const body = { access_level: level, ...subjectBody(place, held) };
  const rule = await underItsName(place, call, (named) => api.accessControls.put(named, body, call));
  return rule === undefined ? undefined : { ...held, rule };
}

/** Deletes the rule, which restores the default. */
export async function deleteRule(
  api: Api,
  place: AccessPlace,
  call: CallContext,
  { look }: DeletionTarget<AccessRule>,
): Promise<void> {
  const held = await look();
  if (held === undefined || held.isWaiting === true) return;
  const body = { access_level: null, ...subjectBody(place, held) };
  await underItsName(place, call, (named) => api.accessControls.put(named, body, call));
}

function subjectBody({ isOfKinds }: AccessPlace, { rule }: AccessRule) {
  return {
    ...(isOfKinds === true ? { resource: rule.resource } : {}),
    ...(rule.organization_member === null ? {} : { organization_member: rule.organization_member }),
    ...(rule.role === null ? {} : { role: rule.role }),
  };
}
