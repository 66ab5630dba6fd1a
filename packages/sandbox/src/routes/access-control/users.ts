import { type Person, accessOf, levelsOf, personOf, projectPlace, subjectOf } from "../../access/levels.ts";
import { type RuleTarget, type RuleRow, rulesAt } from "../../access/rules.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { ADMIN_LEVEL, OWNER_LEVEL } from "../../pipeline/permission.ts";
import type { World } from "../../world.ts";

/**
 * Everybody who can enter the project and has some access to the target, highest level first.
 *
 * @source service 2026-09, access-control.md, users_with_access; PostHog/posthog access_control.py (2026-09)
 */
export function listUsersWithAccess(exchange: Exchange, place: RuleTarget): Answer {
  const { world } = exchange;
  const project = projectOf(exchange);
  const { users, memberships } = world.store.tables;
  const found = memberships.where({ organization: project.organization }).flatMap((membership) => {
    const person = personOf(world, membership);
    const isOut = accessOf(world, person, projectPlace(project)).level === "none";
    const { level, by } = accessOf(world, person, place);
    if (isOut || level === "none" || users.get(membership.user)?.is_active !== true) return [];
    return {
      user_id: membership.user,
      access_level: level,
      access_source: by === "creator" ? by : sourceOf(world, person, place),
      organization_membership_id: membership.id,
      organization_membership_level: levelName(membership.level),
    };
  });
  const { all } = levelsOf(place.resource);
  const shown = found.toSorted(
    (a, b) => all.indexOf(b.access_level) - all.indexOf(a.access_level) || (a.user_id < b.user_id ? 1 : -1),
  );
  return { status: 200, headers: {}, body: { users: shown, total_count: shown.length } };
}

/** The rule that is named, in this order, whatever its level is. */
function sourceOf(world: World, person: Person, place: RuleTarget): string {
  if (person.level >= ADMIN_LEVEL) return "organization_admin";
  const isOwn = (rule: RuleRow): boolean =>
    rule.organization_member === person.membership && subjectOf(rule) === "member";
  const isOfRole = ({ role }: RuleRow): boolean => role !== null && person.roles.includes(role);
  const rules = rulesAt(world, place);
  if (rules.some(isOwn)) return "explicit_member";
  if (rules.some(isOfRole)) return "explicit_role";
  const { project } = place;
  const ofProject = rulesAt(world, { project, resource: "project", resource_id: String(project) });
  return ofProject.some(isOwn) ? "project_admin" : "default";
}

function levelName(level: number): string {
  if (level >= OWNER_LEVEL) return "owner";
  return level >= ADMIN_LEVEL ? "admin" : "member";
}
