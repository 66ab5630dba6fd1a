import { ADMIN_LEVEL } from "../pipeline/permission.ts";
import type { MembershipRow, ProjectRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import { roleMembershipsOf, rolesOf } from "../routes/roles/rows.ts";
import { UMBRELLAS } from "./resources.ts";
import {
  type GuardedObjectRow,
  type RuleTarget,
  type RuleRow,
  guardedObjectsOf,
  objectKey,
  rulesAt,
  rulesOf,
} from "./rules.ts";

/** Levels of a kind of resource, lowest first, with the lowest and the highest level that can be set. */
export type Levels = {
  readonly all: readonly string[];
  readonly byDefault: string;
  readonly lowest: string;
  readonly highest: string;
};

/** @source service 2026-09, access-control.md, table of levels */
const OF_PROJECTS: Levels = { all: ["none", "member", "admin"], byDefault: "admin", lowest: "none", highest: "admin" };

/** Levels of all kinds of a project's resources, regardless of kind. @source as above */
export const OF_RESOURCES: Levels = {
  all: ["none", "viewer", "editor", "manager"],
  byDefault: "editor",
  lowest: "none",
  highest: "manager",
};

/** Kinds with their own bounds. @source service 2026-09, access-control.md, table of resources */
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

/** The subject of an access check: a member with their roles, one role, or everybody; `level` is the organization's. */
export type Person = {
  readonly organization: string;
  readonly user: string | null;
  readonly membership: string | null;
  readonly roles: readonly string[];
  readonly level: number;
};

/** A member as rules see them; roles of other organizations have no effect. @source service 2026-09, roles.md */
export function personOf(world: World, { id, organization, user, level }: MembershipRow): Person {
  const roles = roleMembershipsOf(world)
    .where({ membership: id })
    .map(({ role }) => role)
    .filter((role) => rolesOf(world).get(role)?.organization === organization);
  return { organization, user, membership: id, roles, level };
}

/** A level with its origin. */
export type Access = {
  readonly level: string;
  readonly by: "creator" | "org_admin" | "system_default" | "resource" | "parent_resource" | "object" | "parent_object";
  /** The rule that decided, if one did. */
  readonly rule?: RuleRow;
};

/** Differences from the check that the routes do. */
export type Question = {
  /** Ignores some rules, such as the person's own. */
  readonly passedOver?: ((rule: RuleRow) => boolean) | undefined;
  /** Uses the older order, whatever the organization's order is. */
  readonly order?: "legacy" | undefined;
};

/**
 * The access of a person to a project, an object, or a kind of resource.
 *
 * @source service 2026-09, access-control.md, effective access, steps 2 to 8
 */
export function accessOf(world: World, person: Person, place: RuleTarget, question: Question = {}): Access {
  const levels = levelsOf(place.resource);
  if (isMaker(world, person, place)) return { level: levels.highest, by: "creator" };
  if (person.level >= ADMIN_LEVEL) return { level: levels.highest, by: "org_admin" };
  const rule = deciding(world, person, place, question);
  if (rule === undefined) return { level: levels.byDefault, by: "system_default" };
  const isItsOwn = rule.resource === place.resource;
  const [own, ofParent] =
    rule.resource_id === null ? (["resource", "parent_resource"] as const) : (["object", "parent_object"] as const);
  return { level: rule.access_level, by: isItsOwn ? own : ofParent, rule };
}

/** The creator of an object has full access; a project has no recorded creator. */
function isMaker(world: World, { user }: Person, place: RuleTarget): boolean {
  return user !== null && objectAt(world, place)?.created_by === user;
}

/** The object of a location, if rules can be about it; a project isn't one. */
function objectAt(world: World, { project, resource, resource_id }: RuleTarget): GuardedObjectRow | undefined {
  if (resource_id === null || resource === "project") return undefined;
  return guardedObjectsOf(world).get(objectKey(project, resource, resource_id));
}

/** Rules of a location that apply to a person, by subject. */
type Ranked = Readonly<Record<"own" | "ofRoles" | "forAll", readonly RuleRow[]>>;

/** Returns the rules of a location that apply to a person. */
function countingFor(
  world: World,
  person: Person,
  { passedOver = () => false }: Question = {},
): (at: RuleTarget) => Ranked {
  const features = world.store.tables.organizations.get(person.organization)?.available_product_features ?? [];
  const roles = features.includes("role_based_access") ? person.roles : [];
  return (at) => {
    const isCounted =
      features.includes("access_control") && !(at.resource_id === null && WITHOUT_KINDS.has(at.resource));
    const rules = isCounted ? rulesAt(world, at).filter((rule) => !passedOver(rule)) : [];
    return {
      own: rules.filter(({ organization_member: member }) => member !== null && member === person.membership),
      ofRoles: rules.filter(({ role }) => role !== null && roles.includes(role)),
      forAll: rules.filter(({ organization_member: member, role }) => member === null && role === null),
    };
  };
}

/** Rules for these kinds are stored without effect. @source service 2026-09, access-control.md, table of resources */
const WITHOUT_KINDS = new Set(["project", "organization", "plugin"]);

function deciding(world: World, person: Person, place: RuleTarget, question: Question): RuleRow | undefined {
  const organization = world.store.tables.organizations.get(person.organization);
  const counting = countingFor(world, person, question);
  const isByRank = question.order === undefined && organization?.uses_most_specific_access_resolution === true;
  const { all } = levelsOf(place.resource);
  return (isByRank ? mostSpecific : inLegacyOrder)(placesOf(world, place), counting, all);
}

/** Locations of rules for something: its own, those of its parent object, and the kinds of both. */
type Places = {
  readonly own?: RuleTarget;
  readonly parent?: RuleTarget;
  readonly kinds: readonly RuleTarget[];
};

function placesOf(world: World, place: RuleTarget): Places {
  const { project, resource, resource_id } = place;
  if (resource === "project") return { own: place, kinds: [] };
  const kindOf = (kind: string): RuleTarget => ({ project, resource: UMBRELLAS[kind] ?? kind, resource_id: null });
  if (resource_id === null) return { kinds: [kindOf(resource)] };
  const source = resource === "warehouse_table" ? (objectAt(world, place)?.source ?? null) : null;
  if (source === null) return { own: place, kinds: [kindOf(resource)] };
  const parent = { project, resource: SOURCE_OF_TABLES, resource_id: source };
  return { own: place, parent, kinds: [kindOf(resource), kindOf(SOURCE_OF_TABLES)] };
}

const SOURCE_OF_TABLES = "external_data_source";

type Decide = (places: Places, counting: (at: RuleTarget) => Ranked, all: readonly string[]) => RuleRow | undefined;

/** From the first location with rules: the own rule, else the highest of the roles' rules, else the one for everybody. */
const mostSpecific: Decide = ({ own, parent, kinds }, counting, all) => {
  for (const place of [own, parent, ...kinds]) {
    if (place === undefined) continue;
    const ranks = counting(place);
    const found = [ranks.own, ranks.ofRoles, ranks.forAll].find(({ length }) => length > 0);
    if (found !== undefined) return highestOf(found, all);
  }
  return undefined;
};

/**
 * The highest rule that names the person, and a rule that closes a project or an object to everybody; then the highest
 * of all rules of the parent. A rule of the parent for everybody comes last.
 */
const inLegacyOrder: Decide = ({ own, parent, kinds }, counting, all) => {
  const ofAll = (place: RuleTarget): RuleRow | undefined => {
    const ranks = counting(place);
    return highestOf([...ranks.own, ...ranks.ofRoles, ...ranks.forAll], all);
  };
  const ranks = own === undefined ? undefined : counting(own);
  const named = ranks === undefined ? undefined : highestOf([...ranks.own, ...ranks.ofRoles], all);
  const forAll = ranks?.forAll[0];
  if (named !== undefined || forAll?.access_level === "none") return named ?? forAll;
  for (const place of parent === undefined ? kinds : [parent, ...kinds]) {
    const found = ofAll(place);
    if (found !== undefined) return found;
  }
  return forAll;
};

/** At equal levels, a person's own rule is named before a role's rule, and that before the rule for everybody. */
function highestOf(rules: readonly RuleRow[], all: readonly string[]): RuleRow | undefined {
  return rules.toSorted((a, b) => all.indexOf(b.access_level) - all.indexOf(a.access_level))[0];
}

/** Whether a level is at least another one of the same kind of resource. */
export function reaches(resource: string, level: string, least: string): boolean {
  const { all } = levelsOf(resource);
  return all.indexOf(level) >= all.indexOf(least);
}

/**
 * Whether a rule for any object of a kind gives the level: a rule that names the person, or one of their roles.
 *
 * @param withDefaults - rules for everybody count, too, if they decide
 * @source service 2026-09, access-control.md, what the routes do with it, c
 */
export function isGrantedByAnObject(
  world: World,
  person: Person,
  {
    project,
    resource,
    least,
    withDefaults,
  }: Omit<RuleTarget, "resource_id"> & { least: string; withDefaults: boolean },
): boolean {
  const rules = rulesOf(world).where({ project, resource });
  const ids = new Set(rules.map(({ resource_id }) => resource_id));
  const counting = countingFor(world, person);
  return [...ids].some((id) => {
    if (id === null) return false;
    const place = { project, resource, resource_id: id };
    const { own, ofRoles, forAll } = counting(place);
    const isNamed = [...own, ...ofRoles].some(({ access_level }) => reaches(resource, access_level, least));
    if (isNamed || !withDefaults || forAll.length === 0) return isNamed;
    return reaches(resource, accessOf(world, person, place).level, least);
  });
}

/** The subject of a rule. */
export function subjectOf(rule: RuleRow): "member" | "role" | "default" {
  if (rule.organization_member !== null) return "member";
  return rule.role === null ? "default" : "role";
}

/** The location of rules about a project itself. */
export const projectPlace = ({ number }: ProjectRow): RuleTarget => ({
  project: number,
  resource: "project",
  resource_id: String(number),
});

/** Whether a member has the highest level in a project. @source service 2026-09, integrations.md, project admin access */
export const administersProject = (world: World, membership: MembershipRow, project: ProjectRow): boolean =>
  accessOf(world, personOf(world, membership), projectPlace(project)).level === "admin";

/**
 * The level that decides whether a project's own routes show it. The service uses other code for this than below the
 * project, and that code isn't known with the newer order: the older one applies, unless a setting says otherwise.
 *
 * @source service 2026-09, access-control.md, what the routes do with it, f and Doubtful
 */
export function visibilityOf(world: World, person: Person, place: RuleTarget): string {
  const order = world.settings().projectVisibilityFollowsOrder ? undefined : "legacy";
  return accessOf(world, person, place, { order }).level;
}

/**
 * Whether a member can edit rules: by their level in the organization, or by a rule with the highest level. The default
 * level without any rule doesn't count.
 *
 * @source service 2026-09, access-control.md, who may list, set and clear
 */
export function editsRules(world: World, membership: MembershipRow, place: RuleTarget): boolean {
  const { level, by } = accessOf(world, personOf(world, membership), place);
  return by !== "system_default" && level === levelsOf(place.resource).highest;
}
