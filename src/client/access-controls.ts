import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { ProjectId } from "./scopes.ts";
import { anything, instantText, nonEmptyText, textOrNull } from "./wire.ts";

const ROUTE_PROJECT = "/api/projects/{project_id}/access_controls/";
const ROUTE_KINDS = "/api/projects/{project_id}/resource_access_controls/";
/** The older name, which services of 2025 have alone. @source service 2026-09, access-control.md, table; 2025-08, newer facts */
const ROUTE_KINDS_BEFORE = "/api/projects/{project_id}/global_access_controls/";
/** The same below an organization, whose rules and members judge there. @source service 2026-09, access-control.md, table */
const BELOW_ORGANIZATION = {
  [ROUTE_PROJECT]: "/api/organizations/{organization_id}/projects/{project_id}/access_controls/",
  [ROUTE_KINDS]: "/api/organizations/{organization_id}/projects/{project_id}/resource_access_controls/",
  [ROUTE_KINDS_BEFORE]: "/api/organizations/{organization_id}/projects/{project_id}/global_access_controls/",
} as const;
const ROUTE_OBJECT = "/api/projects/{project_id}/{objects}/{object_id}/access_controls/";

/** A rule has no id: place and subject together are its name. */
const accessRuleSchema = z.looseObject({
  access_level: nonEmptyText,
  /** What it is about, such as `project` or `dashboard`. */
  resource: nonEmptyText,
  /** The object that it is about; null for all objects of the kind. */
  resource_id: textOrNull,
  /** Id of a membership, not of a user; null unless the rule is about a member. */
  organization_member: textOrNull,
  /** Id of a role; null unless the rule is about one. */
  role: textOrNull,
  /** Who made it. */
  created_by: anything,
  created_at: instantText.optional(),
  updated_at: instantText.optional(),
});

/**
 * A rule of access as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source service 2026-09, access-control.md, GET answer
 */
export type AccessRuleWire = z.output<typeof accessRuleSchema>;

/** The rules of a place, with the level that the key's own account has there. */
const accessRulesSchema = z.looseObject({
  access_controls: z.array(accessRuleSchema),
  available_access_levels: z.array(z.string()).optional(),
  /** Level of those of whom no rule says anything. */
  default_access_level: z.string().nullable().optional(),
  user_access_level: z.string().nullable().optional(),
  user_can_edit_access_levels: z.boolean().nullable().optional(),
});

/** All rules of a place; there are no pages. */
export type AccessRulesWire = z.output<typeof accessRulesSchema>;

/** Where a rule lies: a project, the kinds of resources in one, or an object. */
export interface AccessPlace {
  readonly projectId: ProjectId;
  /**
   * The project's organization, where it is known: without it the service judges rules of a project and of kinds by the
   * account's current organization. Rules of objects are judged by that of the project anyway.
   */
  readonly organizationId?: string | undefined;
  /** The object's kind as its path has it, such as `dashboards`, and its id; absent for rules of a project or of kinds. */
  readonly object?: { readonly objects: string; readonly id: string } | undefined;
  /** Rules of the kinds of resources in the project, in place of rules of the project itself. */
  readonly isOfKinds?: boolean | undefined;
  /** Whether the rules of kinds are asked for under the name that services of 2025 have for their route. */
  readonly isNamedAsBefore?: boolean | undefined;
}

/** A rule as it is sent: without member and role it is everybody's. */
export interface AccessRuleBody {
  /** Null takes the rule away. */
  readonly access_level: string | null;
  readonly resource?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly organization_member?: string | undefined;
  readonly role?: string | undefined;
}

/** Calls about who may do how much: in a project, with its kinds of resources, with one object. */
export interface AccessControlsApi {
  /**
   * All rules of a place.
   *
   * @throws endpoint_not_found where the service has no such route: the documented contract has none, and services of 2025
   *   have that of kinds under its older name alone
   */
  list(place: AccessPlace, options?: CallOptions): Promise<AccessRulesWire>;
  /**
   * Makes the rule of a subject, changes it, or takes it away; `undefined` when it is gone, or the service did not send it.
   *
   * Sending it again does no harm: a place has one rule of each subject.
   *
   * @throws permission_denied for accounts that may not edit rules, and for rules of roles that the plan lacks
   * @throws invalid_input for a level that the place does not have, and for a member or role of another organization
   */
  put(place: AccessPlace, body: AccessRuleBody, options?: CallOptions): Promise<AccessRuleWire | undefined>;
}

/** Makes the calls about rules of access. */
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
