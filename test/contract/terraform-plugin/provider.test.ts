import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { systemClock } from "../../../src/app/clock.ts";
import { fastTime } from "../../support/scenario-clock.ts";
import { startWorld, VERIFIED_AT, type World, writesOf } from "../../support/scenario-world.ts";
import { configOf, hasErrors, keptOf, type KeptObject, TerraformProcess } from "../../support/terraform-process.ts";
import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { UNKNOWN, valueAt } from "../../../src/model/unknown.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { PROCESS_ENVIRONMENT } from "../../support/process-environment.ts";

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };
const TYPE = "orgform_domain";

let world: World;

beforeAll(async () => {
  world = await startWorld("documented");
});

beforeEach(() => world.sandbox.control.clearRequests());

afterAll(() => world.sandbox.close());

const started = (definitions: readonly AnyResource[] = resources, clock = fastTime(200).driver): TerraformProcess =>
  new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock, definitions });

async function configured(further: Values = {}): Promise<TerraformProcess> {
  const process = started();
  await process.configure({ host: world.sandbox.host, apiKey: world.apiKey, ...further });
  return process;
}

const rawState = (object: Values): Record<string, unknown> => ({
  rawState: { json: Buffer.from(JSON.stringify(object)) },
});

describe("a state file", () => {
  const definition = resources.find(({ name }) => name === "Domain");
  const next = {
    ...definition,
    stateVersion: 2,
    migrations: { 1: ({ name, ...rest }: Values) => ({ ...rest, domain: name }) },
  } as unknown as AnyResource; // -- a later version of a resource, whose types the test doesn't need

  test("of an earlier version is brought to the present shape", async () => {
    const answer = await started([next]).call("UpgradeResourceState", {
      typeName: TYPE,
      version: 1,
      ...rawState({ id: "o/d", organization_id: "o", domain_id: "d", name: "acme.example", gone: null }),
    });
    expect(answer.diagnostics).toEqual([]);
    expect(decodeValue(answer.message["upgradedState"])).toMatchObject({
      id: "o/d",
      domain: "acme.example",
      domain_id: "d",
      held_back: null,
    });
  });

  test("of the current version stays unchanged, without a request and before any configuration", async () => {
    const process = started();
    const schema = process.schema("Domain");
    const { object } = keptOf(schema, "o/d", { organizationId: "o", domainId: "d", heldBack: ["ssoEnforcement"] });
    const answer = await process.call("UpgradeResourceState", {
      typeName: TYPE,
      version: 1,
      ...rawState(object ?? {}),
    });
    expect(decodeValue(answer.message["upgradedState"])).toEqual(object);
    expect(object).toMatchObject({ held_back: ["sso_enforcement"] });
  });

  test.each(["[]", "7", "null"])("that is no object (%s) is refused", async (json) => {
    const rawState = { json: Buffer.from(json) };
    const answer = await started().call("UpgradeResourceState", { typeName: TYPE, version: 1, rawState });
    expect(answer.diagnostics).toEqual([
      expect.objectContaining({ severity: 1, summary: "The state of this orgform_domain is no object" }),
    ]);
  });

  test("of a later version is refused with what to do", async () => {
    const answer = await started().call("UpgradeResourceState", {
      typeName: TYPE,
      version: 9,
      ...rawState({ id: "x", domain: "acme.example" }),
    });
    expect(answer.diagnostics).toEqual([
      {
        severity: 1,
        summary: 'orgform_domain "acme.example" has a newer state',
        detail:
          "The state has version 9; this Orgform knows 1. Install the version of Orgform that wrote it, or a later one.\nCode: state_from_newer_version",
        path: "",
      },
    ]);
  });
});

const identityIn = (message: Readonly<Record<string, unknown>>, name: string): unknown =>
  decodeValue(valueAt(message, [name, "data"]));

