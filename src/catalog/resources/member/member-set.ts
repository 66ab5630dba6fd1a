import type { Api } from "../../../client/client.ts";
import { isApiError, mayHaveBeenApplied } from "../../../client/errors.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { Call } from "../../../model/call.ts";
import type { ServiceContext, Guard } from "../../../model/guard.ts";
import { OrgformProblem, type Problem } from "../../../model/diagnostics.ts";
import type { Identity, IdentityParts } from "../../../model/identity.ts";
import { isRecord, textsIn, type Values } from "../../../model/json-value.ts";
import { ADMIN, type Level, levelNumber, levelWord, OWNER } from "./levels.ts";
import { whyNotEverybody } from "./visible-members.ts";
import { ownUserId, whyNotLevel } from "./member-guards.ts";
import { foldedEmail, whyNotAllMembers } from "./people.ts";
import { isOnDomain, scimDomainsOf } from "./scim-people.ts";
import { fieldRef, message, type Text, aTypeName } from "../../../model/messages.ts";

/** All members of an organization as one object. */
export interface MemberSetWire {
  readonly members: readonly MemberWire[];
  /** The API key's account; undefined if the key can't read it (`user:read`). */
  readonly ownUserId: string | undefined;
  /** Domains with people managed by an identity provider, if they are left out. */
  readonly leftOut?: readonly string[];
}

/** A program's declaration of the members; absent for an import. */
export interface DeclaredMemberSet {
  readonly members?: Readonly<Record<string, Level>>;
  readonly enforce?: boolean;
  readonly protected?: readonly string[];
}

/** A declared person who is a member. */
interface DeclaredMember {
  /** The address, spelled as in the program. */
  readonly spelled: string;
  /** The word for the level. For an undeclared member, possibly the number of an unknown level. */
  readonly level: string;
  readonly member: MemberWire;
}

/** The members of an organization, grouped by the declaration. */
interface MemberSet {
  readonly present: readonly DeclaredMember[];
  /** Declared people who aren't members, spelled as in the program. */
  readonly missing: readonly string[];
  /** Undeclared members who must be removed. */
  readonly surplus: readonly MemberWire[];
  /** Undeclared members who stay, without the key's account. */
  readonly unmanaged: readonly MemberWire[];
}

/** A change of a level, with the member as before the change. */
interface LevelChange {
  readonly member: MemberWire;
  readonly level: number;
}

/** The address of a member in the form for comparisons. */
const addressOf = ({ user }: MemberWire): string => foldedEmail(user.email);

/**
 * Whether enforcement skips a member, as it does owners, because the service doesn't remove them. @source live service
 * 2025-08, flow 4:42-60
 */
function isSpared(email: string, isOwner: boolean, spared: readonly string[] = []): boolean {
  return isOwner || spared.some((one) => foldedEmail(one) === email);
}

/** Groups the members; without a declaration, every member counts as declared at their current level. */
export function memberSetOf(wire: MemberSetWire, declared?: DeclaredMemberSet): MemberSet {
  const members = wire.members.toSorted((left, right) => (addressOf(left) < addressOf(right) ? -1 : 1));
  const byAddress = new Map(members.map((member) => [addressOf(member), member]));
  const levels = declared?.members ?? Object.fromEntries(members.map((one) => [addressOf(one), levelWord(one.level)]));
  const present: DeclaredMember[] = [];
  const missing: string[] = [];
  for (const [spelled, level] of Object.entries(levels)) {
    const member = byAddress.get(foldedEmail(spelled));
    if (member === undefined) missing.push(spelled);
    else present.push({ spelled, level, member });
    byAddress.delete(foldedEmail(spelled));
  }
  const others = [...byAddress.values()].filter(
    (one) => one.user.uuid !== wire.ownUserId && !isOnDomain(addressOf(one), wire.leftOut ?? []),
  );
  const hasToGo = (member: MemberWire): boolean =>
    declared?.enforce === true && !isSpared(addressOf(member), member.level >= OWNER, declared.protected);
  return { present, missing, surplus: others.filter(hasToGo), unmanaged: others.filter((one) => !hasToGo(one)) };
}

