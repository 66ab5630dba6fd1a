import { ADMIN_LEVEL } from "../../pipeline/permission.ts";
import type { MembershipRow, ProjectRow } from "../../store/rows.ts";
import type { World } from "../../world.ts";
import { roleMembershipsOf } from "../roles/rows.ts";
import { type Place, type RuleRow, rulesAt } from "./rows.ts";

/** Levels of a kind of resource, lowest first, with the lowest and the highest that may be set. */
export type Levels = {
  readonly all: readonly string[];
  readonly byDefault: string;
  readonly lowest: string;
  readonly highest: string;
};

/** @source service 2026-09, access-control.md, levels; a later reading of the service's code has "admin" by default */
const OF_PROJECTS: Levels = { all: ["none", "member", "admin"], byDefault: "member", lowest: "none", highest: "admin" };

/** Levels of a project's kinds of resources, whichever kind it is. @source as above */
export const OF_RESOURCES: Levels = {
  all: ["none", "viewer", "editor", "manager"],
  byDefault: "editor",
  lowest: "none",
  highest: "manager",
};

/** Kinds with bounds of their own. @source PostHog/posthog user_access_control.py (2026), bounds of access levels */
const BOUNDED: Readonly<Record<string, Partial<Levels>>> = {
  action: { lowest: "viewer" },
  activity_log: { byDefault: "viewer", highest: "viewer" },
  toolbar: { byDefault: "viewer", highest: "viewer" },
};

/** Levels of a kind of resource. */
export function levelsOf(resource: string): Levels {
  if (resource === "project" || resource === "organization") return OF_PROJECTS;
  return { ...OF_RESOURCES, ...(Object.hasOwn(BOUNDED, resource) ? BOUNDED[resource] : {}) };
}

/** A level with what gave it. */
export type Access = { readonly level: string; readonly source: string };

/**
 * What a member may do with a project or an object: administrators of the organization everything, others what rules
 * of the object, then of its kind say; where several do, the highest counts, or the most specific.
 *
 * @source service 2026-09, access-control.md, settings endpoints; PostHog/posthog access_control.py (2026-09) for sources
 */
export function accessOf(world: World, membership: MembershipRow, place: Place): Access {
  const levels = levelsOf(place.resource);
  if (membership.level >= ADMIN_LEVEL) return { level: levels.highest, source: "organization_admin" };
  const own = chosen(world, membership, rulesAt(world, place), levels);
  if (own !== undefined) return own;
  const ofKind = place.resource === "project" ? [] : rulesAt(world, { ...place, resource_id: null });
  return chosen(world, membership, ofKind, levels) ?? { level: levels.byDefault, source: "default" };
}

function chosen(world: World, member: MembershipRow, rules: readonly RuleRow[], levels: Levels): Access | undefined {
  const roles = new Set(
    roleMembershipsOf(world)
      .where({ membership: member.id })
      .map(({ role }) => role),
  );
  const byRank = [
    rules.filter((rule) => rule.organization_member === member.id),
    rules.filter(({ role }) => role !== null && roles.has(role)),
    rules.filter((rule) => rule.organization_member === null && rule.role === null),
  ];
  const organization = world.store.tables.organizations.get(member.organization);
  const isByRank = organization?.uses_most_specific_access_resolution === true;
  const fitting = isByRank ? (byRank.find(({ length }) => length > 0) ?? []) : byRank.flat();
  const [highest] = fitting.toSorted((a, b) => levels.all.indexOf(b.access_level) - levels.all.indexOf(a.access_level));
  return highest === undefined ? undefined : { level: highest.access_level, source: sourceOf(highest) };
}

function sourceOf(rule: RuleRow): string {
  if (rule.organization_member !== null) return "explicit_member";
  return rule.role === null ? "default" : "explicit_role";
}

/** The place of rules about a project itself. */
export const projectPlace = ({ number }: ProjectRow): Place => ({
  project: number,
  resource: "project",
  resource_id: String(number),
});

/** Whether a member administers a project: by the organization, or by a rule. */
export const administersProject = (world: World, membership: MembershipRow, project: ProjectRow): boolean =>
  accessOf(world, membership, projectPlace(project)).level === "admin";
