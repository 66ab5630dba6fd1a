import { deletesBeforeReplacement } from "../../../src/model/hook-of.ts";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";

import { fieldsOf } from "../../../src/model/definition.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { UNKNOWN_TEXT } from "../../../src/engines/pulumi/dynamic/values.ts";
import { type Dialect, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { rowIn, ROWS } from "../../support/conformance-rows.ts";
import { definitionOf } from "../../support/conformance-table.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { isInFull } from "../../support/extent.ts";
import { startWorld } from "../../support/scenario-world.ts";
import { ProviderProcess, type Properties } from "./provider-process.ts";
import type { GrpcError } from "./sdk.ts";
import { makeDomain, OWNER } from "../../acceptance/support/service.ts";
import { domainOf, type Life, lifeOf, LIVES, type Stage, urnOf } from "./lives.ts";
import { STORED_TEXTS } from "./stored-texts.ts";

jest.setTimeout(60_000);

const opened: (() => Promise<void>)[] = [];
const closeAll = async (): Promise<void> => {
  while (opened.length > 0) await opened.pop()?.();
};

async function stage(dialect: Dialect): Promise<Stage> {
  const sandbox = await startSandbox({ dialect });
  opened.push(() => sandbox.close());
  const { host, apiKey, organizationId } = sandbox;
  const settings = { "orgform:host": host, "orgform:apiKey": apiKey, "orgform:organizationId": organizationId };
  return { sandbox, provider: await started(settings) };
}

/** A separate process, as the engine starts one for every phase. */
async function started(config: Record<string, string>): Promise<ProviderProcess> {
  const provider = await ProviderProcess.start(config);
  opened.push(() => provider.stop());
  return provider;
}

function nextPhase({ sandbox }: Stage): Promise<ProviderProcess> {
  return started({ "orgform:host": sandbox.host, "orgform:apiKey": sandbox.apiKey });
}

test("the lives of this folder belong to resources", () => {
  const names = resources.map(({ name }) => name);
  expect(Object.keys(LIVES).filter((name) => !names.includes(name))).toEqual([]);
});

/** Another value of a field: the ID of an object that exists, or one that isn't known yet and so isn't looked up. */
function otherValue(field: string, organizationId: string): string {
  if (field === "organizationId") return organizationId;
  return field.endsWith("Id") ? UNKNOWN_TEXT : "01912345-89ab-7cde-8f01-23456789abcd";
}

/** Runs a whole life in one process, and ends and checks it in the next. Returns the output of both. */
async function live(
  name: string,
  { args, change, deletes }: Life,
  on: Stage,
  last: ProviderProcess,
): Promise<readonly string[]> {
  const { provider } = on;
  const urn = urnOf(name);
  const { id: organizationId } = on.sandbox.control.createOrganization({ ...OWNER, name: "Elsewhere" });
  const given = { ...(await args(on)), __provider: STORED_TEXTS[name] };
  const { inputs, failures } = await provider.check(urn, {}, given);
  expect(failures).toEqual([]);
  expect(inputs).toMatchObject(given);

  const { id, outs } = await provider.create(urn, inputs);
  expect(outs).toMatchObject(inputs);
  expect(await provider.read(urn, id, outs)).toEqual({ id, outs, inputs });
  const deletesFirst = resources.some((one) => one.name === name && deletesBeforeReplacement(one));
  const unchanged = { changes: false, replaces: [], deletesFirst };
  expect(await provider.diff(urn, id, outs, inputs)).toEqual(unchanged);

  const news = (await provider.check(urn, inputs, { ...given, ...change })).inputs;
  expect(await provider.diff(urn, id, outs, news)).toEqual({ ...unchanged, changes: change !== undefined });
  const changed = await provider.update(urn, id, outs, news);
  expect(changed).toMatchObject({ ...news, __provider: STORED_TEXTS[name] });
  expect(await provider.diff(urn, id, changed, news)).toEqual(unchanged);

  const fields = fieldsOf(definitionOf(name), "inputs").filter(([, rules]) => rules.onChange === "replace");
  const others = Object.fromEntries(fields.map(([field]) => [field, otherValue(field, organizationId)]));
  expect((await provider.diff(urn, id, changed, { ...news, ...others })).replaces.sort()).toEqual(
    Object.keys(others)
      .filter((field) => others[field] !== UNKNOWN_TEXT)
      .sort(),
  );

  await last.delete(urn, id, changed);
  expect((await last.read(urn, id, changed)).id).toBe(deletes ? "" : id);
  return [provider.printed, last.printed];
}

describe.each(SCENARIO_DIALECTS)("in one pair of processes with the %s dialect", (dialect) => {
  let on: Stage;
  let last: ProviderProcess;
  beforeAll(async () => {
    on = await stage(dialect);
    last = await nextPhase(on);
  });
  afterAll(closeAll);

  test.each(Object.entries(LIVES))(
    "%s lives through check, create, read, diff, update and delete",
    async (name, life) => {
      expect(await live(name, life, on, last)).toEqual(["", ""]);
    },
  );
});

/** Inputs of any JSON: the deepest values that the protocol carries. */
const DEEPEST = "HogFunction";

/** Rows without a life in `LIVES`. By day, the table plays all but one under this engine in one process. */
const OTHERS = ROWS.filter(
  ({ resource, variant }) => !(resource in LIVES) && (isInFull() || (resource === DEEPEST && variant === undefined)),
);

describe.each(SCENARIO_DIALECTS)("in a pair of processes of its own with the %s dialect", (dialect) => {
  afterEach(closeAll);

  test.each(OTHERS)("$resource lives through check, create, read, diff, update and delete", async (row) => {
    const spoken = row.onlyIn ?? dialect;
    const world = await startWorld(spoken);
    opened.push(() => world.sandbox.close());
    world.settleIn(world.organizationId);
    const life = lifeOf(rowIn(row, spoken), await row.setUp(world));
    const { host } = world.sandbox;
    const settings = { "orgform:host": host, "orgform:apiKey": world.apiKey };
    const provider = await started(settings);
    const last = await started(settings);
    expect(await live(row.resource, life, { sandbox: world.sandbox, provider }, last)).toEqual(["", ""]);
  });
});

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  afterEach(closeAll);

  test("the first four parallel calls of a process all run with the configuration", async () => {
    const first = await stage(dialect);
    const names = ["a.example", "b.example", "c.example", "d.example"];
    const states: Properties[] = [];
    for (const name of names) states.push(await domainOf(first, name, false));
    const fresh = await nextPhase(first);
    first.sandbox.control.clearRequests();

    const reads = states.map((state) =>
      fresh.read(urnOf("Domain"), `${String(state["organizationId"])}/${String(state["domainId"])}`, state),
    );
    expect((await Promise.all(reads)).map(({ outs }) => outs["domain"])).toEqual(names);
    expect(first.sandbox.control.counts()).toEqual({ "GET /api/organizations/:organization_id/domains/": 1 });
  });

  test("errors of every verb are plain text, without a stack trace, other output, or the key", async () => {
    const on = await stage(dialect);
    const { sandbox } = on;
    const state = await domainOf(on, "text.example", false);
    const id = `${sandbox.organizationId}/${String(state["domainId"])}`;
    for (const { id: key } of sandbox.control.keys()) sandbox.control.deleteKey(key);
    const urn = urnOf("Domain");
    const other = { ...state, samlEntityId: "other" };
    const fresh = await nextPhase(on);
    const failing = {
      create: () => fresh.create(urn, { ...other, domain: "next.example" }),
      read: () => fresh.read(urn, id, state),
      update: () => fresh.update(urn, id, state, other),
      delete: () => fresh.delete(urn, id, state),
    };
    for (const [verb, call] of Object.entries(failing)) {
      const error = await call().then(
        () => undefined,
        (caught: unknown) => caught as GrpcError,
      );
      const [summary = "", ...rest] = (error?.details ?? "").split("\n");
      expect({ verb, summary: summary.slice(0, `Could not ${verb} Domain`.length) }).toEqual({
        verb,
        summary: `Could not ${verb} Domain`,
      });
      expect(rest.join("\n")).toContain("401");
      expect(error?.details).not.toMatch(/^\s+at |\.ts:\d|\.js:\d/mu);
      expect(error?.details).not.toContain(sandbox.apiKey);
    }
    const unset = await started({});
    const missing = { details: expect.stringMatching(/^The apiKey is missing: .*\nThe host is missing: .*\.$/u) };
    await expect(unset.read(urn, id, state)).rejects.toMatchObject(missing);
    await expect(unset.delete(urn, id, state)).rejects.toMatchObject(missing);
    expect([fresh.printed, unset.printed]).toEqual(["", ""]);
  });

  test("an object that exists but is not complete keeps its id, its inputs and the stored text", async () => {
    const on = await stage(dialect);
    const { provider, sandbox } = on;
    const given = {
      __provider: STORED_TEXTS["Domain"],
      domain: "partial.example",
      // A secret doesn't prove who created an object, so it's sent again after the adoption.
      samlX509Cert: "MIIB",
    };
    const { inputs } = await provider.check(urnOf("Domain"), {}, given);
    // A create whose result is unknown, and the object that it might have left.
    sandbox.control.addFault({ kind: "status", method: "POST", status: 500 });
    await expect(provider.create(urnOf("Domain"), inputs)).rejects.toThrow("500");
    const domainId = await makeDomain(sandbox, sandbox.organizationId, { domain: "partial.example" });
    sandbox.control.addFault({ kind: "status", method: "PATCH", status: 400, times: 0 });
    const error = await provider.create(urnOf("Domain"), inputs).then(
      () => undefined,
      (caught: unknown) => caught as GrpcError,
    );

    const partial = provider.sdk.partialResultOf(error!);
    expect(partial.id).toBe(`${sandbox.organizationId}/${domainId}`);
    expect(partial.properties).toMatchObject({
      __provider: STORED_TEXTS["Domain"],
      domain: "partial.example",
      domainId,
    });
    expect(partial.reasons).toHaveLength(1);
    expect(partial.reasons[0]).toMatch(/^Domain \S+ is incomplete\n/u);
  });

  test("warnings and live status reach the engine before the answer, with the resource they belong to", async () => {
    const on = await stage(dialect);
    const { provider, sandbox } = on;
    const domain = { __provider: STORED_TEXTS["Domain"], domain: "said.example", jitProvisioningEnabled: true };
    const { inputs } = await provider.check(urnOf("Domain"), {}, domain);
    const { outs } = await provider.create(urnOf("Domain"), inputs);
    expect(provider.messages.splice(0)).toEqual([
      {
        urn: urnOf("Domain"),
        severity: 2,
        ephemeral: false,
        message: expect.stringMatching(
          /^Settings of Domain "said\.example" are deferred: jitProvisioningEnabled, as the domain is not verified;/u,
        ),
      },
    ]);
    const wait = {
      domainId: outs["domainId"],
      timeoutSeconds: 1,
      pollIntervalSeconds: 1,
      __provider: STORED_TEXTS["DomainVerification"],
    };
    const urn = urnOf("DomainVerification");
    await expect(provider.create(urn, { ...wait, organizationId: sandbox.organizationId })).rejects.toThrow(
      "_posthog-challenge.said.example",
    );
    const said = provider.messages.map((one) => [
      one.urn,
      one.severity,
      one.ephemeral,
      one.message.split(" ").slice(0, 5).join(" "),
    ]);
    expect(said).toEqual([
      [urn, 2, false, "This API key isn't allowed"],
      [urn, 2, false, "Alternative: an admin presses `Verify`"],
      [urn, 1, false, "Publish this DNS record of"],
      [urn, 1, false, "_posthog-challenge.said.example"],
      [urn, 1, false, expect.stringMatching(/^\S+$/u)],
      [urn, 1, true, "waiting for the DNS record"],
    ]);
  });
});
