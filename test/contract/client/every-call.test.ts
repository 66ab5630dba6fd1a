import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Api, createClient, isApiError } from "../../../src/index.ts";
import { type Dialect, type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import type { PipelineFamily } from "../../../src/client/client.ts";
import { DIALECTS } from "../../support/dialects.ts";
import { CLIENT_OPERATIONS } from "../../support/operations/client-operations.ts";

const FAMILIES: readonly PipelineFamily[] = [
  "pipelineDestinations",
  "pipelineFrontendApps",
  "pipelineImportApps",
  "pipelineTransformations",
  "plugins",
];

/** The capabilities of an item of each family, by which the service distinguishes the families. */
const SOURCES: Readonly<Record<PipelineFamily, object>> = {
  pipelineDestinations: { methods: ["composeWebhook"] },
  pipelineFrontendApps: {},
  pipelineImportApps: { scheduled_tasks: ["runEveryMinute"] },
  pipelineTransformations: { methods: ["processEvent"] },
  plugins: {},
};

const PAGEVIEW = { id: "$pageview", type: "events", order: 0 } as const;
const SIGNUP = { id: "signed up", type: "events", order: 1 } as const;

/**
 * Calls below an organization or a project on which the running service fails, or that it no longer has. @source live
 * service 2025-08, departures
 */
const FAILS_LIVE: Readonly<Record<string, string>> = {
  "batchExports.backfill": "unavailable",
  "batchExports.create": "unavailable",
  "batchExports.logs": "unavailable",
  "batchExports.update": "unavailable",
  "persons.cohorts": "unavailable",
  "persons.lifecycle": "unavailable",
  "persons.path": "invalid_input",
  "persons.queryPath": "method_not_allowed",
  "persons.retention": "invalid_input",
  "persons.stickiness": "unavailable",
  "proxyRecords.get": "unavailable",
  "proxyRecords.update": "unavailable",
};

/**
 * Calls that 2026-09 no longer has: people behind insights, whose names it reads as IDs, and a backfill, which isn't an
 * object of its own there.
 *
 * @source service 2026-09, persons-and-events.md and batch-exports.md
 */
const GONE_IN_2026: Readonly<Record<string, string>> = {
  "batchExports.backfill": "endpoint_not_found",
  "persons.funnel": "invalid_input",
  "persons.funnelCorrelation": "endpoint_not_found",
  "persons.lifecycle": "invalid_input",
  "persons.path": "invalid_input",
  "persons.queryFunnel": "method_not_allowed",
  "persons.queryFunnelCorrelation": "endpoint_not_found",
  "persons.queryPath": "method_not_allowed",
  "persons.retention": "invalid_input",
  "persons.stickiness": "invalid_input",
  "persons.trends": "invalid_input",
};

/** The calls that fail in each dialect. All others succeed. */
const FAILURES: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  documented: {},
  "2025-08": FAILS_LIVE,
  "2026-09": GONE_IN_2026,
};

/** The source of an item that can be checked for updates. The sandbox has its own internet. */
const ADDRESS = "https://github.com/acme/greeter";
const RELEASE = { tag: "v1", files: { "plugin.json": '{"name": "Greeter"}', "index.ts": "export {}" } };

