import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { ADMIN_LEVEL, OWNER_LEVEL } from "../../pipeline/permission.ts";
import { type Access, accessOf, levelsOf, personOf, projectPlace, subjectOf } from "../../access/levels.ts";

/** Everybody who may enter a project, highest level first. @source PostHog/posthog access_control.py (2026-09) */
export function listUsersWithAccess(exchange: Exchange): Answer {
  const { world } = exchange;
  const project = projectOf(exchange);
  const { users, memberships } = world.store.tables;
  const found = memberships.where({ organization: project.organization }).flatMap((membership) => {
    const access = accessOf(world, personOf(world, membership), projectPlace(project));
    const { level } = access;
    if (level === "none" || users.get(membership.user)?.is_active !== true) return [];
    return {
      user_id: membership.user,
      access_level: level,
      access_source: sourceOf(access),
      organization_membership_id: membership.id,
      organization_membership_level: nameOf(membership.level),
    };
  });
  const { all } = levelsOf("project");
  const shown = found.toSorted(
    (a, b) => all.indexOf(b.access_level) - all.indexOf(a.access_level) || (a.user_id < b.user_id ? 1 : -1),
  );
  return { status: 200, headers: {}, body: { users: shown, total_count: shown.length } };
}

function sourceOf({ by, rule }: Access): string {
  if (by === "org_admin") return "organization_admin";
  const subject = rule === undefined ? "default" : subjectOf(rule);
  return subject === "default" ? "default" : `explicit_${subject}`;
}

function nameOf(level: number): string {
  if (level >= OWNER_LEVEL) return "owner";
  return level >= ADMIN_LEVEL ? "admin" : "member";
}
