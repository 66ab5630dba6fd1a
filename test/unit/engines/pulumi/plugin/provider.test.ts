import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { type CallName, CALLS, KIND, MESSAGES, pathOf } from "../../../../../src/engines/pulumi/plugin/protocol.ts";
import { Provider } from "../../../../../src/engines/pulumi/plugin/provider.ts";
import { fromEngine, toEngine } from "../../../../../src/engines/pulumi/plugin/values.ts";
import { CallError, STATUS } from "../../../../../src/grpc/server.ts";
import { pick, type Values } from "../../../../../src/model/json-value.ts";
import { UNKNOWN, valueAt } from "../../../../../src/model/unknown.ts";
import { bareOf, VALID } from "../../../../support/certificates.ts";
import { failureOf } from "../../../../support/fake-resources.ts";
import { PROCESS_ENVIRONMENT } from "../../../../support/process-environment.ts";
import { SILENT_REPORT } from "../../../../support/silent-report.ts";
import { PluginProcess, urnOf } from "../../../../support/plugin-process.ts";
import { fastTime, type ProcessTime } from "../../../../support/scenario-clock.ts";
import { startWorld, type World, writesOf } from "../../../../support/scenario-world.ts";

let world: World;
let plugin: PluginProcess;

beforeAll(async () => {
  world = await startWorld("documented");
});
beforeEach(() => begin(fastTime()));
afterAll(() => world.sandbox.close());

/** Restarts the process with another speed. */
async function begin(time: ProcessTime): Promise<void> {
  plugin = new PluginProcess({}, {}, time);
  await plugin.configure({ host: world.sandbox.host, apiKey: world.apiKey, organizationId: world.organizationId });
  world.sandbox.control.clearRequests();
}

const DOMAIN = {
  urn: urnOf("Domain"),
  id: "0b0e2c5a-0000-4000-8000-000000000001/0b0e2c5a-0000-4000-8000-000000000002",
};
const inputs = { organizationId: "0b0e2c5a-0000-4000-8000-000000000001", domain: "a.example" };
const opened = (value: unknown) => fromEngine(value as Values);

describe("a preview", () => {
  test("of a creation knows the inputs and nothing that the service decides, and sends nothing", async () => {
    const made = await plugin.call("Create", { urn: DOMAIN.urn, properties: inputs, preview: true });
    expect(made["id"]).toBe("");
    expect(opened(made["properties"]).values).toEqual({
      ...inputs,
      domainId: UNKNOWN,
      verificationRecord: UNKNOWN,
      heldBack: UNKNOWN,
      stateVersion: 1,
    });
    expect(writesOf(world)).toEqual([]);
  });

  test("of an update keeps what never changes, and that nothing is deferred where nothing can be", async () => {
    const olds = {
      ...inputs,
      domainId: "d1",
      verificationRecord: { type: "TXT", name: "n", value: "v" },
      stateVersion: 1,
    };
    const preview = async (news: Values) =>
      opened((await plugin.call("Update", { ...DOMAIN, olds, oldInputs: inputs, news, preview: true }))["properties"])
        .values;
    expect(await preview({ ...inputs, samlEntityId: "x" })).toEqual({ ...olds, samlEntityId: "x" });
    const deferrable = { ...inputs, ssoEnforcement: "github" };
    expect(await preview(deferrable)).toEqual({ ...olds, ssoEnforcement: "github", heldBack: UNKNOWN });
  });
});

describe("a diff", () => {
  const diff = (olds: Values, news: Values) =>
    plugin.call("Diff", { ...DOMAIN, olds: { ...olds, stateVersion: 1 }, oldInputs: olds, news });

  test("says by property what is added, changed, deleted and why the object is replaced", async () => {
    const olds = { ...inputs, samlAcsUrl: "https://a", samlEntityId: "x" };
    const plan = await diff(olds, { ...inputs, domain: "b.example", samlEntityId: "y", samlX509Cert: "C" });
    expect(plan).toMatchObject({
      changes: 2,
      diffs: expect.arrayContaining(["domain", "samlAcsUrl", "samlEntityId", "samlX509Cert"]),
      replaces: ["domain"],
      deleteBeforeReplace: true,
      hasDetailedDiff: true,
      stables: [],
      detailedDiff: {
        domain: { kind: KIND.updateReplace, inputDiff: true },
        samlEntityId: { kind: KIND.update, inputDiff: true },
        samlAcsUrl: { kind: KIND.delete, inputDiff: true },
        samlX509Cert: { kind: KIND.add, inputDiff: true },
      },
    });
  });

  test("is empty for the same inputs, and names what stays", async () => {
    const plan = await diff(inputs, inputs);
    expect(plan).toMatchObject({
      changes: 1,
      detailedDiff: {},
      diffs: [],
      replaces: [],
      deleteBeforeReplace: false,
      stables: ["domainId", "verificationRecord", "stateVersion"],
    });
  });

  test("does not take a secret that an import left out for a removed one", async () => {
    const olds = { ...inputs, samlX509Cert: "C" };
    expect((await plugin.call("Diff", { ...DOMAIN, olds, oldInputs: inputs, news: inputs }))["changes"]).toBe(1);
    expect((await plugin.call("Diff", { ...DOMAIN, olds, oldInputs: olds, news: inputs }))["changes"]).toBe(2);
  });
});

