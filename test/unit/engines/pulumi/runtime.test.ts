import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { served } from "../../../../src/app/served.ts";
import { systemClock } from "../../../../src/app/clock.ts";
import { Runtime } from "../../../../src/engines/pulumi/dynamic/runtime.ts";
import { printed } from "../../../../src/model/messages.ts";
import { environmentWith } from "../../../support/process-environment.ts";
import { failureOf } from "../../../support/fake-resources.ts";
import { routesOf, startWorld, type World } from "../../../support/scenario-world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
});
afterAll(() => world.sandbox.close());

/** A provider process of the engine, what it says, and how often it waits until that has arrived. */
function startRuntime() {
  const said: string[] = [];
  let delivered = 0;
  const runtime = new Runtime({
    environment: environmentWith(undefined),
    clock: systemClock,
    log: {
      reporterFor: () => ({
        warn: (text) => void said.push(printed(text)),
        info: () => undefined,
        status: () => undefined,
      }),
      delivered: () => {
        delivered += 1;
        return Promise.resolve();
      },
    },
  });
  const provider = (name: string, settings: Readonly<Record<string, string>> | undefined = configured()) =>
    runtime.provider(name, { get: (key) => settings[key] });
  return { runtime, provider, said, deliveries: () => delivered };
}

const configured = (): Readonly<Record<string, string>> => ({
  "orgform:host": world.sandbox.host,
  "orgform:apiKey": world.apiKey,
  "orgform:organizationId": world.organizationId,
});

const CODE = { __provider: "code" };