/** The members in the state: those declared, undeclared members to remove, and missing people. */
export function shownOf(wire: MemberSetWire, declared?: DeclaredMemberSet) {
  const { present, missing, surplus, unmanaged } = memberSetOf(wire, declared);
  const levelsOf = (members: readonly MemberWire[]): Record<string, string> =>
    Object.fromEntries(members.map((one) => [addressOf(one), levelWord(one.level)]));
  return {
    members: {
      ...Object.fromEntries(present.map(({ spelled, member }) => [spelled, levelWord(member.level)])),
      // Missing people can't be changed, so they aren't a difference.
      ...Object.fromEntries(missing.map((spelled) => [spelled, declared?.members?.[spelled] ?? "member"])),
      ...levelsOf(surplus),
    },
    unmanaged: levelsOf(unmanaged),
    missing: missing.map(foldedEmail).toSorted(),
  };
}

/** The levels to change. Promotions come first, so an owner can transfer the organization. */
function levelChangesIn({ present }: MemberSet): LevelChange[] {
  return present
    .map(({ member, level }) => ({ member, level: levelNumber(level) ?? member.level }))
    .filter(({ member, level }) => member.level !== level)
    .toSorted((left, right) => right.level - right.member.level - (left.level - left.member.level));
}

const ENFORCE = fieldRef("enforce");
const MEMBERS = fieldRef("members");
const PROTECTED = fieldRef("protected");

/** Most people that a message names. */
const NAMED = 20;

/** People in a message, by address. */
function named(people: readonly string[]): string {
  const rest = people.length - NAMED;
  return `${people.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Refuses levels as `Member` does, and removals that exceed the limit or could lock out the key. */
export const memberSetGuard: Guard<Api, MemberSetWire> = {
  on: ["create", "update"],
  inPreview: true,
  needsObject: true,
  refuse: async ({ inputs }, wire, ask) => {
    if (wire === undefined) return undefined;
    const memberSet = memberSetOf(wire, inputs);
    return (
      (await whyNotLevels(wire, levelChangesIn(memberSet), ask())) ??
      whyNotRemovals(memberSet.surplus, Number(inputs["maxRemovals"])) ??
      whyMaybeOwn(wire, memberSet.surplus)
    );
  },
};

async function whyNotLevels(
  { members }: MemberSetWire,
  changes: readonly LevelChange[],
  ask: ServiceContext<Api>,
): Promise<Text | undefined> {
  const levels = new Map(changes.map(({ member, level }) => [member.user.uuid, level]));
  const afterwards = members.map((one) => ({ ...one, level: levels.get(one.user.uuid) ?? one.level }));
  for (const { member, level } of changes) {
    const held = { email: addressOf(member), uuid: member.user.uuid, level: levelWord(member.level) };
    const why = await whyNotLevel(held, levelWord(level), () => Promise.resolve(afterwards), ask);
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyNotRemovals(surplus: readonly MemberWire[], most: number): Text | undefined {
  if (surplus.length <= most) return undefined;
  const fact = message`${ENFORCE} would remove ${surplus.length} people, and ${fieldRef("maxRemovals")} allows ${most} in one run: ${named(surplus.map(addressOf))}. Nothing was written.`;
  const wayOut = message`To keep people, declare them in ${MEMBERS}, or name them in ${PROTECTED}. To remove all of them, set ${fieldRef("maxRemovals", surplus.length)}.`;
  return message`${fact}\n${wayOut}`;
}

/** Why a removal is refused if the key's account is unknown: any admin could be that account. */
function whyMaybeOwn({ ownUserId: own }: MemberSetWire, surplus: readonly MemberWire[]): Text | undefined {
  const candidates = surplus.filter(({ level }) => level >= ADMIN).map(addressOf);
  if (own !== undefined || candidates.length === 0) return undefined;
  const fact = message`${ENFORCE} would remove ${named(candidates)}, and this API key can't tell whether one of them is its own account. Nothing was written.`;
  const wayOut = message`Give the key the scope \`user:read\`. Or name its account in ${MEMBERS}, and the others in ${MEMBERS} or ${PROTECTED}.`;
  return message`${fact}\n${wayOut}`;
}

/** The members and the key's account, from the shared list. */
export async function readMemberSet(
  members: readonly MemberWire[],
  { organizationId = "", ignoreScimDomains }: IdentityParts,
  ask: ServiceContext<Api>,
): Promise<MemberSetWire[]> {
  const why = await whyNotAllMembers(members, ask);
  if (why !== undefined) {
    throw new OrgformProblem(
      "unconfirmed_absence",
      "The list of members can't be complete",
      `For organization ${organizationId} the service returned ${members.length} members, but ${why}. Orgform drew no conclusion from it. ` +
        "Check which server answers at the host setting, then run again.",
    );
  }
  const own = await ownUserId(ask);
  const level = members.find(({ user }) => user.uuid === own)?.level ?? 0;
  // Admins see everybody, so no request is needed.
  const whyPartial = level >= ADMIN ? undefined : await whyNotEverybody({ organizationId }, ask);
  if (whyPartial !== undefined) {
    throw new OrgformProblem(
      "unconfirmed_absence",
      "Some members are hidden",
      `${whyPartial} Orgform drew no conclusion from the list.`,
    );
  }
  if (ignoreScimDomains !== "true") return [{ members, ownUserId: own }];
  return [{ members, ownUserId: own, leftOut: await scimDomainsOf(organizationId, ask.call) }];
}