test("a change inside of an input is told at its place, and the input is named once", async () => {
  const config = { organizationId: world.organizationId, name: "Warehouse", capabilities: { methods: ["a"] } };
  const olds = { ...config, source: { "index.ts": "1", "a.b": "2", gone: "3" } };
  const news = { ...config, source: { "index.ts": "9", "a.b": "9", new: "3" } };
  const call = { urn: urnOf("Plugin"), id: `${world.organizationId}/7`, oldInputs: olds, news };
  const plan = await plugin.call("Diff", { ...call, olds: { ...olds, itemId: "7", stateVersion: 1 } });
  expect(plan).toMatchObject({ changes: 2, diffs: ["source"], replaces: [], deleteBeforeReplace: false });
  expect(plan["detailedDiff"]).toEqual({
    'source["index.ts"]': { kind: KIND.update, inputDiff: true },
    'source["a.b"]': { kind: KIND.update, inputDiff: true },
    "source.gone": { kind: KIND.delete, inputDiff: true },
    "source.new": { kind: KIND.add, inputDiff: true },
  });
});

test("a reason to write that the service shows is told at the output that shows it, and at no input", async () => {
  const { organizationId } = world;
  const declared = { organizationId, email: "é@b.example", level: "member" };
  const state = { ...declared, status: "expired", stateVersion: 1 };
  const call = { urn: urnOf("Invite"), id: `${organizationId}/é@b.example`, oldInputs: declared };
  const diff = (news: Values) => plugin.call("Diff", { ...call, olds: state, news });
  const status = { kind: KIND.update, inputDiff: false };
  expect(await diff(declared)).toMatchObject({ changes: 2, diffs: ["status"], replaces: [], detailedDiff: { status } });
  const level = { kind: KIND.update, inputDiff: true };
  expect((await diff({ ...declared, level: "admin" }))["detailedDiff"]).toMatchObject({ level });
  expect(await diff({ ...declared, onExpired: "ignore" })).toMatchObject({
    diffs: ["onExpired"],
    detailedDiff: { onExpired: { kind: KIND.add, inputDiff: true } },
  });
});

test("an object lives through every call, and values that the program marked stay secret in each answer", async () => {
  const { organizationId } = world;
  const urn = urnOf("Domain");
  const declared = { domain: "life.example", samlEntityId: "urn:é|'", samlX509Cert: bareOf(VALID) };
  const secrets = expect.arrayContaining([["samlEntityId"], ["samlX509Cert"]]);
  const checked = await plugin.call("Check", { urn, olds: {}, news: toEngine(declared, [["samlEntityId"]]) });
  const own = { ...declared, organizationId };
  expect([checked["failures"], opened(checked["inputs"])]).toEqual([[], { values: own, secrets }]);

  const made = await plugin.call("Create", { urn, properties: checked["inputs"] });
  const row = world.sandbox.control.domains().find((one) => one["domain"] === "life.example");
  const id = `${organizationId}/${String(row?.["id"])}`;
  expect(made["id"]).toBe(id);
  expect(opened(made["properties"])).toEqual({
    values: { ...own, domainId: row?.["id"], verificationRecord: expect.any(Object), stateVersion: 1 },
    secrets,
  });
  const kept = { olds: made["properties"], oldInputs: checked["inputs"] };

  await begin(fastTime());
  const news = toEngine({ ...own, samlEntityId: "urn:two" }, [["samlEntityId"], ["samlX509Cert"]]);
  expect(await plugin.call("Diff", { urn, id, ...kept, news })).toMatchObject({ changes: 2, diffs: ["samlEntityId"] });
  const updated = await plugin.call("Update", { urn, id, ...kept, news });
  expect(opened(updated["properties"])).toEqual({
    values: { ...opened(made["properties"]).values, samlEntityId: "urn:two" },
    secrets,
  });
  expect(world.domain(String(row?.["id"]))).toMatchObject({ saml_entity_id: "urn:two", saml_x509_cert: bareOf(VALID) });
  expect(writesOf(world).map(({ method }) => method)).toEqual(["PATCH"]);

  await begin(fastTime());
  const refreshed = await plugin.call("Read", { urn, id, properties: updated["properties"], inputs: news });
  expect([refreshed["id"], opened(refreshed["properties"]), opened(refreshed["inputs"])]).toEqual([
    id,
    opened(updated["properties"]),
    { values: opened(news).values, secrets },
  ]);
  const state = { properties: refreshed["properties"], oldInputs: refreshed["inputs"] };
  expect(await plugin.call("Delete", { urn, id, ...state })).toEqual({});
  expect(world.domain(String(row?.["id"]))).toBeUndefined();
  await begin(fastTime());
  const gone = await plugin.call("Read", { urn, id, properties: refreshed["properties"], inputs: news });
  expect(gone["id"]).toBe("");
  expect(await plugin.call("Delete", { urn, id, ...state })).toEqual({});
});