test("an object lives through every call, and each answer has its identity and the bytes of the provider", async () => {
  const { organizationId } = world;
  let process = await configured();
  const schema = process.schema("Domain");
  const inputs = { organizationId, domain: "life.example", samlEntityId: "urn:é|'" };
  const config = configOf(schema, inputs);
  const validated = await process.call("ValidateResourceConfig", { typeName: TYPE, config: encodeValue(config) });
  expect(validated.diagnostics).toEqual([]);

  const planned = await process.plan(schema, NOTHING, config);
  expect([planned.diagnostics, planned.message["requiresReplace"]]).toEqual([[], []]);
  const made = await process.apply(schema, NOTHING, planned.planned, config);
  const row = world.sandbox.control.domains().find((one) => one["domain"] === "life.example");
  const identity = { organization_id: organizationId, domain_id: row?.["id"] };
  expect(made.object).toMatchObject({ ...identity, id: `${organizationId}/${String(row?.["id"])}` });
  expect(identityIn(made.message, "newIdentity")).toEqual(identity);
  expect(JSON.parse(String(made.private))).toEqual({ host: expect.stringContaining("127.0.0.1") });

  process = await configured();
  const refresh = (object: unknown) =>
    process.call("ReadResource", { typeName: TYPE, currentState: encodeValue(object), private: made.private });
  const { message, diagnostics } = await refresh(made.object);
  expect([decodeValue(message["newState"]), diagnostics]).toEqual([made.object, []]);
  expect([identityIn(message, "newIdentity"), String(message["private"])]).toEqual([identity, String(made.private)]);

  const kept = { ...made, identity: { data: encodeValue(identity) } };
  const unchanged = await process.plan(schema, kept, config);
  expect([unchanged.planned, unchanged.diagnostics]).toEqual([made.object, []]);
  expect(identityIn(unchanged.message, "plannedIdentity")).toEqual(identity);
  const moved = await process.plan(schema, kept, configOf(schema, { ...inputs, domain: "other.example" }));
  expect(moved.message["requiresReplace"]).toEqual([{ steps: [{ attributeName: "domain" }] }]);
  expect(writesOf(world)).toHaveLength(1);

  process = await configured();
  const next = configOf(schema, { ...inputs, samlEntityId: "urn:two" });
  const change = (await process.plan(schema, kept, next)).planned;
  const body = { type: "validation_error", code: "invalid_input", detail: "Not today.", attr: null };
  world.sandbox.control.addFault({ kind: "status", status: 400, method: "PATCH", body, times: 1 });
  const refused = await process.apply(schema, kept, change, next);
  expect([refused.object, String(refused.private)]).toEqual([made.object, String(made.private)]);
  expect(identityIn(refused.message, "newIdentity")).toEqual(identity);
  expect(refused.diagnostics).toEqual([
    { severity: 1, summary: expect.any(String), detail: expect.stringContaining("Not today."), path: "" },
  ]);
  expect(refused.diagnostics[0]?.detail).not.toContain("exists");
  const changed = await process.apply(schema, kept, change, next);
  expect([changed.object, changed.diagnostics]).toEqual([{ ...made.object, saml_entity_id: "urn:two" }, []]);
  expect(identityIn(changed.message, "newIdentity")).toEqual(identity);
  expect(world.domain(String(row?.["id"]))).toMatchObject({ saml_entity_id: "urn:two" });

  process = await configured();
  const removal = await process.plan(schema, changed, null);
  expect([decodeValue(removal.message["plannedState"]), removal.diagnostics]).toEqual([null, []]);
  expect(String(removal.message["plannedPrivate"])).toBe(String(changed.private));
  expect(await process.apply(schema, changed, null)).toMatchObject({ object: null, diagnostics: [] });
  expect(world.domain(String(row?.["id"]))).toBeUndefined();
  process = await configured();
  for (const object of [changed.object, null]) {
    const gone = await refresh(object);
    expect([decodeValue(gone.message["newState"]), gone.diagnostics]).toEqual([null, []]);
  }
});

