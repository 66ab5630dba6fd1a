import { hasQuirk } from "../../dialects.ts";
import { type Exchange, bodyOf, projectOf } from "../../pipeline/exchange.ts";
import { denied, invalid, invalidInput } from "../../pipeline/service-error.ts";
import { ACCESS_RULE } from "../../wire/access-control.ts";
import { pythonString, pythonTruth, quotedText } from "../../wire/python-text.ts";
import { asDictionary, readBody } from "../../wire/read-body.ts";
import { isBlank } from "../../wire/read-value.ts";
import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";
import { rolesOf } from "../roles/rows.ts";
import { levelsOf } from "../../access/levels.ts";
import { RESOURCES } from "../../access/resources.ts";
import { type RuleTarget, type RuleRow, type Subject, ruleKey, rulesOf } from "../../access/rules.ts";

const ELSEWHERE = "Cannot modify access controls for a resource different from the URL target.";
const BOTH = "You can not scope an access control to both a member and a role.";
const NEEDS_ROLES = "Role-based access controls require the Role-based access feature.";
const ASK_ADMIN = "Must be an Organization admin to modify project-wide permissions.";
/** The maximum number of objects of a kind with rules. @source PostHog/posthog user_access_control.py (2026) */
const MOST_OBJECTS = 1000;

/**
 * Creates, changes, or, for a level of null, deletes the rule of a subject; undefined if there is none afterwards.
 *
 * @throws ServiceError in the order in which the service checks
 * @source service 2026-09, access-control.md, errors; PostHog/posthog access_control.py (2026-09) for their order
 */
export function writeRule(exchange: Exchange, target: RuleTarget | null, mayEdit: boolean): RuleRow | undefined {
  const { world } = exchange;
  const sent = asDictionary(bodyOf(exchange));
  if (target === null && pythonTruth(sent["resource_id"] ?? null)) throw denied(ELSEWHERE);
  const body = target === null ? sent : { ...sent, resource: target.resource, resource_id: target.resource_id };
  const values = readRule(world, body);
  const isJudged = !hasQuirk(world.dialect, "accessRulesAreJudgedByLevelAlone");
  refuseSubject(exchange, values, isJudged);
  const place = target ?? { project: projectOf(exchange).number, resource: values.resource, resource_id: null };
  if (!mayEdit) throw denied(target === null ? ASK_ADMIN : needsLevel(place.resource));
  const key = ruleKey(place, values);
  if (values.access_level === null) {
    rulesOf(world).delete(key);
    return undefined;
  }
  if (isJudged) refuseOneMore(world, place);
  const now = wireNow(world);
  // The view saves it without a creator. @source service 2026-09, access-control.md, created_by
  const before = rulesOf(world).get(key) ?? { created_by: null, created_at: now };
  const { access_level, organization_member, role } = values;
  const subject = { organization_member, role };
  return rulesOf(world).put({ ...before, id: key, ...place, ...subject, access_level, updated_at: now });
}

const needsLevel = (resource: string): string =>
  `Must be ${levelsOf(resource).highest} to modify ${resource} permissions.`;

type SentRule = Subject & { readonly access_level: string | null; readonly resource: string };

function readRule(world: World, body: Readonly<Record<string, unknown>>): SentRule {
  const { dialect } = world;
  const { resource } = body;
  const checks = {
    access_level: (level: unknown) => refuseLevel(isBlank(resource) ? "" : pythonString(resource), level),
    resource: refuseResource,
    organization_member: (id: unknown) => refuseUnknown("organization_member", id, world.store.tables.memberships),
    role: (id: unknown) => refuseUnknown("role", id, rolesOf(world)),
  };
  const values = readBody(ACCESS_RULE, body, { dialect, partial: false, checks });
  const text = (name: string): string | null => (typeof values[name] === "string" ? values[name] : null);
  return {
    access_level: text("access_level"),
    resource: pythonString(values["resource"]),
    organization_member: text("organization_member"),
    role: text("role"),
  };
}

function refuseLevel(resource: string, level: unknown): void {
  if (level === null) return;
  const { all, lowest, highest } = levelsOf(resource);
  const at = all.indexOf(pythonString(level));
  const refused = (detail: string): Error => invalidInput(detail, "access_level");
  if (at === -1) throw refused(`Invalid access level. Must be one of: ${all.join(", ")}`);
  if (at < all.indexOf(lowest)) {
    throw refused(`Access level cannot be set below the minimum '${lowest}' for ${resource}.`);
  }
  if (at > all.indexOf(highest)) {
    throw refused(`Access level cannot be set above the maximum '${highest}' for ${resource}.`);
  }
}

function refuseResource(resource: unknown): void {
  if (RESOURCES.includes(pythonString(resource))) return;
  const detail = `Invalid resource. Must be one of: (${RESOURCES.map(quotedText).join(", ")})`;
  throw invalidInput(detail, "resource");
}

function refuseUnknown(attr: string, id: unknown, rows: { get(id: string): unknown }): void {
  if (id === null || rows.get(pythonString(id)) !== undefined) return;
  throw invalid("does_not_exist", `Invalid pk "${pythonString(id)}" - object does not exist.`, attr);
}

function refuseSubject(
  exchange: Exchange,
  { organization_member: member, role }: Subject,
  isOrganizationJudged: boolean,
): void {
  const { organization } = projectOf(exchange);
  const { memberships, organizations } = exchange.world.store.tables;
  if (member !== null && role !== null) throw invalidInput(BOTH, null);
  if (!isOrganizationJudged) return;
  const foreign = (what: string): Error =>
    invalidInput(`The ${what} must belong to the same organization as this project.`, null);
  if (role !== null) {
    const features = organizations.get(organization)?.available_product_features ?? [];
    if (!features.includes("role_based_access")) throw denied(NEEDS_ROLES);
    if (rolesOf(exchange.world).get(role)?.organization !== organization) throw foreign("role");
  }
  if (member !== null && memberships.get(member)?.organization !== organization) throw foreign("member");
}

function refuseOneMore(world: World, { project, resource, resource_id }: RuleTarget): void {
  if (resource_id === null || resource === "project") return;
  const rules = rulesOf(world);
  if (rules.one({ project, resource, resource_id }) !== undefined) return;
  const objects = new Set(rules.where({ project, resource }).map((rule) => rule.resource_id));
  objects.delete(null);
  if (objects.size < MOST_OBJECTS) return;
  throw invalidInput(`Reached the limit of ${MOST_OBJECTS} ${resource}s with access control overrides.`, null);
}