test("a delete asks the state whether it's allowed, also where the inputs say something else", async () => {
  const { organizationId } = world;
  const projectId = String(world.project(organizationId));
  const open = { organizationId, projectId, name: "Default project", stateVersion: 1 };
  const call = { urn: urnOf("Project"), id: `${organizationId}/${projectId}` };
  const request = {
    ...call,
    properties: { ...open, deletionProtection: true },
    oldInputs: { ...open, deletionProtection: false },
  };
  expect((await failureOf(plugin.call("Delete", request))).message).toMatch(/Code: guarded$/u);
  expect(writesOf(world)).toEqual([]);
});

test("a create that stops halfway is kept with its id, and the next command completes it", async () => {
  const { organizationId } = world;
  const properties = { organizationId, name: "Half", source: { "index.ts": "export const jobs = {};\n" } };
  const urn = urnOf("Plugin");
  world.sandbox.control.addFault({ kind: "status", status: 403, method: "PATCH", times: 0 });
  const marked = toEngine(properties, [["name"]]);
  const error = await plugin.call("Create", { urn, properties: marked }).then(
    () => undefined,
    (failure: unknown) => (failure instanceof CallError ? failure : undefined),
  );
  world.sandbox.control.clearFaults();
  const [detail] = MESSAGES.decode("Status", error?.details ?? new Uint8Array()).details;
  const failed = MESSAGES.decode("ErrorResourceInitFailed", detail?.value ?? new Uint8Array());
  expect(failed.id).toMatch(new RegExp(`^${organizationId}/\\d+$`, "u"));
  const kept = opened(failed.properties);
  expect(kept.values).toMatchObject({ organizationId, name: "Half" });
  // What the program marks stays marked.
  expect(kept.secrets).toEqual([["name"]]);
  expect(error?.message).toMatch(/^Plugin \d+ is incomplete\nThe service answered 403/u);
  await begin(fastTime());
  const call = { urn, id: failed.id, olds: failed.properties, oldInputs: properties, news: properties };
  expect((await plugin.call("Diff", call))["changes"]).toBe(2);
  expect(opened((await plugin.call("Update", call))["properties"]).values).toMatchObject(properties);
});

describe("a check", () => {
  test("asks the service about a new object alone", async () => {
    const { organizationId } = world;
    const id = await world.addDomain(organizationId, "checked.example");
    const news = { organizationId, domain: "checked.example" };
    const check = (olds: Values) => plugin.call("Check", { urn: DOMAIN.urn, olds, news });
    const { message } = await failureOf(check({}));
    expect(message).toContain("adopt");
    // With the name that the program gives the object.
    expect(message).toContain(`\`pulumi import orgform:index:Domain one '${organizationId}/${id}'\``);
    world.sandbox.control.clearRequests();
    expect(await check(news)).toMatchObject({ failures: [] });
    expect(world.sandbox.control.requests()).toEqual([]);
  });

  test("says how to set the organization that neither the program nor the provider names", async () => {
    const process = new PluginProcess();
    await process.configure({ host: world.sandbox.host, apiKey: world.apiKey });
    const { failures } = await process.call("Check", { urn: urnOf("Role"), olds: {}, news: { name: "Ops" } });
    expect(failures).toEqual([
      { property: "", reason: expect.stringContaining("run `pulumi config set orgform:organizationId <value>`") },
    ]);
  });
});