describe("an apply that stops halfway", () => {
  const source = (text: string): Values => ({ "index.ts": text });
  const fails = (): void =>
    void world.sandbox.control.addFault({
      kind: "status",
      status: 403,
      method: "PATCH",
      route: "/api/organizations/:organization_id/plugins/:id/update_source/",
      times: 0,
    });

  test("says after a create how to keep the object, and after an update that the next apply continues", async () => {
    const process = await configured();
    const schema = process.schema("Plugin");
    const inputs = { organizationId: world.organizationId, name: "Half", source: source("export const a = 1;\n") };
    const config = configOf(schema, inputs);
    fails();
    const failed = await process.apply(schema, NOTHING, (await process.plan(schema, NOTHING, config)).planned, config);
    expect(failed.object).toMatchObject({ name: "Half", item_id: expect.stringMatching(/^\d+$/u) });
    expect(identityIn(failed.message, "newIdentity")).toEqual({
      organization_id: world.organizationId,
      item_id: failed.object?.["item_id"],
    });
    expect(JSON.parse(String(failed.private))).toMatchObject({ host: expect.any(String) });
    const tainted =
      /\nThe object exists and is marked as tainted, so the next apply would delete it and create it again\. To keep it, run `terraform untaint <address>`\. The next apply then completes it\.$/u;
    expect(failed.diagnostics.map(({ severity, detail }) => [severity, tainted.test(detail)])).toEqual([[1, true]]);

    world.sandbox.control.clearFaults();
    const again = await configured();
    const done = await again.apply(schema, failed, (await again.plan(schema, failed, config)).planned, config);
    expect([done.diagnostics, done.object]).toEqual([[], expect.objectContaining({ source: inputs.source })]);
    const next = configOf(schema, { ...inputs, description: "new", source: source("export const b = 2;\n") });
    const { planned } = await again.plan(schema, done, next);
    fails();
    const partly = await again.apply(schema, done, planned, next);
    world.sandbox.control.clearFaults();
    expect(partly.object).toMatchObject({ description: "new", source: null });
    expect(partly.diagnostics.map(({ detail }) => detail.split("\n").at(-1))).toEqual([
      "The next apply continues from what exists.",
    ]);
  });
});

test("a configuration can't set the id, and a deprecated resource is named", async () => {
  const process = started();
  const validated = async (resource: string, inputs: Values, own: Values) => {
    const schema = process.schema(resource);
    const config = encodeValue({ ...configOf(schema, inputs), ...own });
    return (await process.call("ValidateResourceConfig", { typeName: schema.typeName, config })).diagnostics;
  };
  expect(await validated("Domain", { domain: "a.example" }, { id: "o/d" })).toEqual([
    {
      severity: 1,
      summary: "This orgform_domain isn't declared correctly",
      detail: "The service decides id. Remove it.",
      path: "id",
    },
  ]);
  expect(await validated("Domain", { domain: "a.example" }, {})).toEqual([]);
  expect(await validated("Plugin", { name: "Mailer" }, {})).toEqual([
    expect.objectContaining({ severity: 2, summary: "orgform_plugin is deprecated", path: "" }),
  ]);
});

describe("the identity", () => {
  test("has had one shape so far", async () => {
    const identity = { organization_id: "o", domain_id: "é|" };
    const { message } = await started().call("UpgradeResourceIdentity", {
      typeName: TYPE,
      rawIdentity: { json: Buffer.from(JSON.stringify(identity)) },
    });
    expect(identityIn(message, "upgradedIdentity")).toEqual(identity);
  });

  test("imports an object by its parts, which can omit the provider's own organization", async () => {
    const process = await configured({ organizationId: world.organizationId });
    const domainId = await world.addDomain(world.organizationId, "identity.example");
    const identity = { data: encodeValue({ organization_id: null, domain_id: domainId }) };
    const answer = await process.call("ImportResourceState", { typeName: TYPE, id: "", identity });
    expect(answer.diagnostics).toEqual([]);
    const [imported] = answer.message["importedResources"] as Record<string, Record<string, unknown>>[];
    const whole = { organization_id: world.organizationId, domain_id: domainId };
    expect(decodeValue(imported?.["identity"]?.["data"])).toEqual(whole);
    expect(decodeValue(imported?.["state"])).toMatchObject(whole);
  });

  test("is left out of a plan until all of it is known, since one engine cannot take an unknown part", async () => {
    const process = await configured();
    const identityOf = async (resource: string, inputs: Values): Promise<unknown> => {
      const schema = process.schema(resource);
      const { message } = await process.plan(schema, NOTHING, configOf(schema, inputs));
      return decodeValue((message["plannedIdentity"] as Record<string, unknown> | undefined)?.["data"]);
    };
    const { organizationId } = world;
    const domainId = await world.addDomain(organizationId, "known.example");
    expect(await identityOf("Domain", { organizationId, domain: "acme.example" })).toBeNull();
    expect(await identityOf("DomainSso", { organizationId, domainId: UNKNOWN })).toBeNull();
    expect(await identityOf("DomainSso", { organizationId, domainId })).toEqual({
      organization_id: organizationId,
      domain_id: domainId,
    });
  });
});