describe("the dynamic provider of a process", () => {
  test("carries an object through its life, and waits after each step until its messages have arrived", async () => {
    const { provider, deliveries } = startRuntime();
    const role = provider("Role");
    const { organizationId } = world;
    const { inputs, failures } = await role.check(CODE, { ...CODE, name: "Builders" });
    expect([inputs, failures]).toEqual([{ name: "Builders", organizationId }, []]);
    const { id, outs } = await role.create({ ...CODE, ...inputs });
    expect(outs).toMatchObject({ organizationId, name: "Builders" });
    const kept = { ...CODE, ...outs };
    expect(await role.diff(id, kept, inputs)).toEqual({ changes: false, replaces: [], deleteBeforeReplace: true });
    const renamed = { ...inputs, name: "Makers" };
    expect(await role.diff(id, kept, renamed)).toEqual({ changes: true, replaces: [], deleteBeforeReplace: true });
    const domain = { ...CODE, organizationId, domain: "a.example" };
    const moved = await provider("Domain").diff(
      `${organizationId}/d1`,
      { ...domain, domainId: "d1", stateVersion: 1 },
      { ...domain, domain: "b.example" },
    );
    expect([moved.changes, moved.replaces]).toEqual([true, ["domain"]]);
    const updated = await role.update(id, kept, renamed);
    expect(updated.outs).toMatchObject({ name: "Makers", roleId: outs["roleId"] });
    const read = await role.read(id, { ...CODE, ...updated.outs });
    expect(read).toMatchObject({ id, props: { name: "Makers" }, inputs: { name: "Makers", organizationId } });
    // A look-up has the provider's code alone.
    const found = await role.read(id, CODE);
    expect(found).toMatchObject({ id, props: { name: "Makers" }, inputs: { name: "Makers" } });
    expect((await failureOf(role.read(`${organizationId}/Nobody`, CODE))).message).toContain("Nobody");
    // What this process declares is another declaration's object by now, and stays.
    await role.delete(id, { ...CODE, ...updated.outs });
    expect((await startRuntime().provider("Role").read(id, CODE)).id).toBe(id);
    await startRuntime()
      .provider("Role")
      .delete(id, { ...CODE, ...updated.outs });
    expect(
      await startRuntime()
        .provider("Role")
        .read(id, { ...CODE, ...updated.outs }),
    ).toEqual({});
    expect(deliveries()).toBe(10);
  });

  test("says once which settings are missing, and then only that they are", async () => {
    const { provider } = startRuntime();
    const news = { ...CODE, name: "Builders" };
    const checked = [];
    for (const { name } of served.slice(0, 3)) checked.push(await provider(name, {}).check({}, news));
    expect(checked.map(({ inputs }) => inputs)).toEqual([news, news, news]);
    const reasons = checked.flatMap(({ failures }) => failures);
    expect(reasons.map(({ property }) => property)).toEqual(["", "", ""]);
    expect(reasons[0]?.reason).toMatch(/^The apiKey is missing: .*\nThe host is missing: /u);
    const short = "The provider is not configured; see the first message.";
    expect(reasons.slice(1).map(({ reason }) => reason)).toEqual([short, short]);
    const failure = await failureOf(provider("Role", {}).create(news));
    expect([failure.name, failure.message]).toEqual(["Error", reasons[0]?.reason]);
    expect((await failureOf(startRuntime().runtime.provider("Role", undefined).create(news))).message).toBe(
      reasons[0]?.reason,
    );
  });

  test("has every resource that is served, and none of another version", () => {
    const { provider } = startRuntime();
    for (const { name } of served) expect(provider(name)).toHaveProperty("check");
    expect(() => provider("Moon")).toThrow("Orgform has no resource Moon. Is an old version of the package installed?");
  });

  test("names the property that is wrong, and warns of nothing else", async () => {
    const { provider, said } = startRuntime();
    const { failures } = await provider("Role").check({}, { ...CODE, name: 7 });
    expect(failures).toEqual([{ property: "name", reason: expect.any(String) }]);
    expect(said).toEqual([]);
  });

  test("warns of a deprecated resource once, as soon as its inputs can be used", async () => {
    const { provider, said } = startRuntime();
    const news = { ...CODE, name: "Mailer", source: { "index.ts": "export const jobs = {};\n" } };
    expect((await provider("Plugin").check({}, { ...news, name: 7 })).failures).toHaveLength(1);
    expect(said).toEqual([]);
    for (const name of ["Mailer", "Mailer 2"]) {
      expect((await provider("Plugin").check({}, { ...news, name })).failures).toEqual([]);
      expect(said).toEqual([expect.stringMatching(/^Plugin is deprecated\n/u)]);
    }
  });

  test("compares a new object with the service, and asks nothing about one that the state has", async () => {
    const { organizationId } = world;
    const asked = async (olds: object): Promise<string[]> => {
      world.sandbox.control.clearRequests();
      const role = startRuntime().provider("Role");
      const { inputs, failures } = await role.check({ ...CODE, ...olds }, { ...CODE, name: "Weavers" });
      expect([inputs, failures]).toEqual([{ name: "Weavers", organizationId }, []]);
      return routesOf(world.sandbox.control.requests());
    };
    expect(await asked({})).toContain("GET /organizations/:id/roles/");
    expect(await asked({ organizationId, roleId: "r1", name: "Weavers", stateVersion: 1 })).toEqual([]);
  });

  test("says how to set the organization that neither the program nor the settings name", async () => {
    const settings = { "orgform:host": world.sandbox.host, "orgform:apiKey": world.apiKey };
    const { failures } = await startRuntime()
      .provider("Role", settings)
      .check({}, { ...CODE, name: "Builders" });
    expect(failures).toEqual([
      {
        property: expect.stringMatching(/^(?:organizationId)?$/u),
        reason: expect.stringContaining("`pulumi config set orgform:organizationId <value>`"),
      },
    ]);
  });

  test("shows no secret of a declaration that the service repeats", async () => {
    const secret = "hushed|é'words";
    const identityProvider = startRuntime().provider("IdentityProvider");
    const body = { type: "validation_error", code: "invalid_input", detail: `${secret} is no key.`, attr: null };
    world.sandbox.control.addFault({ kind: "status", status: 400, method: "POST", body, times: 0 });
    const oidc = { issuerUrl: "https://idp.globex.example/oidc", clientId: "globex", clientSecret: secret };
    const inputs = { ...CODE, organizationId: world.organizationId, name: "Sign-in", protocol: "oidc", oidc };
    const { message } = await failureOf(identityProvider.create(inputs));
    world.sandbox.control.clearFaults();
    expect(message).toContain("[redacted] is no key.");
    expect(message).not.toContain(secret);
  });

  test("explains a refused key where the engine uses the one in the state, and shows no key", async () => {
    const key = "phx_canary_dead";
    const role = startRuntime().provider("Role", { ...configured(), "orgform:apiKey": key });
    const state = { ...CODE, organizationId: world.organizationId, roleId: "r1", name: "x", stateVersion: 1 };
    const id = `${world.organizationId}/r1`;
    const advice =
      "A refresh or destroy uses the settings of the last update: if the key was changed since, run `pulumi up` first, or add `--run-program`.";
    for (const [action, isExplained] of [
      [() => role.read(id, state), true],
      [() => role.delete(id, state), true],
      // A look-up in a program uses the settings of this very update.
      [() => role.read(id, CODE), false],
      [() => role.update(id, state, { ...state, name: "y" }), false],
      [() => role.create({ ...CODE, organizationId: world.organizationId, name: "x" }), false],
    ] as const) {
      const { message } = await failureOf(action());
      expect([message.includes(advice), message.includes(key)]).toEqual([isExplained, false]);
    }
  });
});