test("a setting that had to wait is a difference, as soon as it can be set", async () => {
  const { organizationId } = world;
  const urn = urnOf("Domain");
  const declared = { organizationId, domain: "waited.example", ssoEnforcement: "google-oauth2" };
  const made = await plugin.call("Create", { urn, properties: declared });
  const id = String(made["id"]);
  expect(opened(made["properties"]).values).toMatchObject({ heldBack: ["ssoEnforcement"] });
  const diff = () => plugin.call("Diff", { urn, id, olds: made["properties"], oldInputs: declared, news: declared });
  expect(await diff()).toMatchObject({ changes: 1, detailedDiff: {} });
  await begin(fastTime());
  world.sandbox.control.updateDomain(id.split("/")[1] ?? "", { verified_at: "2026-11-20T10:00:00Z" });
  expect(await diff()).toMatchObject({
    changes: 2,
    diffs: ["ssoEnforcement"],
    detailedDiff: { ssoEnforcement: { kind: KIND.update, inputDiff: true } },
  });
});

test("what a stack creates is recorded as its own, in the folder that the environment names", async () => {
  const records = world.keepRecords();
  const { organizationId } = world;
  const recorded = (): number => {
    const folder = join(records, "creates");
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };
  const before = recorded();
  for (const stack of ["dev", "prod"]) {
    const process = new PluginProcess({ ORGFORM_INTENTS_DIR: records });
    await process.configure({ host: world.sandbox.host, apiKey: world.apiKey });
    const urn = `urn:pulumi:${stack}::shop::orgform:index:Role::one`;
    const { id } = await process.call("Create", { urn, properties: { organizationId, name: "Recorded|é" } });
    await world.send("DELETE", `organizations/${organizationId}/roles/${String(id).split("/")[1]}/`);
  }
  expect(recorded() - before).toBe(2);
});

describe("a call that no provider can answer", () => {
  test("about a resource of another version names its type", async () => {
    for (const call of ["Check", "Diff", "Create", "Read", "Update", "Delete"] as const) {
      const error = await failureOf(plugin.call(call, { urn: urnOf("Moon"), id: "x", news: {}, olds: {} }));
      expect([error["status"], error.message]).toEqual([
        STATUS.unimplemented,
        "This version of Orgform has no resource orgform:index:Moon",
      ]);
    }
  });

  test("about a resource without a type says so", async () => {
    const error = await failureOf(plugin.call("Check", { urn: "é", news: {} }));
    expect([error["status"], error.message]).toEqual([
      STATUS.unimplemented,
      "This version of Orgform has no resource ",
    ]);
  });

  test("before the configuration says so, and a preview of a create needs none", async () => {
    const bare = new PluginProcess();
    await bare.call("Handshake", { engineAddress: "" });
    for (const [call, request] of [
      ["Read", DOMAIN],
      ["Delete", DOMAIN],
      ["Check", { urn: DOMAIN.urn, news: inputs }],
      ["Invoke", { tok: "orgform:index:getDomain", args: {} }],
      ["List", { token: "orgform:index:Domain", query: {} }],
    ] as const) {
      const error = await failureOf(bare.call(call, request));
      expect([error["status"], error.message]).toEqual([
        STATUS.internal,
        "The provider was not configured by the engine",
      ]);
    }
    expect(await bare.call("Create", { urn: DOMAIN.urn, properties: inputs, preview: true })).toMatchObject({ id: "" });
  });

  test("with a refused key explains which key the engine used, where that can be another one", async () => {
    const dead = new PluginProcess();
    await dead.configure({ host: world.sandbox.host, apiKey: "phx_canary_dead" });
    const state = { ...inputs, domainId: "0b0e2c5a-0000-4000-8000-000000000002", stateVersion: 1 };
    const advice =
      "A refresh or destroy uses the settings of the last update: if the key was changed since, run `pulumi up` first, or add `--run-program`.";
    for (const [call, request, isExplained] of [
      ["Read", { ...DOMAIN, properties: state, inputs }, true],
      ["Read", DOMAIN, true],
      ["Delete", { ...DOMAIN, properties: state, oldInputs: inputs }, true],
      ["Create", { urn: DOMAIN.urn, properties: inputs }, false],
      ["Update", { ...DOMAIN, olds: state, oldInputs: inputs, news: { ...inputs, samlEntityId: "x" } }, false],
    ] as const) {
      const { message, status } = await failureOf(dead.call(call, request));
      expect([call, message.includes(advice), message.includes("phx_canary_dead"), status]).toEqual([
        call,
        isExplained,
        false,
        STATUS.unknown,
      ]);
    }
  });
});

