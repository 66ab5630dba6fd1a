import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { ProjectId } from "./scopes.ts";
import { userSchema } from "./user.ts";
import { instantText, jsonObject, nonEmptyText } from "./wire.ts";

const ROUTE = "/api/projects/{project_id}/integrations/";
const ROUTE_ONE = "/api/projects/{project_id}/integrations/{integration_id}/";

const integrationSchema = z.looseObject({
  /** A number of the service; a recreated integration has another one. */
  id: z.number().int(),
  /** `aws-s3`, `snowflake`, `slack`, ...; any other string is kept. */
  kind: nonEmptyText,
  /** The public part: secrets are never shown. */
  config: jsonObject.nullish().transform((config) => config ?? {}),
  created_at: instantText,
  created_by: userSchema.nullable().default(null),
  /** The service's message about credentials that no longer work. */
  errors: z.string().nullable().default(""),
  /** The display name; some kinds have their identity only here. */
  display_name: z.string().nullable().default(""),
});

/**
 * An integration as the service sends it; undeclared fields are kept unchanged.
 *
 * @source service 2026-09, integrations.md, fields
 */
export type IntegrationWire = z.output<typeof integrationSchema>;

/** Body of a create request. */
export interface IntegrationBody {
  readonly kind: string;
  /** The settings of the kind, including secrets. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * Requests under `/api/projects/{project_id}/integrations/`; the kinds for credentials exist in services since 2026.
 *
 * An integration can't be changed.
 *
 * @source service 2026-09, integrations.md
 */
export interface IntegrationsApi {
  /** All integrations of the project, oldest first. */
  list(projectId: ProjectId, options?: ListOptions): Listing<IntegrationWire>;
  /** Reads one integration. */
  get(projectId: ProjectId, integrationId: number, options?: CallOptions): Promise<IntegrationWire>;
  /**
   * Creates an integration; `undefined` if the service succeeded without returning it. Kinds identified by a name refuse
   * a second one with it. For others, a create overwrites the one with the same identity, which keeps its number.
   *
   * @throws integration_exists (400) if the name is taken; integration_admin_needed (403) if one would be overwritten
   */
  create(projectId: ProjectId, body: IntegrationBody, options?: CallOptions): Promise<IntegrationWire | undefined>;
  /**
   * Deletes an integration.
   *
   * @throws integration_in_use (400) while an export, an enabled function or an active workflow uses it; not_found if
   *   it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(projectId: ProjectId, integrationId: number, options?: CallOptions): Promise<void>;
}

/** Creates the integration requests. */
export function createIntegrationsApi(caller: Caller): IntegrationsApi {
  const all = (projectId: ProjectId) => ({ route: ROUTE, params: { project_id: projectId } });
  const one = (projectId: ProjectId, integrationId: number) => ({
    route: ROUTE_ONE,
    params: { project_id: projectId, integration_id: integrationId },
  });
  return {
    list: (projectId, options) =>
      createListing(
        caller,
        { ...all(projectId), item: integrationSchema, idOf: ({ id }: IntegrationWire) => String(id) },
        options,
      ),
    create: (projectId, body, options) =>
      caller.write({ method: "POST", ...all(projectId), body, answer: integrationSchema, ...options }),
    get: (projectId, integrationId, options) =>
      caller.read({ ...one(projectId, integrationId), answer: integrationSchema, ...options }),
    delete: (projectId, integrationId, options) => caller.remove({ ...one(projectId, integrationId), ...options }),
  };
}
