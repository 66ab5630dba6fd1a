import * as z from "zod";

import type { CallOptions, Caller } from "../caller.ts";
import { type LogLineWire, logLines, type LogQuery } from "../log-lines.ts";
import type { Listing, ListOptions } from "../pagination.ts";
import { createListing } from "../pagination.ts";
import type { ProjectId } from "../scopes.ts";
import { hogFunctionSchema, hogFunctionTemplateSchema, invocationSchema } from "./hog-function-wire.ts";
import type {
  HogFunctionBody,
  HogFunctionCreateBody,
  HogFunctionTemplateWire,
  HogFunctionWire,
  InvocationBody,
  InvocationWire,
} from "./hog-function-wire.ts";

const PROJECT = "/api/projects/{project_id}/";
const ROUTE = `${PROJECT}hog_functions/`;

/**
 * Requests under `/api/projects/{project_id}/hog_functions/`, which services have since 2025.
 *
 * @source service 2026-09, hog-functions.md; service 2025-08, its own code
 */
export interface HogFunctionsApi {
  /** All functions of the project, first those that run in an order; in their long form, if the lists have one. */
  list(projectId: ProjectId, options?: ListOptions): Listing<HogFunctionWire>;
  /** Creates a function; `undefined` if the service succeeded without returning it. Names aren't unique. */
  create(
    projectId: ProjectId,
    body: HogFunctionCreateBody,
    options?: CallOptions,
  ): Promise<HogFunctionWire | undefined>;
  /**
   * Reads one function.
   *
   * @throws not_found if there is none with this ID, or it was deleted
   */
  get(projectId: ProjectId, functionId: string, options?: CallOptions): Promise<HogFunctionWire>;
  /** Changes the given fields; `undefined` if the service succeeded without returning the function. */
  update(
    projectId: ProjectId,
    functionId: string,
    body: HogFunctionBody,
    options?: CallOptions,
  ): Promise<HogFunctionWire | undefined>;
  /**
   * Deletes a function by a change: the service has no DELETE for it, and keeps deleted functions.
   *
   * @param mappings - its current mappings, null for a type without mappings: a change without them might delete them
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(projectId: ProjectId, functionId: string, mappings?: unknown, options?: CallOptions): Promise<void>;
  /**
   * Reads a template by its ID, such as `template-webhook`.
   *
   * @throws not_found if the service has none with this ID
   */
  template(projectId: ProjectId, templateId: string, options?: CallOptions): Promise<HogFunctionTemplateWire>;
  /** Lines of the function's log, latest first, read during the iteration. */
  logs(
    projectId: ProjectId,
    functionId: string,
    query?: LogQuery,
    options?: Omit<ListOptions, "pageSize">,
  ): AsyncIterable<LogLineWire>;
  /** Tests a function with one event, without changing the function. */
  invoke(
    projectId: ProjectId,
    functionId: string,
    body: InvocationBody,
    options?: CallOptions,
  ): Promise<InvocationWire | undefined>;
}

/** Creates the hog function requests. */
export function createHogFunctionsApi(caller: Caller): HogFunctionsApi {
  const all = (projectId: ProjectId) => ({ route: ROUTE, params: { project_id: projectId } });
  const one = (projectId: ProjectId, functionId: string, action = "") => ({
    route: `${ROUTE}{function_id}/${action}`,
    params: { project_id: projectId, function_id: functionId },
  });
  const answer = hogFunctionSchema;
  return {
    list: (projectId, options) => {
      const source = { ...all(projectId), query: { full: true }, item: answer };
      return createListing(caller, { ...source, idOf: (item) => item.id }, options);
    },
    create: (projectId, body, options) => caller.write({ method: "POST", ...all(projectId), body, answer, ...options }),
    get: (projectId, functionId, options) => caller.read({ ...one(projectId, functionId), answer, ...options }),
    update: (projectId, functionId, body, options) =>
      caller.write({ method: "PATCH", ...one(projectId, functionId), body, answer, ...options }),
    delete: async (projectId, functionId, mappings, options) => {
      await caller.write({
        method: "PATCH",
        ...one(projectId, functionId),
        body: { deleted: true, ...(mappings === undefined ? {} : { mappings }) },
        answer: z.unknown(),
        ...options,
      });
    },
    template: (projectId, templateId, options) => {
      const params = { project_id: projectId, template_id: templateId };
      const route = `${PROJECT}hog_function_templates/{template_id}/`;
      return caller.read({ route, params, answer: hogFunctionTemplateSchema, ...options });
    },
    logs: (projectId, functionId, query, options) =>
      logLines(caller, one(projectId, functionId, "logs/"), query, options),
    invoke: (projectId, functionId, body, options) => {
      const at = one(projectId, functionId, "invocations/");
      return caller.write({ method: "POST", ...at, body, answer: invocationSchema, ...options });
    },
  };
}