test("the engine hears what the plugin is and can do, and its answers wait until the messages have arrived", async () => {
  const said: string[] = [];
  let deliveries = 0;
  const provider = new Provider({
    environment: PROCESS_ENVIRONMENT,
    clock: fastTime().driver,
    schema: { version: "1.2.3-é" },
    log: {
      reporterFor: () => SILENT_REPORT,
      connect: (address) => void said.push(address),
      delivered: () => {
        deliveries += 1;
        return Promise.resolve();
      },
    },
  });
  const call = async (name: CallName, request: Values = {}) => {
    const answer = await provider.calls()[pathOf(name)]?.(MESSAGES.encode(CALLS[name][0], request), {
      signal: new AbortController().signal,
      send: () => undefined,
    });
    return MESSAGES.decode(CALLS[name][1], answer ?? new Uint8Array());
  };
  expect(await call("Handshake", { engineAddress: "127.0.0.1:1" })).toEqual({
    acceptSecrets: true,
    acceptResources: false,
    acceptOutputs: false,
  });
  expect(await call("Attach", { address: "127.0.0.1:2" })).toEqual({});
  expect(said).toEqual(["127.0.0.1:1", "127.0.0.1:2"]);
  expect(await call("GetPluginInfo")).toEqual({ version: "1.2.3-é" });
  expect(await call("GetSchema")).toEqual({ schema: '{"version":"1.2.3-é"}' });
  const args = { host: world.sandbox.host, apiKey: world.apiKey };
  expect(await call("Configure", { args })).toEqual({
    acceptSecrets: true,
    supportsPreview: true,
    acceptResources: false,
    acceptOutputs: false,
  });
  expect(await call("DiffConfig", { olds: args, news: args })).toMatchObject({
    changes: 1,
    diffs: [],
    detailedDiff: {},
  });
  expect(await call("DiffConfig", { olds: { host: "a" }, oldInputs: args, news: args })).toMatchObject({ changes: 1 });
  expect(await call("Cancel")).toEqual({});
  await expect(call("Read", { urn: urnOf("Moon") })).rejects.toThrow("no resource");
  expect(deliveries).toBe(9);
});

test("a setting at the server-side default that an import left out is no difference after a refresh either", async () => {
  const { organizationId } = world;
  world.settleIn(organizationId);
  const { id: roleId } = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Readers" });
  const role = { urn: urnOf("Role"), id: `${organizationId}/${String(roleId)}` };
  const news = { organizationId, name: "Readers", featureFlagsAccessLevel: "edit" };
  const imported = await plugin.call("Read", role);
  expect(opened(imported["inputs"]).values).toEqual({ organizationId, name: "Readers" });
  const refreshed = await plugin.call("Read", { ...role, ...pick(imported, ["inputs", "properties"]) });
  expect(refreshed).toEqual(imported);
  for (const { inputs: oldInputs, properties: olds } of [imported, refreshed])
    expect((await plugin.call("Diff", { ...role, olds, oldInputs, news }))["changes"]).toBe(1);

  // A setting that somebody else changed meanwhile wasn't declared.
  world.sandbox.control.call("PATCH", `roles/${String(roleId)}`, { feature_flags_access_level: 21 });
  await begin(fastTime());
  const later = await plugin.call("Read", { ...role, ...pick(imported, ["inputs", "properties"]) });
  expect(opened(later["properties"]).values).not.toHaveProperty("featureFlagsAccessLevel");
});

test("a secret that an import showed is in the properties after a refresh too, and in no input", async () => {
  const { organizationId } = world;
  const domainId = await world.addDomain(organizationId, "secret.example", { saml_x509_cert: "-----CERT-----" });
  const domain = { urn: urnOf("Domain"), id: `${organizationId}/${domainId}` };
  const imported = await plugin.call("Read", domain);
  expect(opened(imported["properties"]).values).toMatchObject({ samlX509Cert: "-----CERT-----" });
  expect(opened(imported["inputs"]).values).not.toHaveProperty("samlX509Cert");
  await begin(fastTime());
  expect(await plugin.call("Read", { ...domain, ...pick(imported, ["inputs", "properties"]) })).toEqual(imported);
});

