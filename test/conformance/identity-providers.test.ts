import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { startWorld, VERIFIED_AT, type World, writesOf } from "../support/scenario-world.ts";

const RESOURCE = "IdentityProvider";
const SAML = { entityId: "urn:okta", acsUrl: "https://okta.example/sso", x509Cert: "CANARY-certificate" };
const OIDC = { issuerUrl: "https://okta.example", clientId: "acme", clientSecret: "CANARY-client-secret" };

/** Cases that the tables lack: the one-time token, and refusals before any request. */
describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld("2026-09");
  });
  afterEach(() => world.sandbox.close());

  const scim = (more: Values = {}): Values => ({
    organizationId: world.organizationId,
    name: "Okta",
    protocol: "scim",
    scim: { enabled: true },
    ...more,
  });

  const held = (): readonly Values[] => world.sandbox.control.call("GET", "identity-provider-configs") as Values[];

  const said = ({ messages }: EngineRun): string => messages.map(({ text }) => text).join("\n");

  async function checked(run: EngineRun, declared: Values, before?: Values): Promise<Values> {
    const { inputs, problems } = await run.check(RESOURCE, before, declared);
    expect(problems).toEqual([]);
    return inputs;
  }

  async function made(declared: Values): Promise<Entry> {
    const run = world.start(engine);
    return run.create(RESOURCE, await checked(run, declared));
  }

  async function updated(entry: Entry, declared: Values): Promise<Entry> {
    const run = world.start(engine);
    return run.update(RESOURCE, entry, await checked(run, declared, entry.state));
  }

  /** The result of a create's preview. */
  async function preview(declared: Values): Promise<string> {
    const wanted = { organizationId: world.organizationId, name: "Okta", ...declared };
    const checking = world.start(engine).check(RESOURCE, undefined, wanted);
    const { problems } = await checking.catch((error: unknown) => ({ problems: [String(error)] }));
    expect(writesOf(world)).toEqual([]);
    return problems.join("\n");
  }

  test("the token of SCIM is the one that counts, and a refresh and other changes keep it", async () => {
    const entry = await made(scim());
    expect(entry.state["scimToken"]).toBe(held()[0]?.["scim_bearer_token"]);
    const read = await world.start(engine).read(RESOURCE, entry);
    expect(read?.state["scimToken"]).toBe(entry.state["scimToken"]);
    const renamed = await updated(entry, scim({ name: "Okta people" }));
    expect(renamed.state["scimToken"]).toBe(entry.state["scimToken"]);
  });

  test("the token of SCIM is another one after another rotation, and gone when SCIM is turned off", async () => {
    const entry = await made(scim());
    const rotated = await updated(entry, scim({ rotate: "2" }));
    expect(rotated.state["scimToken"]).not.toBe(entry.state["scimToken"]);
    expect(rotated.state["scimToken"]).toBe(held()[0]?.["scim_bearer_token"]);
    const off = await updated(rotated, scim({ rotate: "2", scim: { enabled: false } }));
    expect([off.state["scimToken"], held()[0]?.["scim_bearer_token"]]).toEqual([undefined, null]);
    const on = await updated(off, scim({ rotate: "2" }));
    expect(on.state["scimToken"]).toBe(held()[0]?.["scim_bearer_token"]);
  });

  test("a token whose answer was lost is made anew in the same run", async () => {
    const route = "/api/organizations/:organization_id/identity_provider_configs/";
    world.sandbox.control.addFault({ kind: "reset-after", method: "POST", route, times: 1 });
    const entry = await made(scim());
    expect(entry.state["scimToken"]).toBe(held()[0]?.["scim_bearer_token"]);
    expect(held()).toHaveLength(1);
  });

  test("an import says that the token cannot be read, and a rotation gives one", async () => {
    const { id } = await made(scim());
    const run = world.start(engine);
    const found = await run.find(RESOURCE, id);
    expect(found?.state["scimToken"]).toBe(undefined);
    expect(said(run)).toMatch(
      /scim_?[tT]oken of IdentityProvider .* can't be read: .*To get a new one, set another string in .*rotate/su,
    );
    const rotated = await updated({ id, state: found?.state ?? {} }, scim({ rotate: "1" }));
    expect(rotated.state["scimToken"]).toBe(held()[0]?.["scim_bearer_token"]);
  });

  test("the block has to be that of the protocol, and domains are named or all are served", async () => {
    expect(await preview({ protocol: "saml" })).toMatch(/saml.* is required for .*protocol/su);
    expect(await preview({ protocol: "saml", saml: SAML, oidc: OIDC })).toMatch(
      /oidc.* is for another protocol than .*protocol.*"saml".*declare an identity provider for each protocol/su,
    );
    const all = { protocol: "saml", saml: SAML, domainScope: "all", domainIds: [world.organizationId] };
    expect(await preview(all)).toMatch(/can't be set together with .*domain_?[sS]cope/su);
  });

  test.each(["documented", "2025-08"] as const)(
    "the preview on the service of %s says where SAML is",
    async (dialect) => {
      world.sandbox.control.setDialect(dialect);
      expect(await preview({ protocol: "saml", saml: SAML })).toMatch(
        /has no identity providers\.\nServices have had them since September 2026\..*saml_?[eE]ntity_?[iI]d.* of the Domain/su,
      );
    },
  );

  test.each([
    ["oidc", { oidc: OIDC }, "oidc"],
    ["scim", { scim: { enabled: true } }, "scim"],
    ["xaa", { xaa: { issuerUrl: "https://okta.example" } }, "xaa_authentication"],
  ])("the preview names the plan feature that %s needs", async (protocol, settings, feature) => {
    world.sandbox.control.setFeatures(world.organizationId, ["saml"]);
    expect(await preview({ protocol, ...settings })).toMatch(new RegExp(`lacks the feature "${feature}"`, "u"));
    expect(await preview({ protocol: "saml", saml: SAML })).toBe("");
  });

  test("the preview names the identity provider that serves a verified domain already", async () => {
    const { organizationId } = world;
    const verified = await world.addDomain(organizationId, "acme.example", { verified_at: VERIFIED_AT });
    const unverified = await world.addDomain(organizationId, "acme-labs.example");
    await made({ organizationId, name: "First", protocol: "saml", saml: SAML, domainIds: [verified, unverified] });
    world.sandbox.control.clearRequests();
    const second = (domainIds: readonly string[]): Values => ({ protocol: "saml", saml: SAML, domainIds });
    expect(await preview(second([unverified]))).toBe("");
    expect(await preview(second([verified]))).toMatch(/The identity provider "First" \(.*\) serves acme\.example/su);
    expect(await preview({ protocol: "saml", saml: SAML, domainScope: "all" })).toMatch(/serves acme\.example/u);
    expect(await preview({ protocol: "oidc", oidc: OIDC, domainIds: [verified] })).toBe("");
  });

  test("one that lost its protocol outside is deleted all the same", async () => {
    const entry = await made(scim());
    const { id } = held()[0] ?? {};
    world.sandbox.control.call("PATCH", `identity-provider-configs/${String(id)}`, { config_scope: null });
    await world.start(engine).delete(RESOURCE, entry);
    expect(held()).toEqual([]);
  });

  test("a client secret is sent as it is, and an empty one takes it away", async () => {
    const declared = (clientSecret: string): Values => ({
      organizationId: world.organizationId,
      name: "Okta",
      protocol: "oidc",
      oidc: { ...OIDC, clientSecret },
    });
    const entry = await made(declared(" spaced "));
    expect(held()[0]).toMatchObject({ oidc_client_secret: " spaced " });
    await updated(entry, declared(""));
    expect(held()[0]).toMatchObject({ oidc_client_secret: "" });
  });

  test("a client secret that somebody took away is a difference, and one that is declared empty is none", async () => {
    const declared = (clientSecret: string): Values => ({
      organizationId: world.organizationId,
      name: "Okta",
      protocol: "oidc",
      oidc: { ...OIDC, clientSecret },
    });
    const differs = async (entry: Entry, inputs: Values): Promise<boolean> =>
      (await world.start(engine).diff(RESOURCE, entry, inputs)).changes;
    const entry = await made(declared("CANARY-client-secret"));
    const inputs = await checked(world.start(engine), declared("CANARY-client-secret"), entry.state);
    const same = await world.start(engine).read(RESOURCE, entry);
    expect(await differs(same ?? entry, inputs)).toBe(false);
    const { id } = held()[0] ?? {};
    world.sandbox.control.call("PATCH", `identity-provider-configs/${String(id)}`, { oidc_client_secret: "" });
    const taken = await world.start(engine).read(RESOURCE, entry);
    expect(await differs(taken ?? entry, inputs)).toBe(true);
    const given = await world.start(engine).update(RESOURCE, taken ?? entry, inputs);
    expect(held()[0]).toMatchObject({ oidc_client_secret: "CANARY-client-secret" });
    expect(await differs(given, inputs)).toBe(false);

    const empty = await updated(given, declared(""));
    const rest = (await world.start(engine).read(RESOURCE, empty)) ?? empty;
    expect(await differs(rest, await checked(world.start(engine), declared(""), rest.state))).toBe(false);
  });
});
