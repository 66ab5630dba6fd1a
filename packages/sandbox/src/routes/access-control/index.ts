import type { Family } from "../../family.ts";
import { ACCESS_CONTROL_CONTROL } from "./control.ts";
import {
  GUARDED_OBJECTS_TABLE,
  guardedObjectsOf,
  type RuleRow,
  RULES_TABLE,
  rulesAt,
  type RuleTarget,
  showRule,
} from "../../access/rules.ts";
import { enterObject, judgingOrganization, PROJECT_CLOSED } from "../../access/enforce.ts";
import { type Answer, type Exchange, type Operation, projectOf, type Route } from "../../pipeline/exchange.ts";
import type { ParameterName } from "../../pipeline/path-template.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { type Dialect, hasQuirk, isIn } from "../../dialects.ts";
import { membershipIn } from "../../pipeline/permission.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { denied, invalidInput, notFound, sandboxError } from "../../pipeline/service-error.ts";
import type { MembershipRow } from "../../store/rows.ts";
import { ACCESS_RULE, ACCESS_RULES, USERS_WITH_ACCESS } from "../../wire/access-control.ts";
import { findAnswerFault } from "../../wire/check-response.ts";
import { authorizeMember, locateOneProject } from "../projects/permission.ts";
import {
  accessOf,
  editsRules,
  type Levels,
  levelsOf,
  OF_RESOURCES,
  type Person,
  personOf,
  projectPlace,
} from "../../access/levels.ts";
import { KINDS_OF_OBJECTS } from "../../access/resources.ts";
import { refuseUnknownKind, refuseUnknownRule, refuseUnknownUsers } from "./older-service.ts";
import { settingsRoutes, showAccess } from "./settings.ts";
import { listUsersWithAccess } from "./users.ts";
import { writeRule } from "./write.ts";

/** The location of a request's rules: a project or an object; null means a project's kinds of resources. */
type Target = RuleTarget | null;

/** Services that show the bounds of levels, and the access without a rule. */
const NEWER = { since: "2026-09" } as const;

/** A rule, or nothing if it was deleted. */
const WRITTEN = inAll({
  kind: "checked",
  check: (body, dialect) =>
    body === undefined ? undefined : findAnswerFault({ kind: "one", resource: ACCESS_RULE }, body, dialect),
});

/** @source service 2026-09, access-control.md, table; 2025-08, newer facts: which of them that service has */
const routeOf = <const Template extends string>(
  template: Template,
  below: Pick<Operation<ParameterName<Template>>, "locate" | "authorize">,
  target: (exchange: Exchange<ParameterName<Template>>) => Target,
  since: Dialect = "2025-08",
): Route =>
  route({
    template,
    title: "Access Controls",
    allow: "GET, PUT, HEAD, OPTIONS",
    since,
    operations: {
      GET: {
        ...below,
        scope: "access_control:read",
        handle: (exchange) => listRules(exchange, target(exchange)),
        answers: inAll({ kind: "one", resource: ACCESS_RULES }),
      },
      PUT: {
        ...below,
        scope: ({ world }) =>
          hasQuirk(world.dialect, "accessRulesAreReadOnlyForScopedKeys") ? "no scoped key" : "access_control:write",
        handle: (exchange) => changeRule(exchange, target(exchange)),
        answers: WRITTEN,
      },
    },
  });

const ofProject = { locate: locateOneProject, authorize: authorizeMember } as const;

/** Below organizations the routes are the same, which is inferred. @source service 2026-09, access-control.md, table */
const PROJECTS = ["/api/projects/:id/", "/api/organizations/:organization_id/projects/:id/"] as const;

/** Single objects, by the plural of their kind. */
const OBJECTS = "/api/projects/:project_id/:resources/:object_id/";

const usersOf = <const Template extends string>(
  template: Template,
  below: Pick<Operation<ParameterName<Template>>, "locate" | "authorize">,
  target: (exchange: Exchange<ParameterName<Template>>) => RuleTarget,
  since: Dialect = "2025-08",
): Route =>
  route({
    template,
    title: "Users With Access",
    allow: "GET, HEAD, OPTIONS",
    since,
    operations: {
      GET: {
        ...below,
        scope: "access_control:read",
        handle: (exchange) => {
          refuseUnknownUsers(exchange);
          return listUsersWithAccess(exchange, target(exchange));
        },
        answers: inAll({ kind: "one", resource: USERS_WITH_ACCESS }),
      },
    },
  });

/**
 * Rules of kinds belong to a project, and the service says so if a request below an object asks for them. @source
 * service 2026-09, access-control.md, errors, 3
 */
const kindsBelowObject = (name: string): Route =>
  route({
    template: `${OBJECTS}${name}/`,
    title: "Access Controls",
    allow: "GET, PUT, HEAD, OPTIONS",
    since: "2026-09",
    operations: {
      PUT: {
        ...inProject,
        scope: "access_control:write",
        handle: (exchange) => {
          objectInPath(exchange);
          throw invalidInput("Resource-level access controls can only be configured for projects.", null);
        },
        answers: inAll({ kind: "nothing" }),
      },
    },
  });