test("refuses an update that only a replacement could make", async () => {
  const news = { ...inputs, domain: "b.example" };
  const call = { ...DOMAIN, olds: inputs, oldInputs: inputs, news };
  for (const preview of [true, false]) {
    await expect(plugin.call("Update", { ...call, preview })).rejects.toThrow(
      /^Domain \S+ cannot be changed in place\nA change of domain replaces the object/u,
    );
  }
  expect(writesOf(world)).toEqual([]);
});

test("names no property in a failed check, and no secret", async () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: 5 };
  const news = { ...inputs, domain: "NODOT", samlX509Cert: secret, samlEntytyId: "x" };
  const checked = await plugin.call("Check", { urn: DOMAIN.urn, olds: {}, news });
  expect(checked["failures"]).toEqual([
    { property: "", reason: "samlEntytyId: is not a field of Domain; did you mean `samlEntityId`?" },
    { property: "", reason: expect.stringMatching(/^domain: expected a domain name in lower case/u) },
    { property: "", reason: "samlX509Cert: expected a string, found a number" },
  ]);
});

describe("configuration", () => {
  test("names every missing setting with its command and its variable", async () => {
    const bare = new PluginProcess();
    await expect(bare.configure({})).rejects.toThrow(
      /The apiKey is missing: run `pulumi config set --secret orgform:apiKey <value>`, or set the environment variable ORGFORM_API_KEY or POSTHOG_API_KEY\.\nThe host is missing/u,
    );
  });

  test("comes from the provider, then the stack, then the environment", async () => {
    const { host } = world.sandbox;
    const stack = JSON.stringify({ apiKey: world.apiKey, host: "http://127.0.0.1:1" });
    const mixed = new PluginProcess({ PULUMI_CONFIG: stack, ORGFORM_ORGANIZATION_ID: world.organizationId });
    await mixed.configure({ host });
    const found = await mixed.call("Invoke", { tok: "orgform:index:getOrganization", args: { name: "Acme Labs" } });
    expect(found["return"]).toMatchObject({ organizationId: world.otherOrganizationId });
  });

  test("is checked as far as it is given, and stored with the key as a secret", async () => {
    const news = {
      apiKey: "k",
      requestsPerMinute: "many",
      version: "1.0.0",
      host: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    };
    const checked = await plugin.call("CheckConfig", { news });
    expect(checked["failures"]).toEqual([
      { property: "", reason: 'The setting requestsPerMinute is "many"; a whole number is expected.' },
    ]);
    expect(opened(checked["inputs"]).secrets).toEqual([["apiKey"]]);
    expect(opened(checked["inputs"]).values).toEqual({ ...news, host: UNKNOWN });
  });

  test("never replaces the provider, whatever changes", async () => {
    const olds = { host: "https://a.example", apiKey: "k" };
    const plan = await plugin.call("DiffConfig", {
      olds,
      oldInputs: olds,
      news: { host: "https://b.example", apiKey: "l" },
    });
    expect(plan).toMatchObject({ changes: 2, diffs: ["apiKey", "host"], replaces: [], deleteBeforeReplace: false });
    const update = { kind: KIND.update, inputDiff: true };
    expect(plan).toMatchObject({ hasDetailedDiff: true, detailedDiff: { apiKey: update, host: update } });
  });
});

