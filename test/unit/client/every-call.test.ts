import { describe, expect, test } from "@jest/globals";

import type { Caller, Target } from "../../../src/client/caller.ts";
import type { Api, ListOptions } from "../../../src/client/client.ts";
import { createNounApis } from "../../../src/client/nouns.generated.ts";
import { createPipelineItemsApi, type PipelineFamily } from "../../../src/client/pipeline-items.ts";
import { createScopedCaller } from "../../../src/client/scopes.ts";
import { CLIENT_OPERATIONS } from "../../support/operations/client-operations.ts";
import { PLACES } from "../../support/operations/operation.ts";

const { organization_id: ORG } = PLACES;
const FAMILIES: readonly PipelineFamily[] = [
  "pipelineDestinations",
  "pipelineFrontendApps",
  "pipelineImportApps",
  "pipelineTransformations",
  "plugins",
];

async function readThrough(lines: AsyncIterable<unknown>): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

/** Calls beyond the table of operations. */
const FURTHER: readonly (readonly [call: string, run: (api: Api) => Promise<unknown>])[] = [
  ["members.search", (api) => api.members.search(ORG, "a@b.example").all()],
  ["accessControls.list", (api) => api.accessControls.list({ projectId: "7" })],
  ["accessControls.put", (api) => api.accessControls.put({ projectId: "7" }, { access_level: null })],
  ["batchExports.createBackfill", (api) => api.batchExports.createBackfill({ projectId: 7 }, "e1", {})],
  ["hogFunctions.list", (api) => api.hogFunctions.list(7).all()],
  ["hogFunctions.create", (api) => api.hogFunctions.create(7, { type: "destination" })],
  ["hogFunctions.get", (api) => api.hogFunctions.get(7, "f1")],
  ["hogFunctions.update", (api) => api.hogFunctions.update(7, "f1", {})],
  ["hogFunctions.delete", (api) => api.hogFunctions.delete(7, "f1")],
  ["hogFunctions.template", (api) => api.hogFunctions.template(7, "template-webhook")],
  ["hogFunctions.invoke", (api) => api.hogFunctions.invoke(7, "f1", { mock_async_functions: true, configuration: {} })],
  ["hogFunctions.logs", (api) => readThrough(api.hogFunctions.logs(7, "f1"))],
  ["integrations.list", (api) => api.integrations.list(7).all()],
  ["integrations.get", (api) => api.integrations.get(7, 5)],
  ["integrations.create", (api) => api.integrations.create(7, { kind: "twilio", config: {} })],
  ["integrations.delete", (api) => api.integrations.delete(7, 5)],
  ["identityProviders.list", (api) => api.identityProviders.list(ORG).all()],
  ["identityProviders.create", (api) => api.identityProviders.create(ORG, {})],
  ["identityProviders.get", (api) => api.identityProviders.get(ORG, "p1")],
  ["identityProviders.update", (api) => api.identityProviders.update(ORG, "p1", {})],
  ["identityProviders.delete", (api) => api.identityProviders.delete(ORG, "p1")],
  ["organizations.activityLog", (api) => api.organizations.activityLog(ORG).all()],
  ["projects.activityLog", (api) => api.projects.activityLog(7, { scope: "Team", itemId: "7" }).all()],
  ["projects.getByNumber", (api) => api.projects.getByNumber(7)],
  ["proxyRecords.retry", (api) => api.proxyRecords.retry(ORG, "r1")],
  ["proxyRecords.diagnose", (api) => api.proxyRecords.diagnose(ORG, "r1")],
];

const CALLS = [...CLIENT_OPERATIONS.map(({ call, run }) => [call, run] as const), ...FURTHER];

type Call = (...args: readonly unknown[]) => unknown;
type Nouns = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/** A row of any list, which differs from another in all that identifies one. */
const rowOf = (id: number) => {
  const AT = `2026-11-2${9 - id}T08:00:00Z`;
  return { id, uuid: `u${id}`, name: `n${id}`, item_id: `${id}`, person: { id }, timestamp: AT, created_at: AT };
};

/** What a call asked of the caller below it, and what it returned. */
async function called(run: (api: Api) => Promise<unknown>, options: object, pages: readonly (readonly number[])[]) {
  const asked: Target[] = [];
  let kind: "one answer" | "list" | "stream" = "one answer";
  const requests: string[] = [];
  const answer = (verb: string) => (target: Target & { readonly method?: string }) => {
    requests.push(`${target.method ?? verb.replace("IfAny", "")} ${target.route}`);
    const at = asked.push(target) - 1;
    const next = at === 0 && pages.length > 1 ? "?page=2" : null;
    return Promise.resolve({ items: (pages[at] ?? []).map(rowOf), next, count: null, limit: undefined });
  };
  const caller = createScopedCaller({
    basePath: "",
    host: "https://service.example",
    monotonicMs: () => 0,
    locate: (target: Target) => Promise.resolve(target),
    readApart: (_at: Target, read: () => Promise<unknown>) => read(),
    ...Object.fromEntries(["read", "readIfAny", "readCsv", "write", "remove"].map((verb) => [verb, answer(verb)])),
  } as unknown as Caller); // -- answers of any type
  const families = FAMILIES.map((family) => [family, createPipelineItemsApi(caller, family)] as const);
  const nouns = { ...createNounApis(caller), ...Object.fromEntries(families) } as unknown as Nouns; // -- only called by name
  const withOptions = (call: Call): Call => {
    return (...args) => {
      const others = Array.from({ length: call.length - 1 }, (_none, at) => args[at]);
      const made = call(...others, options);
      if (typeof made === "object" && made !== null && "all" in made) kind = "csv" in made ? "stream" : "list";
      return made;
    };
  };
  const api = Object.fromEntries(
    Object.entries(nouns).map(([noun, calls]) => [
      noun,
      Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, withOptions(call)])),
    ]),
  ) as unknown as Api; // -- the same calls with other options
  const result = await run(api);
  return { asked, requests, result, kind };
}

