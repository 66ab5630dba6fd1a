import { isUnknown } from "../model/picture/known.ts";
import { fieldsOfSection } from "../model/picture/picture.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { UNKNOWN } from "../model/unknown.ts";
import type { PlannedLiving } from "./planned-living.ts";
import { isRole, roleIdIn } from "./planned-roles.ts";
import { type Fields, NOT_YET } from "./planned-values.ts";

/** The effect of a change on the people of an organization, by the name of the resource. */
export const PEOPLE_EFFECTS: Readonly<Record<string, (living: PlannedLiving, change: PlannedChange) => void>> = {
  Member: (living, change) => (change.after === undefined ? endMember(living, change) : setLevel(living, change)),
  Membership: (living, change) => {
    if (change.after !== undefined) return void (setLevel(living, change) || invite(living, change));
    if (isMember(living, change)) endMember(living, change);
    else revoke(living, change);
  },
  Invite: (living, change) => {
    const { before = {}, after } = change;
    if (after !== undefined) return isMember(living, change) ? undefined : invite(living, change);
    if (!isMember(living, change)) revoke(living, change);
    else if (before["onDestroy"] === "removeMember") removePerson(living, emailIn(before));
  },
  RoleMembership: placeInRole,
  OrganizationMembers: setMembers,
};

const folded = (email: unknown): unknown => (typeof email === "string" ? email.trim().toLowerCase() : email);

const emailIn = ({ email }: Fields): unknown => folded(email);

const personAt = (living: PlannedLiving, email: unknown): Fields | undefined =>
  living.find("people", (person) => person["email"] === email);

/** Whether the person of a change is a member already. */
const isMember = (living: PlannedLiving, { before = {}, after = before }: PlannedChange): boolean =>
  personAt(living, emailIn(after)) !== undefined;

const levelIn = (values: Fields): unknown => (values["level"] === UNKNOWN ? NOT_YET : (values["level"] ?? "member"));

/** Gives a member the declared level; false if the person isn't a member yet. */
function setLevel(living: PlannedLiving, { after = {} }: PlannedChange): boolean {
  const email = emailIn(after);
  if (email === UNKNOWN) living.forget("people", NOT_YET.unknown);
  living.update(
    "people",
    (one) => one["email"] === email,
    (one) => ({ ...one, level: levelIn(after) }),
  );
  return personAt(living, email) !== undefined || !living.isKnown("people");
}

function endMember(living: PlannedLiving, change: PlannedChange): void {
  const { before = {} } = change;
  const email = emailIn(before);
  if (before["onDestroy"] === "retain" || !isMember(living, change)) return;
  if (before["onDestroy"] !== "downgrade") removePerson(living, email);
  else
    living.update(
      "people",
      (one) => one["email"] === email,
      (one) => ({ ...one, level: "member" }),
    );
}

/** Removes a person from the organization, with all roles, and with the rules about the person. */
function removePerson(living: PlannedLiving, email: unknown): void {
  living.remove("people", (one) => one["email"] === email);
  living.remove("accessRules", (one) => one["email"] === email);
  living.update(
    "roles",
    (one) => Array.isArray(one["members"]),
    (one) => withMembers(one, (all) => all.filter((own) => own !== email)),
  );
}

function invite(living: PlannedLiving, { after = {} }: PlannedChange): void {
  const email = emailIn(after);
  const held = living.find("invites", (one) => one["email"] === email);
  const level = levelIn(after);
  const isSentAnew = held !== undefined && (held["level"] !== level || held["status"] === "expired");
  if (held !== undefined && !isSentAnew) return;
  if (held?.["status"] === "expired" && held["level"] === level && after["onExpired"] === "ignore") return;
  living.remove("invites", (one) => one["email"] === email);
  const fields = Object.fromEntries(fieldsOfSection("invites").map((name) => [name, NOT_YET]));
  const known = email === UNKNOWN ? {} : { email, name: email };
  const more = Object.fromEntries(["organizationId", "firstName", "message", "dueAt"].map((name) => [name, NOT_YET]));
  living.add("invites", { ...more, ...fields, resourceName: "Invite", ...known, level });
}

function revoke(living: PlannedLiving, { before = {} }: PlannedChange): void {
  if (before["onDestroy"] === "retain") return;
  const email = emailIn(before);
  living.remove("invites", (one) => one["email"] === email);
}

function placeInRole(living: PlannedLiving, change: PlannedChange): void {
  const { before = {}, after } = change;
  const email = emailIn(after ?? before);
  const roleId = roleIdIn(change);
  const isRoleTold = living.find("roles", (one) => isRole(one, roleId)) !== undefined || typeof roleId === "string";
  if (!isRoleTold || typeof email !== "string" || !living.isKnown("people")) {
    // If the role is unknown, it might be one that the plan creates.
    const fits = (one: Fields): boolean => isRole(one, roleId) || (!isRoleTold && isUnknown(one["roleId"]));
    living.update("roles", fits, (one) => ({ ...one, members: NOT_YET }));
    return;
  }
  // A person who is only invited gets the role after accepting, and one who left has no roles.
  if (personAt(living, email) === undefined) return;
  living.update(
    "roles",
    (one) => isRole(one, roleId),
    (one) =>
      withMembers(one, (all) => {
        const others = all.filter((own) => own !== email);
        return after === undefined ? others : [...others, email];
      }),
  );
}

const inOrder = (emails: readonly unknown[]): string[] => emails.map(String).toSorted();

function withMembers(role: Fields, change: (all: unknown[]) => unknown[]): Fields {
  const { members } = role;
  return Array.isArray(members) ? { ...role, members: inOrder(change(members)) } : role;
}

/** Sets the levels of members, and removes undeclared members if the program says so. */
function setMembers(living: PlannedLiving, { after }: PlannedChange): void {
  if (after === undefined) return;
  const { members, enforce } = after;
  if (typeof members !== "object" || members === null) return living.forget("people", NOT_YET.unknown);
  const levels = new Map(Object.entries(members).map(([email, level]): [unknown, unknown] => [folded(email), level]));
  living.update(
    "people",
    (one) => levels.has(one["email"]),
    (one) => ({ ...one, level: levelIn({ level: levels.get(one["email"]) }) }),
  );
  const isWhole = living.all("people").every((one) => levels.has(one["email"]));
  if (enforce === false || isWhole) return;
  living.forget("people", "the plan removes undeclared members, and only the apply decides which ones");
}