/** Sends the changes one by one. The list that is read afterwards shows their results. */
export async function changeMembers(
  api: Api,
  { organizationId }: Identity<"organizationId">,
  memberSet: MemberSet,
  call: Call,
): Promise<undefined> {
  for (const { member: held, level } of levelChangesIn(memberSet)) {
    const send = () => api.members.update(organizationId, held.user.uuid, { level }, call);
    await forPerson(`change the level of ${addressOf(held)}`, send);
  }
  for (const held of memberSet.surplus) {
    await forPerson(`remove ${addressOf(held)}`, () => api.members.delete(organizationId, held.user.uuid, call));
  }
}

/** Adds the person to a request's error. A person who left meanwhile isn't a failure. */
async function forPerson(what: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isApiError(error) && error.category === "notFound") return;
    if (mayHaveBeenApplied(error) || !(error instanceof Error)) throw error;
    throw new Error(`Could not ${what}\n${error.message}`, { cause: error });
  }
}

/** Why the next update can remove people without another change: enforcement begins, or a protection ends. */
export function whyPending({ unmanaged }: Values, inputs: Values): Text | undefined {
  if (inputs["enforce"] !== true || !isRecord(unmanaged)) return undefined;
  const spared = textsIn(inputs["protected"]);
  const going = Object.keys(unmanaged).filter((email) => !isSpared(email, unmanaged[email] === "owner", spared));
  return going.length === 0 ? undefined : message`${ENFORCE} removes ${named(going)}`;
}

/** The texts of a preview: people to remove, undeclared people who stay, and missing people. */
export function warningsOn(held: Values, inputs: Values, shown: Values = held): Text[] {
  const keysOf = (values: unknown): string[] => Object.keys(isRecord(values) ? values : {});
  // `members` also has entries for missing declared people.
  const away = new Set(textsIn(shown["missing"]));
  const there = new Set([...keysOf(shown["members"]), ...keysOf(shown["unmanaged"])].map(foldedEmail));
  const isThere = (email: string): boolean => there.has(foldedEmail(email));
  const declared = new Set(keysOf(inputs["members"]).map(foldedEmail));
  const spared = textsIn(inputs["protected"]).map(foldedEmail);
  const removed = keysOf(held["members"]).filter((email) => !declared.has(foldedEmail(email)) && isThere(email));
  const unmanaged = keysOf(held["unmanaged"]).filter((email) => !spared.includes(email) && isThere(email));
  const missing = textsIn(held["missing"]).filter((email) => away.has(email));
  const wayOut =
    inputs["enforce"] === true
      ? "the service doesn't remove owners."
      : message`${fieldRef("enforce", true)} removes all but owners. People whose Member or Membership this run deletes might be removed with it.`;
  return [
    ...(removed.length === 0 ? [] : [`Members who are not declared and will be removed: ${named(removed)}.`]),
    ...(unmanaged.length === 0
      ? []
      : [message`Undeclared members, who stay: ${named(unmanaged)}. Declare them in ${MEMBERS}; ${wayOut}`]),
    ...(missing.length === 0
      ? []
      : [
          message`Declared people who aren't members yet: ${named(missing)}. To invite them, declare ${aTypeName("Invite")} or ${aTypeName("Membership")} for each.`,
        ]),
  ];
}

/** Addresses that are declared twice. */
export function duplicatesIn(members: unknown): Problem[] {
  const seen = new Map<string, string>();
  const problems: Problem[] = [];
  for (const spelled of Object.keys(isRecord(members) ? members : {}).toSorted()) {
    const first = seen.get(foldedEmail(spelled));
    if (first === undefined) seen.set(foldedEmail(spelled), spelled);
    else
      problems.push({
        path: "members",
        reason: `${JSON.stringify(first)} and ${JSON.stringify(spelled)} are the same address; remove one of them`,
      });
  }
  return problems;
}