/** Rules of access. */
const ACCESS_CONTROL_ROUTES: readonly Route[] = [
  ...PROJECTS.flatMap((prefix): Route[] => [
    routeOf(`${prefix}access_controls/`, ofProject, (exchange) => projectPlace(projectOf(exchange))),
    routeOf(`${prefix}resource_access_controls/`, ofProject, () => null, "2026-09"),
    routeOf(`${prefix}global_access_controls/`, ofProject, () => null),
    ...settingsRoutes((exchange) => mayEdit(exchange, null)).map(({ name, ...settings }) =>
      route({ ...settings, template: `${prefix}${name}` }),
    ),
    usersOf(`${prefix}users_with_access/`, ofProject, (exchange) => projectPlace(projectOf(exchange))),
  ]),
  routeOf(`${OBJECTS}access_controls/`, inProject, objectInPath),
  kindsBelowObject("resource_access_controls"),
  kindsBelowObject("global_access_controls"),
  usersOf(`${OBJECTS}users_with_access/`, inProject, objectInPath, "2026-09"),
];

/** An object that the control plane has added, by its ID or its short ID; there are no others. */
function objectInPath(exchange: Exchange<"object_id" | "resources">): RuleTarget {
  const { resources, object_id: object } = exchange.match.parameters;
  const resource = Object.hasOwn(KINDS_OF_OBJECTS, resources) ? KINDS_OF_OBJECTS[resources] : undefined;
  if (resource === undefined) {
    throw sandboxError(501, "not_implemented", `Whether single objects below ${resources} have rules is not known.`);
  }
  refuseUnknownKind(exchange, resource);
  const { number: project } = projectOf(exchange);
  const found = guardedObjectsOf(exchange.world)
    .where({ project })
    .find((row) => row.resource === resource && (row.short_id ?? row.object) === object);
  if (found === undefined) throw notFound();
  const place = { project, resource, resource_id: found.object };
  const membership = memberOf(exchange);
  const least = exchange.request.method === "PUT" ? "editor" : "viewer";
  enterObject({ world: exchange.world, membership, project: projectOf(exchange) }, place, least);
  return place;
}

/** The membership that counts: in the project's organization, or in the caller's current one. */
function memberOf(exchange: Exchange): MembershipRow {
  const membership = membershipIn(exchange, judgingOrganization(exchange, projectOf(exchange)));
  if (membership === undefined) throw denied(PROJECT_CLOSED);
  return membership;
}

/** Administrators of the project by the organization or a rule, or people with an object's highest level by a rule. */
function mayEdit(exchange: Exchange, target: Target): boolean {
  const membership = memberOf(exchange);
  if (editsRules(exchange.world, membership, projectPlace(projectOf(exchange)))) return true;
  if (target === null || target.resource === "project") return false;
  return editsRules(exchange.world, membership, target);
}

/** For kinds of resources, the caller's own level is the one in the project. */
function listRules(exchange: Exchange, target: Target): Answer {
  const { world } = exchange;
  const project = projectOf(exchange);
  const levels: Levels = target === null ? OF_RESOURCES : levelsOf(target.resource);
  const rules = rulesAt(world, target ?? { project: project.number, resource_id: null });
  const body = {
    access_controls: rules.map((row) => showRule(world, row)),
    available_access_levels: levels.all,
    default_access_level: levels.byDefault,
    ...(isIn(world.dialect, NEWER)
      ? { minimum_access_level: levels.lowest, maximum_access_level: levels.highest }
      : {}),
    user_access_level: accessOf(world, personOf(world, memberOf(exchange)), target ?? projectPlace(project)).level,
    user_can_edit_access_levels: mayEdit(exchange, target),
    ...(target === null || !isIn(world.dialect, NEWER) ? {} : { inherited_access: inheritedBy(exchange, target) }),
  };
  return { status: 200, headers: {}, body };
}

/** The access of people without a rule to an object that has no rule for everybody. @source as routes */
function inheritedBy({ world }: Exchange, place: RuleTarget): Record<string, unknown> | null {
  if (place.resource === "project") return null;
  const { organization } = world.store.tables.projects.one({ number: place.project }) ?? { organization: "" };
  const nobody: Person = { organization, user: null, membership: null, roles: [], level: 0 };
  const isItsOwn = (rule: RuleRow): boolean => rule.resource === place.resource && rule.resource_id !== null;
  const access = accessOf(world, nobody, place, { passedOver: isItsOwn });
  return { ...showAccess(place.resource, access), source_display_name: null };
}

function changeRule(exchange: Exchange, target: Target): Answer {
  refuseUnknownRule(exchange, target === null);
  const row = writeRule(exchange, target, mayEdit(exchange, target));
  if (row === undefined) return { status: 204, headers: {} };
  return { status: 200, headers: {}, body: showRule(exchange.world, row) };
}

/** Access to projects: the rules, and their effects. */
export const ACCESS_CONTROL: Family = {
  name: "access-control",
  routes: ACCESS_CONTROL_ROUTES,
  tables: [RULES_TABLE, GUARDED_OBJECTS_TABLE],
  control: ACCESS_CONTROL_CONTROL,
};