describe.each(DIALECTS)("every call of the client, against the sandbox in dialect %s", (dialect) => {
  /** The result of each call: `ok`, or the code of the error. */
  const outcomes: Record<string, string> = {};
  let sandbox: Sandbox;
  let api: Api;
  let org: string;
  let project: number;
  const stories: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    // In 2026-09, proxies redirect their root only if that is enabled.
    sandbox.control.changeSettings({ proxyRootRedirects: true });
    const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes: null });
    api = createClient({ host: sandbox.host, apiKey });
    org = sandbox.organizationId;
    project = Number((await api.projects.list(org).all())[0]?.id);
  });
  afterAll(async () => {
    await api.close();
    await sandbox.close();
  });

  /** Makes a call, and records its result. */
  async function noted<T>(call: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await run();
      outcomes[call] = "ok";
      return result;
    } catch (error) {
      outcomes[call] = isApiError(error) ? error.code : String(error);
      return undefined;
    }
  }

  // organizations, domains, and roles
  stories.push(async () => {
    const { organizations, domains, roles, roleMemberships } = api;
    const made = await noted("organizations.create", () => organizations.create({ name: "Second" }));
    const second = made?.id ?? "";
    await noted("organizations.list", () => organizations.list().all());
    await noted("organizations.get", () => organizations.get(second));
    await noted("organizations.update", () => organizations.update(second, { name: "Renamed" }));
    const domain = await noted("domains.create", () => domains.create(second, { domain: "second.example" }));
    const domainId = domain?.id ?? "";
    await noted("domains.list", () => domains.list(second).all());
    await noted("domains.get", () => domains.get(second, domainId));
    await noted("domains.update", () => domains.update(second, domainId, { saml_entity_id: "urn:second" }));
    await noted("domains.verify", () => domains.verify(second, domainId));
    await noted("domains.delete", () => domains.delete(second, domainId));
    const role = await noted("roles.create", () => roles.create(second, { name: "Engineers" }));
    const roleId = role?.id ?? "";
    const [owner] = await api.members.list(second).all();
    await noted("roles.list", () => roles.list(second).all());
    await noted("roles.get", () => roles.get(second, roleId));
    await noted("roles.update", () => roles.update(second, roleId, { name: "Builders" }));
    const body = { user_uuid: owner?.user.uuid ?? "" };
    const place = await noted("roleMemberships.create", () => roleMemberships.create(second, roleId, body));
    await noted("roleMemberships.list", () => roleMemberships.list(second, roleId).all());
    await noted("roleMemberships.delete", () => roleMemberships.delete(second, roleId, place?.id ?? ""));
    await noted("roles.delete", () => roles.delete(second, roleId));
    await noted("organizations.delete", () => organizations.delete(second));
    // That was the account's current organization. Reading the current one sets another.
    await organizations.get("@current");
  });

  // invites and members
  stories.push(async () => {
    const { invites, members } = api;
    const invite = await noted("invites.create", () => invites.create(org, { target_email: "a@acme.example" }));
    await noted("invites.bulk", () => invites.bulk(org, [{ target_email: "b@acme.example" }]));
    await noted("invites.list", () => invites.list(org).all());
    await noted("invites.delete", () => invites.delete(org, invite?.id ?? ""));
    const { id } = sandbox.control.createUser({ email: "c@acme.example" });
    sandbox.control.addMembership({ userId: id, organizationId: org, level: 1 });
    await noted("members.list", () => members.list(org).all());
    await noted("members.update", () => members.update(org, id, { level: 8 }));
    await noted("members.delete", () => members.delete(org, id));
  });

  // projects
  stories.push(async () => {
    const { projects } = api;
    const made = await noted("projects.create", () => projects.create(org, { name: "Website" }));
    const id = Number(made?.id);
    const intent = { product_type: "surveys", intent_context: "test" };
    await noted("projects.list", () => projects.list(org).all());
    await noted("projects.get", () => projects.get(org, id));
    await noted("projects.update", () => projects.update(org, id, { name: "Site" }));
    await noted("projects.addProductIntent", () => projects.addProductIntent(org, id, intent));
    await noted("projects.completeProductOnboarding", () => projects.completeProductOnboarding(org, id, intent));
    await noted("projects.isGeneratingDemoData", () => projects.isGeneratingDemoData(org, id));
    await noted("projects.resetToken", () => projects.resetToken(org, id));
    await noted("projects.activity", () => projects.activity(org, id).all());
    await noted("projects.delete", () => projects.delete(org, id));
  });

  // proxy records and batch exports
  stories.push(async () => {
    const { proxyRecords, batchExports } = api;
    const record = await noted("proxyRecords.create", () => proxyRecords.create(org, { domain: "e.acme.example" }));
    const recordId = record?.id ?? "";
    await noted("proxyRecords.list", () => proxyRecords.list(org).all());
    await noted("proxyRecords.get", () => proxyRecords.get(org, recordId));
    await noted("proxyRecords.update", () => proxyRecords.update(org, recordId, {}));
    await noted("proxyRecords.delete", () => proxyRecords.delete(org, recordId));
    const body = { name: "Nightly", interval: "day", destination: { type: "NoOp", config: {} } };
    // In 2026-09, exports only exist below projects.
    const home = dialect === "2026-09" ? { projectId: project } : org;
    await noted("batchExports.create", () => batchExports.create(home, body));
    const found = await batchExports.create({ projectId: project }, body);
    const id = found?.id ?? "";
    await noted("batchExports.list", () => batchExports.list(home).all());
    await noted("batchExports.get", () => batchExports.get(home, id));
    await noted("batchExports.update", () => batchExports.update(home, id, { name: "Daily" }));
    await noted("batchExports.pause", () => batchExports.pause(home, id));
    await noted("batchExports.unpause", () => batchExports.unpause(home, id));
    await noted("batchExports.backfill", () => batchExports.backfill(home, id, { end_at: null, start_at: null }));
    await noted("batchExports.logs", async () => {
      for await (const { message } of batchExports.logs(home, id)) outcomes["a line"] = message;
    });
    await noted("batchExports.delete", () => batchExports.delete(home, id));
  });

  // pipeline items
  const itemStory = async (family: PipelineFamily): Promise<void> => {
    const calls = api[family];
    const named = (call: string): string => `${family}.${call}`;
    const files = { "index.ts": "export function processEvent(event) { return event }" };
    sandbox.control.call("PUT", "plugin-archives", { "github.com/acme/greeter": [RELEASE] });
    sandbox.control.call("PUT", "plugin-repository", []);
    const item = await noted(named("create"), () => calls.create(org, { plugin_type: "source", name: family }));
    const id = item?.id ?? 0;
    const fetched = await api.plugins.create(org, { plugin_type: "custom", url: ADDRESS });
    const fetchedId = fetched?.id ?? 0;
    for (const one of [id, fetchedId]) {
      sandbox.control.call("PATCH", `plugins/${one}`, { capabilities: SOURCES[family] });
    }
    await noted(named("list"), () => calls.list(org).all());
    await noted(named("get"), () => calls.get(org, id));
    await noted(named("update"), () => calls.update(org, id, { description: "x" }));
    await noted(named("updateSource"), () => calls.updateSource(org, id, files));
    await noted(named("source"), () => calls.source(org, id));
    await noted(named("checkForUpdates"), () => calls.checkForUpdates(org, fetchedId));
    await noted(named("upgrade"), () => calls.upgrade(org, fetchedId));
    await noted(named("activity"), () => calls.activity(org).all());
    await noted(named("exportsUnsubscribeConfigs"), () => calls.exportsUnsubscribeConfigs(org));
    await noted(named("repository"), () => calls.repository(org));
    await noted(named("unused"), () => calls.unused(org));
    await noted(named("delete"), () => calls.delete(org, id));
    await api.plugins.delete(org, fetchedId);
  };
  stories.push(...FAMILIES.map((family) => () => itemStory(family)));

  // persons and events
  stories.push(async () => {
    const { persons, events } = api;
    const people = (await noted("persons.list", () => persons.list(project).all())) ?? [];
    const [first = { uuid: "" }, second = { uuid: "" }] = people;
    await noted("persons.get", () => persons.get(project, first.uuid));
    await noted("persons.update", () => persons.update(project, first.uuid, { properties: { plan: "pro" } }));
    await noted("persons.updateProperty", () => persons.updateProperty(project, first.uuid, "plan", "free"));
    await noted("persons.deleteProperty", () => persons.deleteProperty(project, first.uuid, "plan"));
    await noted("persons.activity", () => persons.activity(project, first.uuid).all());
    await noted("persons.allActivity", () => persons.allActivity(project).all());
    await noted("persons.propertiesTimeline", () => persons.propertiesTimeline(project, first.uuid));
    await noted("persons.cohorts", () => persons.cohorts(project, { person_id: first.uuid }).all());
    await noted("persons.values", () => persons.values(project, { key: "plan" }).all());
    const rows = await noted("events.list", () => events.list(project).all());
    await noted("events.get", () => events.get(project, rows?.[0]?.id ?? ""));
    await noted("events.values", () => events.values(project, { key: "$browser", event_name: ["$pageview"] }).all());
    await noted("persons.split", () => persons.split(project, first.uuid));
    await noted("persons.bulkDelete", () => persons.bulkDelete(project, { ids: [second.uuid] }));
    await noted("persons.delete", () => persons.delete(project, first.uuid));
  });

  // the people behind insights
  stories.push(async () => {
    const { persons } = api;
    const steps = { events: [PAGEVIEW, SIGNUP], date_from: "-7d" };
    const funnel = { ...steps, funnel_step: 1 };
    const correlation = { ...steps, funnel_correlation_type: "events", funnel_correlation_person_entity: PAGEVIEW };
    const entity = { ...steps, entity_id: "$pageview", entity_type: "events" };
    const lifecycle = { events: [PAGEVIEW], target_date: "2026-11-20", lifecycle_type: "new" };
    await noted("persons.funnel", () => persons.funnel(project, funnel).all());
    await noted("persons.queryFunnel", () => persons.queryFunnel(project, funnel).all());
    await noted("persons.funnelCorrelation", () => persons.funnelCorrelation(project, correlation).all());
    await noted("persons.queryFunnelCorrelation", () => persons.queryFunnelCorrelation(project, correlation).all());
    await noted("persons.lifecycle", () => persons.lifecycle(project, lifecycle).all());
    await noted("persons.path", () => persons.path(project, { include_event_types: ["$pageview"] }).all());
    await noted("persons.queryPath", () => persons.queryPath(project, { include_event_types: ["$pageview"] }).all());
    await noted("persons.retention", () => persons.retention(project, { selected_interval: 0 }).all());
    await noted("persons.stickiness", () => persons.stickiness(project, { ...entity, stickiness_days: 1 }).all());
    await noted("persons.trends", () => persons.trends(project, entity).all());
  });

  test("all 141 are made, and fail where the service does and nowhere else", async () => {
    for (const story of stories) await story();
    const expected = CLIENT_OPERATIONS.map(({ call }) => [call, FAILURES[dialect][call] ?? "ok"]);
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });
});
