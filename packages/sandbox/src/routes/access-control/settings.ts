import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, type Route, projectOf } from "../../pipeline/exchange.ts";
import { inAll } from "../../pipeline/route.ts";
import { denied, invalidInput, notFound, sandboxError } from "../../pipeline/service-error.ts";
import { ADMIN_LEVEL, checkKeyLimits, membershipIn } from "../../pipeline/permission.ts";
import type { MembershipRow } from "../../store/rows.ts";
import { visibleUsers } from "../members/visibility.ts";
import { authorizeMember, locateOneProject } from "../projects/permission.ts";
import { type RoleRow, rolesOf } from "../roles/rows.ts";
import {
  type Access,
  type Person,
  accessOf,
  levelsOf,
  personOf,
  projectPlace,
  subjectOf,
} from "../../access/levels.ts";
import { KINDS_OF_OBJECTS, RULED_KINDS } from "../../access/resources.ts";
import { type RuleTarget, type RuleRow, guardedObjectsOf, objectKey, rulesAt, rulesOf } from "../../access/rules.ts";
import type { World } from "../../world.ts";

/** The location and the subject of the requested rules. */
type Whose = "default" | "member" | "role";

const SCOPE = "access_control:read";
const ANYTHING = inAll({ kind: "checked", check: () => undefined });

/** A route below the path of a project. */
type Setting = Omit<Route<"id">, "template"> & { readonly name: string };

const read = (name: string, handle: (exchange: Exchange) => Answer): Setting => ({
  name,
  title: "Project Instance",
  allow: "GET, HEAD, OPTIONS",
  since: "2026-09",
  operations: {
    GET: { scope: SCOPE, locate: locateOneProject, authorize: authorizeMember, handle, answers: ANYTHING },
  },
});

/** Facts about the change to the newer order. @source service 2026-09, access-control.md, Settings endpoints */
const newerOrder = (mayEdit: (exchange: Exchange) => boolean): Setting[] => [
  read("access_control_resolution_preview/", (exchange) => {
    if (!mayEdit(exchange)) throw denied("Only administrators can view the resolution preview.");
    const detail = "The preview of the newer order, as shown to people who can edit rules, is not known.";
    throw sandboxError(501, "not_implemented", detail);
  }),
  {
    name: "access_control_resolution_accept/",
    title: "Project Instance",
    allow: "POST, OPTIONS",
    since: "2026-09",
    operations: {
      POST: {
        scope: "access_control:write",
        locate: locateOneProject,
        authorize: authorizeMember,
        handle: acceptNewerOrder,
        answers: ANYTHING,
      },
    },
  },
];

/** The text for a key limited to some projects is that of other routes of organizations: only the status is known. */
function acceptNewerOrder(exchange: Exchange): Answer {
  const { organizations } = exchange.world.store.tables;
  const row = organizations.get(projectOf(exchange).organization);
  if (row === undefined) throw notFound();
  checkKeyLimits(exchange, row);
  if ((membershipIn(exchange, row.id)?.level ?? 0) < ADMIN_LEVEL) {
    throw denied("Only organization admins can accept the new resolution.");
  }
  organizations.put({ ...row, uses_most_specific_access_resolution: true });
  return asBody({ uses_most_specific_access_resolution: true });
}

const asBody = (body: unknown): Answer => ({ status: 200, headers: {}, body });

/** The rules of a project as its settings show them. @source service 2026-09, access-control.md, settings endpoints */
export function settingsRoutes(mayEdit: (exchange: Exchange) => boolean): Setting[] {
  const levels = (exchange: Exchange): Record<string, unknown> => ({
    available_project_levels: levelsOf("project").all,
    available_resource_levels: levelsOf("dashboard").all,
    can_edit: mayEdit(exchange),
  });
  return [
    read("access_control_defaults/", (exchange) => asBody({ ...levels(exchange), ...defaultsOf(exchange) })),
    read("access_control_roles/", (exchange) => asBody({ ...levels(exchange), results: rolesShown(exchange) })),
    read("access_control_members/", (exchange) => asBody({ ...levels(exchange), results: membersShown(exchange) })),
    ...(["default", "member", "role"] as const).flatMap((whose) => [
      read(`access_control_${whose}_objects/`, (exchange) => objectsOf(exchange, whose)),
      read(`access_control_${whose}_properties/`, (exchange) => propertiesOf(exchange, whose)),
    ]),
    ...newerOrder(mayEdit),
  ];
}

/** The location of a kind of resource, or of the project itself. */
function targetOf(exchange: Exchange, resource: string): RuleTarget {
  const project = projectOf(exchange);
  return resource === "project" ? projectPlace(project) : { project: project.number, resource, resource_id: null };
}

const isForAll = (rule: RuleRow): boolean => subjectOf(rule) === "default";

