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
 * Calls under `/api/projects/{project_id}/hog_functions/`, which services have since 2025.
 *
 * @source service 2026-09, hog-functions.md; service 2025-08, its own code
 */
export interface HogFunctionsApi {
  /** All functions of the project, those that run in an order first; in their long form, where the service has one for lists. */
  list(projectId: ProjectId, options?: ListOptions): Listing<HogFunctionWire>;
  /** Makes a function; `undefined` when the service said yes without sending it. Names are not unique. */
  create(
    projectId: ProjectId,
    body: HogFunctionCreateBody,
    options?: CallOptions,
  ): Promise<HogFunctionWire | undefined>;
  /**
   * Reads one function.
   *
   * @throws not_found when there is none of this id, or it was deleted
   */
  get(projectId: ProjectId, functionId: string, options?: CallOptions): Promise<HogFunctionWire>;
  /** Changes the given fields; `undefined` when the service said yes without sending the function. */
  update(
    projectId: ProjectId,
    functionId: string,
    body: HogFunctionBody,
    options?: CallOptions,
  ): Promise<HogFunctionWire | undefined>;
  /**
   * Deletes a function by a change: the service has no DELETE for it, and keeps what was deleted.
   *
   * @param mappings - those that it has, null for a type that takes none: a change without them may remove them
   * @throws not_found when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(projectId: ProjectId, functionId: string, mappings?: unknown, options?: CallOptions): Promise<void>;
  /**
   * Reads a template by its id, such as `template-webhook`.
   *
   * @throws not_found when the service has none of this id
   */
  template(projectId: ProjectId, templateId: string, options?: CallOptions): Promise<HogFunctionTemplateWire>;
  /** Lines of the function's log, newest first, read while they are iterated. */
  logs(
    projectId: ProjectId,
    functionId: string,
    query?: LogQuery,
    options?: Omit<ListOptions, "pageSize">,
  ): AsyncIterable<LogLineWire>;
  /** Tries a function with one event; nothing of the function is changed. */
  invoke(
    projectId: ProjectId,
    functionId: string,
    body: InvocationBody,
    options?: CallOptions,
  ): Promise<InvocationWire | undefined>;
}

/** Makes the hog function calls. */
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