describe("look-ups", () => {
  const invoke = (name: string, args: Values) => plugin.call("Invoke", { tok: `orgform:index:${name}`, args });

  test("find an organization by id, slug and name, and a domain by its name", async () => {
    const { organizationId, otherOrganizationId } = world;
    const { slug } = world.organization(organizationId) as { slug: string };
    for (const args of [{ organizationId }, { slug }, { name: "Acme" }]) {
      expect((await invoke("getOrganization", args))["return"]).toMatchObject({ id: organizationId, name: "Acme" });
    }
    const domainId = await world.addDomain(otherOrganizationId, "look.example");
    const asked = { organizationId: otherOrganizationId, domain: "look.example" };
    const id = `${otherOrganizationId}/${domainId}`;
    expect((await invoke("getDomain", asked))["return"]).toMatchObject({ id, domainId, domain: "look.example" });
  });

  test("show all settings of a project, and its token as a secret, by one read of its own", async () => {
    const { organizationId } = world;
    const projectId = String(world.project(organizationId));
    await world.send("PATCH", `organizations/${organizationId}/projects/${projectId}/`, { anonymize_ips: true });
    world.sandbox.control.clearRequests();
    const { values, secrets } = opened((await invoke("getProject", { projectId }))["return"]);
    expect(values).toMatchObject({ projectId, anonymizeIps: true, apiToken: expect.stringMatching(/^phc_/u) });
    expect(secrets).toEqual([["apiToken"]]);
    expect(world.sandbox.control.requests().map(({ path }) => path.split("?")[0]?.split("/").slice(4))).toEqual([
      ["projects", ""],
      ["projects", projectId, ""],
    ]);
  });

  test("say what is missing, what does not exist and what is not there to be asked", async () => {
    expect((await invoke("getDomain", {}))["failures"]).toEqual([
      { property: "", reason: "one of domainId, domain is required" },
    ]);
    await expect(invoke("getOrganization", { name: "Nobody" })).rejects.toThrow(/^There is no such Organization/u);
    const none = await failureOf(invoke("getNothing", {}));
    expect([none["status"], none.message]).toEqual([12, "Orgform has no function orgform:index:getNothing"]);
    const unlisted = await failureOf(plugin.call("List", { token: "orgform:index:Nothing", query: {} }));
    expect([unlisted["status"], unlisted.message]).toEqual([12, "Orgform does not list orgform:index:Nothing"]);
  });

  test("take the organization of the call, then the provider's, and say if there is none", async () => {
    const domains = async (process: PluginProcess, query: Values): Promise<unknown[]> => {
      const names: unknown[] = [];
      await process.call("List", { token: "orgform:index:Domain", query }, ({ result }) => {
        names.push(valueAt(result, ["name"]));
      });
      return names;
    };
    const { organizationId, otherOrganizationId } = world;
    await world.addDomain(organizationId, "own.example");
    await world.addDomain(otherOrganizationId, "theirs.example");
    expect(await domains(plugin, {})).toEqual(expect.arrayContaining(["own.example"]));
    expect(await domains(plugin, { organizationId: otherOrganizationId })).not.toContain("own.example");

    const none = new PluginProcess();
    await none.configure({ host: world.sandbox.host, apiKey: world.apiKey });
    const reason = "organizationId: is required: set it here or in the provider's configuration";
    for (const missing of [{}, { organizationId: "" }, { organizationId: 7 }]) {
      const error = await failureOf(domains(none, missing));
      expect([error["status"], error.message]).toEqual([STATUS.unknown, reason]);
      const asked = { tok: "orgform:index:getDomain", args: { ...missing, domain: "own.example" } };
      expect(await none.call("Invoke", asked)).toMatchObject({ failures: [{ property: "", reason }] });
    }
    const both = await none.call("Invoke", { tok: "orgform:index:getDomain", args: {} });
    expect(both["failures"]).toEqual([
      { property: "", reason },
      { property: "", reason: "one of domainId, domain is required" },
    ]);
    expect(await domains(none, { organizationId })).toEqual(expect.arrayContaining(["own.example"]));
  });

  test("list the objects of a resource, up to a limit", async () => {
    const seen: unknown[] = [];
    await plugin.call("List", { token: "orgform:index:Organization", query: {} }, ({ result }) => seen.push(result));
    expect(seen).toEqual([
      { id: world.organizationId, name: "Acme" },
      { id: world.otherOrganizationId, name: "Acme Labs" },
    ]);
    await plugin.call("List", { token: "orgform:index:Organization", limit: 1 }, ({ result }) => seen.push(result));
    expect(seen).toHaveLength(3);
  });
});

describe("cancellation", () => {
  test("ends a wait at once, and is forgotten at the next command", async () => {
    const domainId = await world.addDomain(world.organizationId, "waits.example");
    const properties = {
      organizationId: world.organizationId,
      domainId,
      timeoutSeconds: 86_400,
      pollIntervalSeconds: 300,
    };
    const waiting = plugin.call("Create", { urn: urnOf("DomainVerification"), properties });
    const ended = waiting.catch((error: unknown) => error);
    while (!plugin.messages.some(({ severity }) => severity === "status")) await new Promise(setImmediate);
    await plugin.call("Cancel", {});
    expect(await ended).toMatchObject({ status: 1, message: expect.stringContaining("cancelled during a wait") });
    await plugin.configure({ host: world.sandbox.host, apiKey: world.apiKey });
    world.sandbox.control.updateDomain(domainId, { verified_at: "2026-11-20T10:00:00Z" });
    const made = await plugin.call("Create", { urn: urnOf("DomainVerification"), properties });
    expect(made["id"]).toBe(`${world.organizationId}/${domainId}`);
  });
});

