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

/** Requests under `/api/organizations/{organization_id}/projects/`, and one that names only a project. */
export interface ProjectsApi {
  /** All projects of the organization that the key's account can see, in no particular order. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<ProjectRowWire>;
  /**
   * Creates a project and makes it the account's current one; `undefined` if the service succeeded without returning
   * it.
   *
   * Names aren't unique: after a lost response, check the list before another request.
   *
   * @throws permission_denied if the organization's plan allows no further project
   */
  create(organizationId: OrganizationId, body: ProjectBody, options?: CallOptions): Promise<ProjectWire | undefined>;
  /**
   * Reads one project.
   *
   * @throws not_found if the organization has no such project or the key can't see it
   */
  get(organizationId: OrganizationId, projectId: ProjectId, options?: CallOptions): Promise<ProjectWire>;
  /**
   * Reads one project by its number, without its organization.
   *
   * @throws not_found if there is no such project or the key can't see it
   * @source service 2026-09, projects.md, first table; live service 2025-08, flow 6
   */
  getByNumber(projectId: ProjectId, options?: CallOptions): Promise<ProjectWire>;
  /**
   * Changes the given fields; `undefined` if the service succeeded without returning the project.
   *
   * The project's environment keeps its old name. @source flows 6:12-15
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
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, projectId: ProjectId, options?: CallOptions): Promise<void>;
  /**
   * The project's activity, newest first.
   *
   * @throws key_not_allowed for a scoped key; only unscoped keys are allowed
   */
  activity(organizationId: OrganizationId, projectId: ProjectId, options?: ListOptions): Stream<ActivityWire>;
  /**
   * The activity of one object of a project, newest first, in services since 2026.
   *
   * @throws endpoint_not_found in older services
   */
  activityLog(projectId: ProjectId, of: ActivityOf, options?: ListOptions): Stream<ActivityWire>;
  /**
   * Records that a product is of interest; `undefined` if the service succeeded without returning the environment.
   *
   * @throws permission_denied for a key with named scopes; only `*` and unscoped keys are allowed
   */
  addProductIntent(
    organizationId: OrganizationId,
    projectId: ProjectId,
    body: ProductIntentBody,
    options?: CallOptions,
  ): Promise<EnvironmentWire | undefined>;
  /**
   * Records that a product was set up; `undefined` if the service succeeded without returning the environment.
   *
   * @throws permission_denied for a key with named scopes; only `*` and unscoped keys are allowed
   */
  completeProductOnboarding(
    organizationId: OrganizationId,
    projectId: ProjectId,
    body: ProductIntentBody,
    options?: CallOptions,
  ): Promise<EnvironmentWire | undefined>;
  /**
   * Whether demo data is being created; `undefined` for an empty response.
   *
   * @throws key_not_allowed for a scoped key; only unscoped keys are allowed
   */
  isGeneratingDemoData(
    organizationId: OrganizationId,
    projectId: ProjectId,
    options?: CallOptions,
  ): Promise<DemoDataWire | undefined>;
  /**
   * Gives the project a new `api_token`. The old one becomes invalid immediately. `undefined` if the service sent no
   * project.
   *
   * Each request changes it again: after a lost response, read the project.
   *
   * @throws key_not_allowed for a scoped key; only unscoped keys are allowed
   */
  resetToken(
    organizationId: OrganizationId,
    projectId: ProjectId,
    options?: CallOptions,
  ): Promise<ProjectWire | undefined>;
}

/** Creates the project requests. */
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
