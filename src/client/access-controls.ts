import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { ProjectId } from "./scopes.ts";
import { anything, instantText, nonEmptyText, textOrNull } from "./wire.ts";

const ROUTE_PROJECT = "/api/projects/{project_id}/access_controls/";
const ROUTE_KINDS = "/api/projects/{project_id}/resource_access_controls/";
/** The older name, the only one in services of 2025. @source service 2026-09, access-control.md, table; 2025-08, newer facts */
const ROUTE_KINDS_BEFORE = "/api/projects/{project_id}/global_access_controls/";
/** The same below an organization, which then decides. @source service 2026-09, access-control.md, table */
const BELOW_ORGANIZATION = {
  [ROUTE_PROJECT]: "/api/organizations/{organization_id}/projects/{project_id}/access_controls/",
  [ROUTE_KINDS]: "/api/organizations/{organization_id}/projects/{project_id}/resource_access_controls/",
  [ROUTE_KINDS_BEFORE]: "/api/organizations/{organization_id}/projects/{project_id}/global_access_controls/",
} as const;
const ROUTE_OBJECT = "/api/projects/{project_id}/{objects}/{object_id}/access_controls/";

/** A rule has no ID: its location and its subject identify it. */
const accessRuleSchema = z.looseObject({
  access_level: nonEmptyText,
  /** Its target, such as `project` or `dashboard`. */
  resource: nonEmptyText,
  /** The target object; null for all objects of the kind. */
  resource_id: textOrNull,
  /** ID of a membership, not of a user; null unless the rule is for a member. */
  organization_member: textOrNull,
  /** ID of a role; null unless the rule is for one. */
  role: textOrNull,
  /** Its creator. */
  created_by: anything,
  created_at: instantText.optional(),
  updated_at: instantText.optional(),
});

/**
 * An access rule as the service sends it; undeclared fields are kept unchanged.
 *
 * @source service 2026-09, access-control.md, GET answer
 */
export type AccessRuleWire = z.output<typeof accessRuleSchema>;

/** The rules of a location, with the level of the key's own account there. */
const accessRulesSchema = z.looseObject({
  access_controls: z.array(accessRuleSchema),
  available_access_levels: z.array(z.string()).optional(),
  /** Level of people without any rule. */
  default_access_level: z.string().nullable().optional(),
  user_access_level: z.string().nullable().optional(),
  user_can_edit_access_levels: z.boolean().nullable().optional(),
});

/** All rules of a location; there are no pages. */
export type AccessRulesWire = z.output<typeof accessRulesSchema>;

/** The location of a rule: a project, its kinds of resources, or an object. */
export interface AccessPlace {
  readonly projectId: ProjectId;
  /**
   * The project's organization, if it is known: without it, the service checks rules of projects and of kinds against
   * the account's current organization. Rules of objects always use the project's organization.
   */
  readonly organizationId?: string | undefined;
  /** The object's kind as in its path, such as `dashboards`, and its ID; absent for rules of a project or of kinds. */
  readonly object?: { readonly objects: string; readonly id: string } | undefined;
  /** Rules of the project's kinds of resources, instead of rules of the project itself. */
  readonly isOfKinds?: boolean | undefined;
  /** Whether to use the route name of services of 2025 for rules of kinds. */
  readonly isNamedAsBefore?: boolean | undefined;
}

/** A rule in a request: without a member and a role, it is for everybody. */
export interface AccessRuleBody {
  /** Null deletes the rule. */
  readonly access_level: string | null;
  readonly resource?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly organization_member?: string | undefined;
  readonly role?: string | undefined;
}

/** Requests about access rules: in a project, for its kinds of resources, for one object. */
export interface AccessControlsApi {
  /**
   * All rules of a location.
   *
   * @throws endpoint_not_found if the service has no such route: the documented contract has none, and services of 2025
   *   have the route for kinds only under its older name
   */
  list(place: AccessPlace, options?: CallOptions): Promise<AccessRulesWire>;
  /**
   * Creates, changes, or deletes the rule of a subject; `undefined` if it is deleted, or the service didn't return it.
   *
   * Repeating it does no harm: a location has one rule for each subject.
   *
   * @throws permission_denied for accounts that can't edit rules, and for rules of roles that the plan lacks
   * @throws invalid_input for a level that the location doesn't have, and for a member or role of another organization
   */
  put(place: AccessPlace, body: AccessRuleBody, options?: CallOptions): Promise<AccessRuleWire | undefined>;
}

/** Creates the requests about access rules. */
export function createAccessControlsApi(caller: Caller): AccessControlsApi {
  return {
    list: (place, options) => caller.read({ ...targetOf(place), answer: accessRulesSchema, ...options }),
    put: (place, body, options) =>
      caller.write({ method: "PUT", ...targetOf(place), body, answer: accessRuleSchema, ...options }),
  };
}

function targetOf({ projectId, organizationId, object, isOfKinds, isNamedAsBefore }: AccessPlace) {
  const project = { project_id: projectId };
  if (object === undefined) {
    const routeOfKinds = isNamedAsBefore === true ? ROUTE_KINDS_BEFORE : ROUTE_KINDS;
    const route = isOfKinds === true ? routeOfKinds : ROUTE_PROJECT;
    if (organizationId === undefined) return { route, params: project };
    return { route: BELOW_ORGANIZATION[route], params: { ...project, organization_id: organizationId } };
  }
  return { route: ROUTE_OBJECT, params: { ...project, objects: object.objects, object_id: object.id } };
}