function defaultsOf(exchange: Exchange): Record<string, unknown> {
  const ruleOf = (resource: string): RuleRow | undefined =>
    rulesAt(exchange.world, targetOf(exchange, resource)).find(isForAll);
  const entries = RULED_KINDS.map((resource) => {
    const { lowest: minimum, highest: maximum } = levelsOf(resource);
    return [resource, { access_level: ruleOf(resource)?.access_level ?? null, minimum, maximum }] as const;
  });
  return {
    project_access_level: ruleOf("project")?.access_level ?? levelsOf("project").byDefault,
    resource_access_levels: Object.fromEntries(entries),
    object_rule_resources: Object.values(KINDS_OF_OBJECTS).map((resource) => ({
      resource,
      available_access_levels: levelsOf(resource).all,
      minimum_access_level: levelsOf(resource).lowest,
    })),
  };
}

/** Stored and effective levels, and their origin, for the project and every kind of resource. */
function entriesOf(exchange: Exchange, person: Person, isOwn: (rule: RuleRow) => boolean): Record<string, unknown> {
  const { world } = exchange;
  const entryOf = (resource: string): Record<string, unknown> => {
    const place = targetOf(exchange, resource);
    const { lowest: minimum, highest: maximum } = levelsOf(resource);
    const own = rulesAt(world, place).find(isOwn);
    return {
      access_level: own?.access_level ?? null,
      effective_access_level: accessOf(world, person, place).level,
      inherited_access: showAccess(resource, accessOf(world, person, place, { passedOver: isOwn })),
      minimum,
      maximum,
    };
  };
  const resources = Object.fromEntries(RULED_KINDS.map((resource) => [resource, entryOf(resource)]));
  return { project: entryOf("project"), resources };
}

/** A level with its origin. */
export function showAccess(resource: string, { level, by, rule }: Access): Record<string, unknown> {
  return {
    access_level: level,
    source: by,
    source_subject: rule === undefined ? null : subjectOf(rule),
    source_resource: rule?.resource ?? resource,
    source_resource_id: rule?.resource_id ?? null,
  };
}

function rolesShown(exchange: Exchange): unknown[] {
  const { organization } = projectOf(exchange);
  const wanted = exchange.query.get("role_id");
  const rows = rolesOf(exchange.world).where({ organization });
  return rows
    .filter(({ id }) => wanted === null || id === canonicalUuid(wanted))
    .map(({ id, name }) => {
      const person = { organization, user: null, membership: null, roles: [id], level: 0 };
      return { role_id: id, role_name: name, ...entriesOf(exchange, person, ({ role }) => role === id) };
    });
}

/** Active members; if members don't see each other, those to whom the project isn't closed. */
function membersShown(exchange: Exchange): unknown[] {
  const { world } = exchange;
  const isNarrow = visibleUsers(exchange) !== undefined;
  const { memberships, users } = world.store.tables;
  const wanted = exchange.query.get("member_id");
  return memberships
    .where({ organization: projectOf(exchange).organization })
    .filter(({ id }) => wanted === null || id === canonicalUuid(wanted))
    .flatMap((row) => {
      const user = users.get(row.user);
      if (user?.is_active !== true) return [];
      const person = personOf(world, row);
      const { level } = accessOf(world, person, targetOf(exchange, "project"));
      if (isNarrow && level === "none") return [];
      return {
        organization_membership_id: row.id,
        user: { uuid: user.id, first_name: user.first_name, last_name: "", email: user.email },
        organization_level: row.level,
        role_ids: person.roles,
        ...entriesOf(exchange, person, ({ organization_member: member }) => member === row.id),
      };
    });
}

/** The member or the role in the query, which is required and must exist. */
function subjectInQuery(exchange: Exchange, whose: Whose): MembershipRow | RoleRow | undefined {
  if (whose === "default") return undefined;
  const name = `${whose}_id`;
  const sent = exchange.query.get(name) ?? "";
  if (sent === "") throw invalidInput(`${name} is required`, null);
  const { world } = exchange;
  const id = canonicalUuid(sent) ?? "";
  const row = whose === "member" ? world.store.tables.memberships.get(id) : rolesOf(world).get(id);
  if (row?.organization !== projectOf(exchange).organization) throw notFound();
  return row;
}

/** Rules of single objects with the objects' names, if the control plane has set them. */
function objectsOf(exchange: Exchange, whose: Whose): Answer {
  const { world } = exchange;
  const subject = subjectInQuery(exchange, whose);
  const rules = rulesOf(world)
    .where({ project: projectOf(exchange).number })
    .filter((rule) => rule.resource !== "project" && subjectOf(rule) === whose)
    .filter((rule) => subject === undefined || subject.id === (rule.organization_member ?? rule.role));
  return asBody({ results: rules.flatMap((rule) => showObjectRule(world, rule)) });
}

function showObjectRule(world: World, { project, resource, resource_id, access_level }: RuleRow): unknown[] {
  if (resource_id === null) return [];
  const object = guardedObjectsOf(world).get(objectKey(project, resource, resource_id));
  if (object?.name === null || object === undefined) {
    const detail =
      "The service shows the name of this object, but the control plane hasn't set one. Set it through the control plane.";
    throw sandboxError(501, "not_implemented", detail);
  }
  return [{ resource, resource_id, name: object.name, short_id: object.short_id, access_level }];
}

/** The sandbox has no rules for properties. */
function propertiesOf(exchange: Exchange, whose: Whose): Answer {
  subjectInQuery(exchange, whose);
  return asBody({ results: [] });
}
