import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ENGINES, UNKNOWN } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { IMPORT_LINES } from "../support/import-lines.ts";
import { FOUNDER, startWorld, type World, writesOf } from "../support/scenario-world.ts";

/** A port on which nothing listens. */
const DEAD = "http://127.0.0.1:1";

/** A preview reports everything that an apply would refuse. */
describe.each(ENGINES.map((engine) => [engine.name, engine] as const))("a preview, %s", (_name, engine) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld("2025-08");
    world.sandbox.control.clearRequests();
  });
  afterEach(async () => {
    delete process.env["ORGFORM_OFFLINE_PREVIEW"];
    await world.sandbox.close();
  });

  const start = (settings: { readonly host?: string; readonly apiKey?: string } = {}): EngineRun =>
    engine.start({
      host: world.sandbox.host,
      apiKey: world.apiKey,
      config: { retryBudgetSeconds: "1" },
      ...settings,
    });

  /** The result of the check of a new object: its failure, else its problems. */
  const outcome = async (run: EngineRun, resource: string, inputs: Values): Promise<string> => {
    try {
      return (await run.check(resource, undefined, inputs)).problems.join("\n");
    } catch (error) {
      return String(error);
    }
  };

  const domain = (name = "new.example"): Values => ({ organizationId: world.organizationId, domain: name });

  const warnings = (run: EngineRun): string[] =>
    run.messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

  test("fails with a key that the service does not know", async () => {
    expect(await outcome(start({ apiKey: "phx_wrong" }), "Domain", domain())).toMatch(
      /Could not create Domain "new\.example".*401/su,
    );
  });

  test("fails with a key that lacks the scope, and names it", async () => {
    const scopes = ["organization:read", "organization_member:write"];
    const { apiKey } = world.sandbox.control.createKey({ email: FOUNDER, scopes });
    expect(await outcome(start({ apiKey }), "Domain", domain())).toMatch(
      /The API key isn't allowed to create Domain "new\.example".*It lacks the scope organization:write\./su,
    );
    expect(writesOf(world)).toEqual([]);
  });

  test("passes with a key that was made for reading, and says once that nothing can be applied with it", async () => {
    const { apiKey } = world.sandbox.control.createKey({ email: FOUNDER, scopes: ["organization:read"] });
    const run = start({ apiKey });
    expect(await outcome(run, "Domain", domain())).toBe("");
    expect(await outcome(run, "Domain", domain("another.example"))).toBe("");
    expect(warnings(run)).toEqual([expect.stringContaining("The API key only reads")]);
  });

  test("fails with a key of another account, and an organization that is not there", async () => {
    const stranger = world.sandbox.control.createUser({ email: "stranger@elsewhere.example" });
    const { apiKey } = world.sandbox.control.createKey({ email: stranger.email, scopes: null });
    expect(await outcome(start({ apiKey }), "Domain", domain())).toMatch(/Could not create Domain.*40[34]/su);
    const unknown = { ...domain(), organizationId: "01912345-89ab-7cde-8f01-23456789abcd" };
    expect(await outcome(start(), "Domain", unknown)).toMatch(/Could not create Domain.*40[34]/su);
  });

  test("fails where the host is out of reach, and goes on with a warning where that is allowed", async () => {
    expect(await outcome(start({ host: DEAD }), "Domain", domain())).toMatch(
      /Couldn't connect to http:\/\/127\.0\.0\.1:1/u,
    );
    process.env["ORGFORM_OFFLINE_PREVIEW"] = "1";
    const run = start({ host: DEAD });
    expect(await outcome(run, "Domain", domain())).toBe("");
    expect(await outcome(run, "Role", { organizationId: world.organizationId, name: "Builders" })).toBe("");
    expect(warnings(run)).toEqual([expect.stringMatching(/^The service can't be reached, so this preview/u)]);
    // A refused key doesn't mean that the service is unreachable.
    expect(await outcome(start({ apiKey: "phx_wrong" }), "Domain", domain())).toContain("401");
  });

  test("fails with a name that is taken, and says how to import what has it", async () => {
    const id = await world.addDomain(world.organizationId, "taken.example", { sso_enforcement: "saml" });
    world.sandbox.control.clearRequests();
    const said = await outcome(start(), "Domain", { ...domain("taken.example"), ssoEnforcement: "google-oauth2" });
    expect(said).toContain('Domain "taken.example" exists already');
    expect(said).toContain(IMPORT_LINES[engine.name]?.("Domain", `${world.organizationId}/${id}`) ?? "set `adopt:");
    expect(writesOf(world)).toEqual([]);
  });

  test("passes with a name that an object of the state has, which is renamed or replaced in the program", async () => {
    const run = start();
    const { inputs } = await run.check("Domain", undefined, domain());
    const entry = await run.create("Domain", inputs);
    world.loseRecords();
    const later = start();
    await later.read("Domain", entry);
    expect(await outcome(later, "Domain", { ...domain(), samlEntityId: "urn:new" })).toBe("");
  });

  test("asks nothing about what lies in something that is still to be made, and says so once", async () => {
    const run = start();
    expect(await outcome(run, "Domain", { ...domain(), organizationId: UNKNOWN })).toBe("");
    expect(await outcome(run, "Role", { organizationId: UNKNOWN, name: "Builders" })).toBe("");
    expect(world.sandbox.control.requests()).toEqual([]);
    expect(warnings(run)).toEqual([expect.stringMatching(/^Domain "new\.example" was not compared with the service/u)]);
  });

  test("says nothing about what lies in an organization that it creates, and warns if it adopts the organization", async () => {
    const named = (name: string, more: object = {}) => ({ name, deletionProtection: false, ...more });
    for (const [organization, warned] of [
      [named("New"), 0],
      [named("Acme Labs", { adopt: world.otherOrganizationId }), 1],
    ] as const) {
      const run = start();
      expect(await outcome(run, "Organization", organization)).toBe("");
      expect(await outcome(run, "Domain", { ...domain(), organizationId: UNKNOWN })).toBe("");
      expect(warnings(run).filter((text) => text.includes("was not compared"))).toHaveLength(warned);
    }
  });

  test("of a change fails with a key that lacks the scope", async () => {
    const run = start();
    const { inputs } = await run.check("Domain", undefined, domain());
    const entry = await run.create("Domain", inputs);
    const { apiKey } = world.sandbox.control.createKey({ email: FOUNDER, scopes: ["user:read", "plugin:write"] });
    const changed = start({ apiKey }).diff("Domain", entry, { ...inputs, samlEntityId: "urn:new" });
    await expect(changed).rejects.toThrow(/The API key isn't allowed to update Domain .*organization:write/su);
    // An unchanged object needs no request.
    expect(await start({ apiKey }).diff("Domain", entry, inputs)).toEqual({ changes: false, replaces: [] });
  });
});
