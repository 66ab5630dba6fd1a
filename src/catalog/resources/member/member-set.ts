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
  /** The account of the API key; undefined when the key may not say (`user:read`). */
  readonly ownUserId: string | undefined;
  /** Domains whose people an identity provider manages, where they are left out. */
  readonly leftOut?: readonly string[];
}

/** What a program declares of the members; of an import, nothing. */
export interface DeclaredMemberSet {
  readonly members?: Readonly<Record<string, Level>>;
  readonly enforce?: boolean;
  readonly protected?: readonly string[];
}

/** A declared person who is a member. */
interface DeclaredMember {
  /** The address as the program spells it. */
  readonly spelled: string;
  /** The word; of a member who is not declared it may be the number of a level that is not known. */
  readonly level: string;
  readonly member: MemberWire;
}

/** The members of an organization, told apart by what is declared. */
interface MemberSet {
  readonly present: readonly DeclaredMember[];
  /** Declared people who are no members, as the program spells them. */
  readonly missing: readonly string[];
  /** Members who are not declared and have to go. */
  readonly surplus: readonly MemberWire[];
  /** Members who are not declared and stay; the account of the key is not among them. */
  readonly unmanaged: readonly MemberWire[];
}

/** A change of a level, and the member as it is before. */
interface LevelChange {
  readonly member: MemberWire;
  readonly level: number;
}

/** The address of a member as it is compared. */
const addressOf = ({ user }: MemberWire): string => foldedEmail(user.email);

/** Whether enforcement spares somebody: the service doesn't remove owners. @source live service 2025-08, flow 4:42-60 */
function isSpared(email: string, isOwner: boolean, spared: readonly string[] = []): boolean {
  return isOwner || spared.some((one) => foldedEmail(one) === email);
}

/** Tells the members apart; without a declaration each is taken as declared at the level that it has. */
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

/** What state holds of the members: what is declared of them, who is too many and who is missing. */
export function shownOf(wire: MemberSetWire, declared?: DeclaredMemberSet) {
  const { present, missing, surplus, unmanaged } = memberSetOf(wire, declared);
  const levelsOf = (members: readonly MemberWire[]): Record<string, string> =>
    Object.fromEntries(members.map((one) => [addressOf(one), levelWord(one.level)]));
  return {
    members: {
      ...Object.fromEntries(present.map(({ spelled, member }) => [spelled, levelWord(member.level)])),
      // Nothing can be done about them: no difference.
      ...Object.fromEntries(missing.map((spelled) => [spelled, declared?.members?.[spelled] ?? "member"])),
      ...levelsOf(surplus),
    },
    unmanaged: levelsOf(unmanaged),
    missing: missing.map(foldedEmail).toSorted(),
  };
}

/** The levels that have to be changed: who rises comes first, so that an owner can hand over. */
function levelChangesIn({ present }: MemberSet): LevelChange[] {
  return present
    .map(({ member, level }) => ({ member, level: levelNumber(level) ?? member.level }))
    .filter(({ member, level }) => member.level !== level)
    .toSorted((left, right) => right.level - right.member.level - (left.level - left.member.level));
}

const ENFORCE = fieldRef("enforce");
const MEMBERS = fieldRef("members");
const PROTECTED = fieldRef("protected");

/** Most people whom a message names. */
const NAMED = 20;

/** People in a message, by address. */
function named(people: readonly string[]): string {
  const rest = people.length - NAMED;
  return `${people.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Refuses levels as `Member` does, and removals that are too many or could shut the key out. */
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

/** Without the account being known, it may be any of those who could run this. */
function whyMaybeOwn({ ownUserId: own }: MemberSetWire, surplus: readonly MemberWire[]): Text | undefined {
  const candidates = surplus.filter(({ level }) => level >= ADMIN).map(addressOf);
  if (own !== undefined || candidates.length === 0) return undefined;
  const fact = message`${ENFORCE} would remove ${named(candidates)}, and this API key can't tell whether one of them is its own account. Nothing was written.`;
  const wayOut = message`Give the key the scope \`user:read\`. Or name its account in ${MEMBERS}, and the others in ${MEMBERS} or ${PROTECTED}.`;
  return message`${fact}\n${wayOut}`;
}

/** The members with the account of the key, out of the shared list. */
export async function madeOfMembers(
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
  // An admin is shown everybody, so that nothing has to be asked.
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

/** Sends the changes one after the other; the list that is read after it shows what came of them. */
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

/** Says of which person a request failed; one who left meanwhile is no failure. */
async function forPerson(what: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isApiError(error) && error.category === "notFound") return;
    if (mayHaveBeenApplied(error) || !(error instanceof Error)) throw error;
    throw new Error(`Could not ${what}\n${error.message}`, { cause: error });
  }
}

/** Why nobody else has to be declared for the next update to remove somebody: enforcement begins, or a protection ends. */
export function whyPending({ unmanaged }: Values, inputs: Values): Text | undefined {
  if (inputs["enforce"] !== true || !isRecord(unmanaged)) return undefined;
  const spared = textsIn(inputs["protected"]);
  const going = Object.keys(unmanaged).filter((email) => !isSpared(email, unmanaged[email] === "owner", spared));
  return going.length === 0 ? undefined : message`${ENFORCE} removes ${named(going)}`;
}

/** What a preview says: who is going to be removed, who stays without being declared, and who is missing. */
export function warningsOn(held: Values, inputs: Values, shown: Values = held): Text[] {
  const keysOf = (values: unknown): string[] => Object.keys(isRecord(values) ? values : {});
  // Of the declared ones who are missing, `members` has an entry as well.
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
export function doublesIn(members: unknown): Problem[] {
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