/** Their pages are longer than those of this test. */
const LOGS: ReadonlySet<string> = new Set(["batchExports.logs", "hogFunctions.logs"]);

/** Where these go, by the verb of the caller or the method of a write. */
const REQUESTS: Readonly<Record<string, string>> = {
  "members.search": "read /api/organizations/{organization_id}/members/",
  "accessControls.list": "read /api/projects/{project_id}/access_controls/",
  "accessControls.put": "PUT /api/projects/{project_id}/access_controls/",
  "batchExports.createBackfill": "POST /api/projects/{project_id}/batch_exports/{export_id}/backfills/",
  "hogFunctions.list": "read /api/projects/{project_id}/hog_functions/",
  "hogFunctions.create": "POST /api/projects/{project_id}/hog_functions/",
  "hogFunctions.get": "read /api/projects/{project_id}/hog_functions/{function_id}/",
  "hogFunctions.update": "PATCH /api/projects/{project_id}/hog_functions/{function_id}/",
  "hogFunctions.delete": "PATCH /api/projects/{project_id}/hog_functions/{function_id}/",
  "hogFunctions.template": "read /api/projects/{project_id}/hog_function_templates/{template_id}/",
  "hogFunctions.invoke": "POST /api/projects/{project_id}/hog_functions/{function_id}/invocations/",
  "hogFunctions.logs": "read /api/projects/{project_id}/hog_functions/{function_id}/logs/",
  "integrations.list": "read /api/projects/{project_id}/integrations/",
  "integrations.get": "read /api/projects/{project_id}/integrations/{integration_id}/",
  "integrations.create": "POST /api/projects/{project_id}/integrations/",
  "integrations.delete": "remove /api/projects/{project_id}/integrations/{integration_id}/",
  "identityProviders.list": "read /api/organizations/{organization_id}/identity_provider_configs/",
  "identityProviders.create": "POST /api/organizations/{organization_id}/identity_provider_configs/",
  "identityProviders.get": "read /api/organizations/{organization_id}/identity_provider_configs/{config_id}/",
  "identityProviders.update": "PATCH /api/organizations/{organization_id}/identity_provider_configs/{config_id}/",
  "identityProviders.delete": "remove /api/organizations/{organization_id}/identity_provider_configs/{config_id}/",
  "organizations.activityLog": "read /api/organizations/{organization_id}/advanced_activity_logs/",
  "projects.activityLog": "read /api/projects/{project_id}/activity_log/",
  "projects.getByNumber": "read /api/projects/{project_id}/",
  "proxyRecords.retry": "POST /api/organizations/{organization_id}/proxy_records/{record_id}/retry/",
  "proxyRecords.diagnose": "read /api/organizations/{organization_id}/proxy_records/{record_id}/diagnose/",
};

test.each(FURTHER)("%s goes to its own route", async (call, run) => {
  const { requests } = await called(run, {}, [[1]]);
  expect([call, ...new Set(requests)]).toEqual([call, REQUESTS[call]]);
});

describe.each(CALLS)("%s", (call, run) => {
  test("stops with the signal that it gets", async () => {
    const { signal } = new AbortController();
    const { asked } = await called(run, { signal }, [[1]]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal).toBe(signal);
  });

  test("gives all rows of all pages, each once, if it has pages", async () => {
    const reported: number[] = [];
    const options: ListOptions = { onPage: ({ rows }) => void reported.push(rows) };
    const { result, kind } = await called(run, options, [
      [1, 2],
      [3, 4],
    ]);
    const hasPages = kind !== "one answer" && !LOGS.has(call);
    expect(hasPages ? result : undefined).toEqual(hasPages ? [1, 2, 3, 4].map(rowOf) : undefined);
    expect(hasPages ? reported : []).toEqual(hasPages ? [2, 4] : []);
  });

  test("skips a row that moved to the next page, or reads a whole list again because of it", async () => {
    const { result, kind } = await called(run, {}, [
      [1, 2],
      [2, 3],
      [5, 6],
    ]);
    const read = { "one answer": undefined, list: [5, 6].map(rowOf), stream: [1, 2, 3].map(rowOf) }[kind];
    expect(LOGS.has(call) || read === undefined ? read : result).toEqual(read);
  });
});