describe("settings of the provider that are not known yet", () => {
  test("are no error, and leave the organization of a plan unknown", async () => {
    const process = started();
    const answer = await process.configure({ host: world.sandbox.host, apiKey: UNKNOWN, organizationId: UNKNOWN });
    expect(answer.diagnostics).toEqual([]);
    const schema = process.schema("Domain");
    const { planned, diagnostics } = await process.plan(schema, NOTHING, configOf(schema, { domain: "a.example" }));
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 2, summary: "The plan was not compared with the service" }),
    ]);
    expect(planned["organization_id"]).toBe(UNKNOWN);
    expect(world.sandbox.control.requests()).toEqual([]);
  });

  test("are named by everything that requires them", async () => {
    const process = started();
    await process.configure({ host: world.sandbox.host, apiKey: UNKNOWN });
    const answer = await process.call("ImportResourceState", { typeName: TYPE, id: "o/d" });
    expect(answer.diagnostics).toEqual([
      expect.objectContaining({
        summary: "The settings of the provider orgform are not known yet",
        detail: expect.stringContaining("api_key depends on an object that doesn't exist yet."),
      }),
    ]);
  });

  test("are named by an import of an object in the organization that is not known yet", async () => {
    const process = started();
    await process.configure({ host: world.sandbox.host, apiKey: world.apiKey, organizationId: UNKNOWN });
    const identity = { data: encodeValue({ organization_id: null, domain_id: "d" }) };
    const answer = await process.call("ImportResourceState", { typeName: TYPE, identity });
    expect(answer.diagnostics).toEqual([
      expect.objectContaining({
        summary: "The settings of the provider orgform are not known yet",
        detail: expect.stringContaining("organization_id depends on an object that doesn't exist yet."),
      }),
    ]);
  });
});

describe("a message", () => {
  const QUOTED = 'no `name: "x"` here; deletionProtection, ssoEnforcement and organizationId are words of mine';

  test("quotes the service word for word", async () => {
    const process = await configured();
    const schema = process.schema("Domain");
    const inputs = { organizationId: world.organizationId, domain: "quoted.example" };
    const { planned } = await process.plan(schema, NOTHING, configOf(schema, inputs));
    const body = { type: "validation_error", code: "invalid_input", detail: QUOTED, attr: null };
    world.sandbox.control.addFault({ kind: "status", status: 400, method: "POST", body });
    const { diagnostics } = await process.apply(schema, NOTHING, planned);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        summary: 'Could not create orgform_domain "quoted.example"',
        detail: expect.stringContaining(QUOTED),
      }),
    ]);
  });

  test("names fields as a configuration writes them", async () => {
    const process = await configured();
    const schema = process.schema("Domain");
    const { organizationId } = world;
    const domainId = await world.addDomain(organizationId, "there.example", { sso_enforcement: "saml" });
    const inputs = { organizationId, domain: "there.example", ssoEnforcement: "google-oauth2" };
    const { diagnostics } = await process.plan(schema, NOTHING, configOf(schema, inputs));
    expect(diagnostics).toEqual([
      expect.objectContaining({ detail: expect.stringContaining(`set \`adopt = "${organizationId}/${domainId}"\`.`) }),
    ]);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        detail: expect.stringContaining('sso_enforcement is "saml", declared is "google-oauth2"'),
      }),
    ]);
  });

  test("names settings as the provider's block writes them", async () => {
    const { diagnostics } = await started().configure({ host: "http://service.example", apiKey: "phx_one" });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        summary: "The provider orgform is not configured",
        detail: expect.stringContaining("Use https, or set allow_insecure_http when the network is trusted."),
      }),
    ]);
  });
});

