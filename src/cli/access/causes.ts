import type { AccessedProject, EffectiveAccess, Person } from "../../model/picture/access.ts";
import { PROJECT, ruledBy } from "../../model/picture/access-levels.ts";
import { isUnknown } from "../../model/picture/known.ts";
import type { PlannedChange, RecordedPlan } from "../../model/picture/planned-change.ts";
import { withSureRoles } from "../../picture/planned-roles.ts";

/** A person's access in one place. */
export interface Place {
  readonly person: Person;
  readonly project: AccessedProject;
  /** "project", or a kind of resource in it. */
  readonly kind: string;
}

/** Everybody's access before and after a plan. */
export interface Sides {
  readonly before: EffectiveAccess;
  readonly after: EffectiveAccess;
}

/** One side of a change: its values, and everybody's access with them. */
interface Side {
  readonly values: Readonly<Record<string, unknown>>;
  readonly access: EffectiveAccess;
  /** Address of the new role that a rule is about. */
  readonly origin?: string | undefined;
}

/** The changes of a plan that can have changed a person's access in a place, by their addresses. */
export function causesOf(place: Place, sides: Sides, { changes }: RecordedPlan): string[] {
  const caused = withSureRoles(changes).filter((change) => {
    const isCause = CAUSES[change.resource];
    if (isCause === undefined || change.isForgotten || !isChanged(change)) return false;
    const { before, after } = change;
    const all = [
      ...(before === undefined ? [] : [{ values: before, access: sides.before }]),
      ...(after === undefined ? [] : [{ values: after, access: sides.after, origin: change.references?.roleId }]),
    ];
    return isCause(place, { change, sides, all });
  });
  return caused.map(({ resource, address }) => `${resource} ${address}`);
}

interface Compared {
  readonly change: PlannedChange;
  readonly sides: Sides;
  readonly all: readonly Side[];
}

/** Whether a change can have changed access in a place, by the resource that decides who can do what. */
const CAUSES: Readonly<Record<string, (place: Place, compared: Compared) => boolean>> = {
  Member: isLevelOfPerson,
  Membership: isLevelOfPerson,
  // The end of an accepted invite can be the end of its member.
  Invite: isLevelOfPerson,
  OrganizationMembers: ({ person }, { sides }) => isLevelOpen(person, sides),
  // Creating or renaming a role changes nobody's access. Removing it takes its members and its rules along.
  Role: ({ person }, { change, all: [first] }) =>
    isRemoved(change) && first !== undefined && mayHaveRole(person, roleIn(first, first.values["name"])),
  RoleMembership: ({ person }, { all }) => all.some(({ values }) => mayBe(values["email"], person.email)),
  Project: ({ project }, { change, all }) =>
    (change.before === undefined || isRemoved(change)) &&
    all.some(({ values: { projectId, name } }) =>
      isUnknown(project.projectId) || projectId === undefined
        ? mayBe(name, project.name.toLowerCase())
        : mayBe(projectId, project.projectId),
    ),
  ProjectAccess: (place, { all }) => all.some((side) => isRuleFor(place, side)),
  AccessControl: (place, { all }) => all.some((side) => isRuleFor(place, side)),
};

const isRemoved = ({ after, isReplaced }: PlannedChange): boolean => after === undefined || isReplaced;

function isChanged({ before, after, isReplaced }: PlannedChange): boolean {
  if (before === undefined || after === undefined || isReplaced) return true;
  return Object.entries(after).some(([name, value]) => !isSame(before[name], value));
}

/** A value that isn't known yet differs from everything. */
const isSame = (left: unknown, right: unknown): boolean =>
  typeof right !== "symbol" && JSON.stringify(left) === JSON.stringify(right);

/** Whether a declared value is a given text, in any case, or isn't known yet. */
const mayBe = (value: unknown, text: string): boolean =>
  value !== undefined && (typeof value !== "string" || value.trim().toLowerCase() === text);

function isLevelOfPerson({ person }: Place, { sides, all }: Compared): boolean {
  return isLevelOpen(person, sides) && all.some(({ values }) => mayBe(values["email"], person.email));
}

/** Whether a person's level, or membership in the organization, differs after the plan, or isn't known. */
function isLevelOpen({ email }: Person, { before, after }: Sides): boolean {
  const [was, becomes] = [before, after].map(({ people }) => people.find((one) => one.email === email)?.level);
  return was !== becomes || isUnknown(was);
}

/** Whether a rule applies to a person in a place, as far as known: as the person's own, by a role, or as the default. */
function isRuleFor({ person, project, kind }: Place, side: Side): boolean {
  const { values } = side;
  const { projectId, resource = PROJECT, resourceId, email, roleId, roleName } = values;
  // Rules for single objects don't count here.
  if (typeof resourceId === "string") return false;
  const isOfProject = isUnknown(project.projectId)
    ? typeof projectId !== "string"
    : mayBe(projectId, project.projectId);
  // A closed project closes everything in it.
  const isOfKind = typeof resource !== "string" || resource === PROJECT || resource === ruledBy(kind);
  if (!isOfProject || !isOfKind) return false;
  if (email !== undefined && email !== null) return mayBe(email, person.email);
  const isDefault = (roleId ?? roleName ?? null) === null;
  return isDefault || mayHaveRole(person, roleIn(side, roleName));
}

interface SoughtRole extends Side {
  readonly name: unknown;
}

const roleIn = (side: Side, name: unknown): SoughtRole => ({ ...side, name });

/** Whether a person has, or might have, a role: by its ID, or else by its name. */
function mayHaveRole({ email }: Person, { values: { roleId }, access, origin, name }: SoughtRole): boolean {
  return access.mayHaveRole(email, (role) => {
    if (typeof roleId === "string") return role.id === roleId;
    if (origin !== undefined) return isUnknown(role.id) && role.id.origin === origin;
    return typeof name !== "string" || isUnknown(role.name) || mayBe(name, role.name.trim().toLowerCase());
  });
}
