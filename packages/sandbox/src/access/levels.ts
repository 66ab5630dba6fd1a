import { ADMIN_LEVEL } from "../pipeline/permission.ts";
import type { MembershipRow, ProjectRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import { roleMembershipsOf } from "../routes/roles/rows.ts";
import { type Place, type RuleRow, rulesAt } from "./rules.ts";

/** Levels of a kind of resource, lowest first, with the lowest and the highest that may be set. */
export type Levels = {
  readonly all: readonly string[];
  readonly byDefault: string;
  readonly lowest: string;
  readonly highest: string;
};

/** @source service 2026-09, access-control.md, table of levels */
const OF_PROJECTS: Levels = { all: ["none", "member", "admin"], byDefault: "admin", lowest: "none", highest: "admin" };

/** Levels of a project's kinds of resources, whichever kind it is. @source as above */
export const OF_RESOURCES: Levels = {
  all: ["none", "viewer", "editor", "manager"],
  byDefault: "editor",
  lowest: "none",
  highest: "manager",
};

/** Kinds with bounds of their own. @source service 2026-09, access-control.md, table of resources */
const BOUNDED: Readonly<Record<string, Partial<Levels>>> = {
  action: { lowest: "viewer" },
  activity_log: { byDefault: "viewer", highest: "viewer" },
  toolbar: { byDefault: "viewer", highest: "viewer" },
  data_deletion: { byDefault: "none" },
};

/** Levels of a kind of resource. */
export function levelsOf(resource: string): Levels {
  if (resource === "project" || resource === "organization") return OF_PROJECTS;
  return { ...OF_RESOURCES, ...(Object.hasOwn(BOUNDED, resource) ? BOUNDED[resource] : {}) };
}

/** Whose access is asked for: a member with the roles he is in, one role, or everybody; `level` is the organization's. */
export type Person = {
  readonly organization: string;
  readonly membership: string | null;
  readonly roles: readonly string[];
  readonly level: number;
};

/** A member as rules see him. */
export function personOf(world: World, { id, organization, level }: MembershipRow): Person {
  const roles = roleMembershipsOf(world)
    .where({ membership: id })
    .map(({ role }) => role);
  return { organization, membership: id, roles, level };
}

/** A level with what gave it. */
export type Access = {
  readonly level: string;
  readonly by: "org_admin" | "system_default" | "resource" | "object";
  /** The rule that decided, where one did. */
  readonly rule?: RuleRow;
};

/** What is asked otherwise than the routes ask it. */
export type Question = {
  /** Takes rules out of the question, such as the person's own. */
  readonly passedOver?: ((rule: RuleRow) => boolean) | undefined;
  /** Asks by the older order, whatever the organization's is. */
  readonly order?: "legacy" | undefined;
};

/**
 * What a person may do with a project, an object or a kind of resource. Kinds whose rules are those of another kind, and
 * makers of objects, do not come up here: the sandbox has no objects of its own.
 *
 * @source service 2026-09, access-control.md, effective access, steps 3 to 8
 */
export function accessOf(world: World, person: Person, place: Place, question: Question = {}): Access {
  const levels = levelsOf(place.resource);
  if (person.level >= ADMIN_LEVEL) return { level: levels.highest, by: "org_admin" };
  const ruled = deciding(world, person, place, question);
  if (ruled === undefined) return { level: levels.byDefault, by: "system_default" };
  return { level: ruled.access_level, by: ruled.resource_id === null ? "resource" : "object", rule: ruled };
}

type Ranked = Readonly<Record<"own" | "ofRoles" | "forAll", readonly RuleRow[]>>;

function deciding(
  world: World,
  person: Person,
  place: Place,
  { passedOver = () => false, order }: Question,
): RuleRow | undefined {
  const organization = world.store.tables.organizations.get(person.organization);
  const features = organization?.available_product_features ?? [];
  if (!features.includes("access_control")) return undefined;
  const counting = (at: Place): Ranked => {
    const rules = rulesAt(world, at).filter((rule) => !passedOver(rule));
    const roles = features.includes("role_based_access") ? person.roles : [];
    return {
      own: rules.filter(({ organization_member: member }) => member !== null && member === person.membership),
      ofRoles: rules.filter(({ role }) => role !== null && roles.includes(role)),
      forAll: rules.filter(({ organization_member: member, role }) => member === null && role === null),
    };
  };
  const isByRank = order === undefined && organization?.uses_most_specific_access_resolution === true;
  const { all } = levelsOf(place.resource);
  return (isByRank ? mostSpecific : inLegacyOrder)(place, counting, all);
}

type Decide = (place: Place, counting: (at: Place) => Ranked, all: readonly string[]) => RuleRow | undefined;

const hasOwnPlace = ({ resource, resource_id }: Place): boolean => resource !== "project" && resource_id !== null;

/** The own rule, else the highest of roles, else the one for everybody; of the object, else of its kind. */
const mostSpecific: Decide = (place, counting, all) => {
  const { own, ofRoles, forAll } = counting(place);
  const found = [own, ofRoles, forAll].find(({ length }) => length > 0);
  if (found !== undefined) return highestOf(found, all);
  return hasOwnPlace(place) ? mostSpecific({ ...place, resource_id: null }, counting, all) : undefined;
};

/** The highest of what names the person; that for everybody counts later, or beside it for kinds of resources. */
const inLegacyOrder: Decide = (place, counting, all) => {
  const { own, ofRoles, forAll } = counting(place);
  if (place.resource_id === null) return highestOf([...own, ...ofRoles, ...forAll], all);
  const named = highestOf([...own, ...ofRoles], all);
  if (named !== undefined || !hasOwnPlace(place)) return named ?? forAll[0];
  const closed = forAll.find((rule) => rule.access_level === "none");
  return closed ?? inLegacyOrder({ ...place, resource_id: null }, counting, all) ?? forAll[0];
};

/** On equal levels the own rule is named before a role's, and that before the one for everybody. */
function highestOf(rules: readonly RuleRow[], all: readonly string[]): RuleRow | undefined {
  return rules.toSorted((a, b) => all.indexOf(b.access_level) - all.indexOf(a.access_level))[0];
}

/** Whose rule it is. */
export function subjectOf(rule: RuleRow): "member" | "role" | "default" {
  if (rule.organization_member !== null) return "member";
  return rule.role === null ? "default" : "role";
}

/** The place of rules about a project itself. */
export const projectPlace = ({ number }: ProjectRow): Place => ({
  project: number,
  resource: "project",
  resource_id: String(number),
});

/** Whether a member has the highest level in a project. @source service 2026-09, integrations.md, project admin access */
export const administersProject = (world: World, membership: MembershipRow, project: ProjectRow): boolean =>
  accessOf(world, personOf(world, membership), projectPlace(project)).level === "admin";

/**
 * The level that decides whether a project's own routes show it. The service asks another part of itself than below the
 * project, of which no version with the newer order is known: the older order holds, unless the sandbox is told otherwise.
 *
 * @source service 2026-09, access-control.md, what the routes do with it, f and Doubtful
 */
export function visibilityOf(world: World, person: Person, place: Place): string {
  const order = world.settings().projectVisibilityFollowsOrder ? undefined : "legacy";
  return accessOf(world, person, place, { order }).level;
}

/**
 * Whether a member may edit rules: by the organization, or by a rule that has the highest level; the level that everybody
 * has where no rule is does not count.
 *
 * @source service 2026-09, access-control.md, who may list, set and clear
 */
export function editsRules(world: World, membership: MembershipRow, place: Place): boolean {
  const { level, by } = accessOf(world, personOf(world, membership), place);
  return by !== "system_default" && level === levelsOf(place.resource).highest;
}