describe("an unhandled error", () => {
  test("outside of a call ends the open ones with an error and keeps the state", async () => {
    const process = await configured();
    const domainId = await world.addDomain(world.organizationId, "accident.example");
    const schema = process.schema("DomainVerification");
    const inputs = { organizationId: world.organizationId, domainId, timeoutSeconds: 86_400, pollIntervalSeconds: 300 };
    const { planned } = await process.plan(schema, NOTHING, configOf(schema, inputs));
    const applied = process.apply(schema, NOTHING, planned);
    process.provider.failOpenCalls(new Error("The provider failed with an internal error\nsomething broke"));
    expect(await applied).toMatchObject({
      object: null,
      diagnostics: [{ severity: 1, summary: "The provider failed with an internal error", detail: "something broke" }],
    });
    await process.call("StopProvider", {});
  });

  test("in a deletion keeps the object", async () => {
    const process = await configured();
    const domainId = await world.addDomain(world.organizationId, "kept.example", { verified_at: VERIFIED_AT });
    world.sandbox.control.addFault({ kind: "status", status: 403, method: "DELETE", times: 0 });
    const schema = process.schema("Domain");
    const id = `${world.organizationId}/${domainId}`;
    const prior = keptOf(schema, id, { organizationId: world.organizationId, domainId, domain: "kept.example" });
    const answer = await process.apply(schema, prior, null).catch((error: unknown) => error);
    world.sandbox.control.clearFaults();
    expect(answer).toMatchObject({ object: prior.object, diagnostics: [{ severity: 1 }] });
    expect(hasErrors(answer as never)).toBe(true);
  });
});

test.each([
  [
    "remove",
    [
      [
        "ann@acme.example will be removed from the organization",
        /`on_destroy = "retain"`, or `on_destroy = "downgrade"`/u,
      ],
    ],
  ],
  ["retain", []],
])("the plan of a removal names the person, and what else it could do: %s", async (onDestroy, said) => {
  const process = await configured();
  const schema = process.schema("Member");
  const { organizationId } = world;
  const state = { organizationId, email: "ann@acme.example", level: "member", onDestroy };
  const answer = await process.plan(schema, keptOf(schema, `${organizationId}/ann@acme.example`, state), null);
  expect(answer.diagnostics).toEqual(
    said.map(([summary, detail]) =>
      expect.objectContaining({ severity: 2, summary, detail: expect.stringMatching(detail as RegExp) }),
    ),
  );
});

test("a stop ends a wait at once, in words for the user", async () => {
  // With a clock that doesn't run ahead, so a request under way has its full time for a response.
  const process = started(resources, systemClock);
  await process.configure({ host: world.sandbox.host, apiKey: world.apiKey });
  const domainId = await world.addDomain(world.organizationId, "stopped.example");
  const schema = process.schema("DomainVerification");
  const inputs = { organizationId: world.organizationId, domainId, timeoutSeconds: 86_400, pollIntervalSeconds: 300 };
  const { planned } = await process.plan(schema, NOTHING, configOf(schema, inputs));
  const applied = process.apply(schema, NOTHING, planned);
  while (!world.sandbox.control.requests().some(({ path }) => path.endsWith("/verify/"))) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await process.call("StopProvider", {});
  const { object, diagnostics } = await applied;
  expect(object).toBeNull();
  expect(diagnostics[0]?.summary).toBe(`Could not create orgform_domain_verification "${domainId}"`);
  expect(diagnostics[0]?.detail).toContain("It was interrupted while it was waiting.");
});