describe("a call whose caller goes away", () => {
  const GONE = new Error("The caller went away");

  /** Holds requests of a route. Resolves when the first one is held. */
  function held(method: string, route: string): () => Promise<void> {
    const { control } = world.sandbox;
    const fault = control.addFault({ kind: "delay", method, route, delayMs: 300, times: 0 });
    return async () => {
      while (!control.faults().some(({ id, hits }) => id === fault.id && hits > 0)) await new Promise(setImmediate);
      control.removeFault(fault.id);
    };
  }

  test("takes the list that it asked for first from no other call", async () => {
    const { control } = world.sandbox;
    const ids = [await world.addDomain(world.organizationId, "one.example")];
    ids.push(await world.addDomain(world.organizationId, "two.example"));
    const route = "/api/organizations/:organization_id/domains/";
    control.clearRequests();
    const isHeld = held("GET", route);
    const callers = ids.map(() => new AbortController());
    const reads = ids.map((id, index) =>
      plugin
        .call(
          "Read",
          { urn: urnOf("Domain"), id: `${world.organizationId}/${id}`, properties: {}, inputs: {} },
          undefined,
          callers[index]?.signal,
        )
        .catch((error: unknown) => error),
    );
    await isHeld();
    callers[0]?.abort(GONE);
    expect(await reads[0]).toMatchObject({ message: expect.stringContaining(GONE.message) });
    expect(await reads[1]).toMatchObject({ id: `${world.organizationId}/${ids[1]}` });
    expect(control.counts()).toEqual({ [`GET ${route}`]: 1 });
    // Nor from one that comes later.
    const again = { urn: urnOf("Domain"), id: `${world.organizationId}/${ids[0]}`, properties: {}, inputs: {} };
    expect(await plugin.call("Read", again)).toMatchObject({ id: again.id });
    expect(control.counts()).toEqual({ [`GET ${route}`]: 1 });
  });

  test("takes nothing from the creates that are sent with its own", async () => {
    // A joining create writes a record first, and a faster clock doesn't make the disk faster.
    await begin(fastTime(1));
    const route = "/api/organizations/:organization_id/invites/bulk/";
    const isHeld = held("POST", route);
    const callers = ["ann", "bob", "cat"].map((name) => ({
      email: `${name}@away.example`,
      gone: new AbortController(),
    }));
    const creates = callers.map(({ email, gone }) =>
      plugin
        .call(
          "Create",
          { urn: urnOf("Invite"), properties: { organizationId: world.organizationId, email, level: "member" } },
          undefined,
          gone.signal,
        )
        .catch((error: unknown) => error),
    );
    await isHeld();
    callers[0]?.gone.abort(GONE);
    expect(await creates[0]).toMatchObject({ message: expect.stringContaining(GONE.message) });
    expect(await Promise.all(creates.slice(1))).toMatchObject(
      callers.slice(1).map(({ email }) => ({ id: `${world.organizationId}/${email}` })),
    );
    expect(writesOf(world)).toHaveLength(1);
  });
});

describe("what the engine marks as a secret", () => {
  const HIDDEN = "only-the-engine-calls-this-secret";
  const marked = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: HIDDEN };

  test("is in no failure of a check, and in no refusal of the service that repeats it", async () => {
    const bad = { organizationId: inputs.organizationId, name: "Team", featureFlagsAccessLevel: marked };
    const { failures } = await plugin.call("Check", { urn: urnOf("Role"), olds: {}, news: bad });
    expect(JSON.stringify(failures)).toContain("featureFlagsAccessLevel");
    expect(JSON.stringify(failures)).not.toContain(HIDDEN);

    const body = { type: "validation_error", code: "invalid_input", detail: `"${HIDDEN}" is no source.`, attr: "name" };
    world.sandbox.control.addFault({ kind: "status", status: 400, method: "POST", body });
    const { organizationId } = world;
    const made = plugin.call("Create", {
      urn: urnOf("Plugin"),
      properties: { organizationId, name: "Warehouse", configSchema: marked, source: { "index.ts": marked } },
    });
    await expect(made).rejects.toThrow('"[redacted]" is no source.');
  });
});
