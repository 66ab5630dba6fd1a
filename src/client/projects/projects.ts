import { activityAt, activityLogAt } from "../activity.ts";
import type { ActivityOf, ActivityWire } from "../activity.ts";
import type { CallOptions, Caller } from "../caller.ts";
import type { Listing, ListOptions } from "../pagination.ts";
import { createListing } from "../pagination.ts";
import type { OrganizationId, ProjectId } from "../scopes.ts";
import { createStream } from "../stream.ts";
import type { Stream } from "../stream.ts";
import { demoDataSchema, environmentSchema, projectRowSchema, projectSchema } from "./project-wire.ts";
import type {
  DemoDataWire,
  EnvironmentWire,
  ProductIntentBody,
  ProjectBody,
  ProjectRowWire,
  ProjectWire,
} from "./project-wire.ts";

const ROUTE = "/api/organizations/{organization_id}/projects/";
const ROUTE_ONE = `${ROUTE}{project_id}/`;

/** Calls under `/api/organizations/{organization_id}/projects/`, and one that names a project alone. */
export interface ProjectsApi {
  /** All projects of the organization that the key's account sees, in no particular order. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<ProjectRowWire>;
  /**
   * Creates a project, and makes it the account's current one; `undefined` when the service said yes without sending it.
   *
   * Names are not unique: after a lost answer look into the list before asking again.
   *
   * @throws permission_denied when the plan of the organization has no room for another project
   */
  create(organizationId: OrganizationId, body: ProjectBody, options?: CallOptions): Promise<ProjectWire | undefined>;
  /**
   * Reads one project.
   *
   * @throws not_found when the organization has no such project or the key cannot see it
   */
  get(organizationId: OrganizationId, projectId: ProjectId, options?: CallOptions): Promise<ProjectWire>;
  /**
   * Reads one project by its number alone: where nobody says which organization has it.
   *
   * @throws not_found when there is no such project or the key cannot see it
   * @source service 2026-09, projects.md, first table; live service 2025-08, flow 6
   */
  getByNumber(projectId: ProjectId, options?: CallOptions): Promise<ProjectWire>;
  /**
   * Changes the given fields; `undefined` when the service said yes without sending the project.
   *
   * A new name does not reach the project's environment, which keeps the old one. @source flows 6:12-15
   */
  update(
    organizationId: OrganizationId,
    projectId: ProjectId,
    body: ProjectBody,
    options?: CallOptions,
  ): Promise<ProjectWire | undefined>;
  /**
   * Deletes a project with everything in it.
   *
   * @throws not_found when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(organizationId: OrganizationId, projectId: ProjectId, options?: CallOptions): Promise<void>;
  /**
   * What happened to the project, newest first.
   *
   * @throws key_not_allowed for a key with scopes; only a key without any may ask
   */
  activity(organizationId: OrganizationId, projectId: ProjectId, options?: ListOptions): Stream<ActivityWire>;
  /**
   * What was done to one object of a project, newest first, in services of 2026.
   *
   * @throws endpoint_not_found in older services
   */
  activityLog(projectId: ProjectId, of: ActivityOf, options?: ListOptions): Stream<ActivityWire>;
  /**
   * Notes that a product is of interest; `undefined` when the service said yes without sending the environment.
   *
   * @throws permission_denied for a key whose scopes are named: only `*` and an unscoped key may
   */
  addProductIntent(
    organizationId: OrganizationId,
    projectId: ProjectId,
    body: ProductIntentBody,
    options?: CallOptions,
  ): Promise<EnvironmentWire | undefined>;
  /**
   * Notes that a product was set up; `undefined` when the service said yes without sending the environment.
   *
   * @throws permission_denied for a key whose scopes are named: only `*` and an unscoped key may
   */
  completeProductOnboarding(
    organizationId: OrganizationId,
    projectId: ProjectId,
    body: ProductIntentBody,
    options?: CallOptions,
  ): Promise<EnvironmentWire | undefined>;
  /**
   * Whether demo data is being made; `undefined` for an empty answer.
   *
   * @throws key_not_allowed for a key with scopes; only a key without any may ask
   */
  isGeneratingDemoData(
    organizationId: OrganizationId,
    projectId: ProjectId,
    options?: CallOptions,
  ): Promise<DemoDataWire | undefined>;
  /**
   * Gives the project a new `api_token`; the old one is dead at once. `undefined` when the service sent no project.
   *
   * Asking again changes it again: after a lost answer read the project.
   *
   * @throws key_not_allowed for a key with scopes; only a key without any may ask
   */
  resetToken(
    organizationId: OrganizationId,
    projectId: ProjectId,
    options?: CallOptions,
  ): Promise<ProjectWire | undefined>;
}

/** Makes the project calls. */
export function createProjectsApi(caller: Caller): ProjectsApi {
  const all = (organizationId: OrganizationId) => ({ route: ROUTE, params: { organization_id: organizationId } });
  const one = (organizationId: OrganizationId, projectId: ProjectId, action = "") => ({
    route: ROUTE_ONE + action,
    params: { organization_id: organizationId, project_id: projectId },
  });
  const answer = projectSchema;
  return {
    list: (organizationId, options) => {
      const source = { ...all(organizationId), item: projectRowSchema };
      return createListing(caller, { ...source, idOf: (item) => String(item.id) }, options);
    },
    create: (organizationId, body, options) =>
      caller.write({ method: "POST", ...all(organizationId), body, answer, ...options }),
    get: (organizationId, projectId, options) => caller.read({ ...one(organizationId, projectId), answer, ...options }),
    getByNumber: (projectId, options) =>
      caller.read({ route: "/api/projects/{project_id}/", params: { project_id: projectId }, answer, ...options }),
    update: (organizationId, projectId, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, projectId), body, answer, ...options }),
    delete: (organizationId, projectId, options) => caller.remove({ ...one(organizationId, projectId), ...options }),
    activity: (organizationId, projectId, options) =>
      createStream(caller, activityAt(one(organizationId, projectId, "activity/")), options),
    activityLog: (projectId, of, options) => {
      const at = { route: "/api/projects/{project_id}/activity_log/", params: { project_id: projectId } };
      return createStream(caller, activityLogAt(at, of), options);
    },
    addProductIntent: (organizationId, projectId, body, options) => {
      const at = one(organizationId, projectId, "add_product_intent/");
      return caller.write({ method: "PATCH", ...at, body, answer: environmentSchema, ...options });
    },
    completeProductOnboarding: (organizationId, projectId, body, options) => {
      const at = one(organizationId, projectId, "complete_product_onboarding/");
      return caller.write({ method: "PATCH", ...at, body, answer: environmentSchema, ...options });
    },
    isGeneratingDemoData: (organizationId, projectId, options) => {
      const at = one(organizationId, projectId, "is_generating_demo_data/");
      return caller.readIfAny({ ...at, answer: demoDataSchema, ...options });
    },
    resetToken: (organizationId, projectId, options) =>
      caller.write({
        method: "PATCH",
        ...one(organizationId, projectId, "reset_token/"),
        body: {},
        answer,
        ...options,
      }),
  };
}
