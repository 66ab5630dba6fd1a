import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { plan, removalRefusal, mergedDrift, upgraded } from "../../../src/driver/driver.ts";
import { field } from "../../../src/model/field.ts";
import type { Guard } from "../../../src/model/guard.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { aged, failureOf, plain, safe, startDriver } from "../../support/fake-resources.ts";
import { FakeService, type Row } from "../../support/fake-service.ts";
import { DECLARED, madeUp, madeUpStack } from "../../support/made-up-resource.ts";

describe("an object that others manage", () => {
  test("is told with who does, and in which file; one beside the stack is not told at all", async () => {
    const { service, made, compare } = await madeUpStack();
    for (const name of ["theirs", "in a file", "beside"]) service.seed({ name });
    const of = (id: string) => ({ ...made, address: `box.${id}`, id: `o1/${id}`, state: { ...made.state, boxId: id } });
    const found = await compare({
      beside: [of("b4")],
      foreign: [
        { ...of("b2"), by: "posthog/posthog" },
        { ...of("b3"), by: "posthog/posthog", file: "other.tfstate" },
        { ...of("b9"), by: "posthog/posthog" },
      ],
    });
    expect(found.elsewhere).toStrictEqual([
      { resource: "Box", id: "o1/b2", name: "theirs", by: "posthog/posthog", address: "box.b2" },
      {
        resource: "Box",
        id: "o1/b3",
        name: "in a file",
        by: "posthog/posthog",
        address: "box.b3",
        file: "other.tfstate",
      },
    ]);
    expect([found.unmanaged, found.missing]).toEqual([[], []]);
  });
});

test("looks of several keys at one stack are one report: what two of them see is in it once", async () => {
  const look = async (names: readonly string[], changed: boolean) => {
    const { service, made, compare } = await madeUpStack();
    for (const name of names) service.seed({ name });
    if (changed) await service.update("o1", "b1", { color: "blue" });
    const gone = { ...made, address: "box.gone", id: "o1/b99", state: { ...made.state, boxId: "b99" } };
    return compare({ objects: changed ? [made, gone] : [made], unknown: ["crane.a"] });
  };
  const [one, other] = [await look(["x"], true), await look(["x", "y"], false)];
  const both = mergedDrift([one, other]);
  expect(both.organizations).toEqual(["o1"]);
  expect(both.changed).toEqual(one.changed);
  expect(both.missing).toEqual(one.missing);
  expect(both.unmanaged.map(({ id }) => id)).toEqual(["o1/b2", "o1/b3"]);
  expect(both.unchecked).toEqual([...one.unchecked, ...other.unchecked]);
  const noted = { resource: "Box", what: "the lids", reason: "hidden" };
  const seen = { resource: "Box", id: "o1/b7", name: "b7", reason: "by default" };
  const theirs = { resource: "Box", id: "o1/b8", name: "b8", by: "them", address: "box.b8" };
  const beside = { resource: "Lid", id: "o1/b8", name: "b8", by: "them", address: "lid.b8" };
  const of = { resource: "Box", address: "box.a", id: "o1/b1" };
  const more = {
    ...one,
    implied: [seen],
    elsewhere: [theirs, beside],
    unlisted: [noted],
    notCompared: [{ ...of, properties: ["color"] }],
    retired: [{ ...of, reason: "gone" }],
  };
  expect(mergedDrift([more, more])).toMatchObject({
    implied: [seen],
    elsewhere: [theirs, beside],
    unlisted: [noted],
    notCompared: [...more.notCompared, ...more.notCompared],
    retired: [...more.retired, ...more.retired],
  });
  expect(mergedDrift([])).toMatchObject({ organizations: [], changed: [], unlisted: [] });
});

describe("the state alone", () => {
  const judging: Guard<FakeService, Row> = {
    on: ["delete"],
    inPreview: false,
    needsObject: false,
    refuse: () => undefined,
    judgesState: ({ name }) => (name === "a" ? "It holds others." : undefined),
  };

  test("forbids a deletion where a guard of it says so, in the present shape of the state", () => {
    const held = { ...aged, guards: [...safe.guards!, judging] };
    const old = { organizationId: "o1", title: "a", boxId: "b1" };
    expect(removalRefusal(held, old)?.message).toBe('Refused to delete Aged "a"\nIt holds others.');
    expect(removalRefusal(held, { ...old, title: "b" })).toBeUndefined();
    expect(removalRefusal({ ...held, guards: [{ ...judging, on: ["update"] }] }, old)).toBeUndefined();
    expect(removalRefusal({ ...held, guards: [{ ...judging, isAsked: () => false }] }, old)).toBeUndefined();
    expect(removalRefusal({ ...held, guards: safe.guards! }, old)).toBeUndefined();
  });

  test("is upgraded from an earlier version, also a part of it, and left alone in any other", () => {
    expect(upgraded(aged, { title: "a" }, 1)).toEqual({ name: "a", stateVersion: 3 });
    expect(upgraded(aged, { label: "a" }, 2)).toEqual({ name: "a", stateVersion: 3 });
    for (const version of [3, 4, undefined, "1"]) {
      expect(upgraded(aged, { title: "a", stateVersion: version }, version)).toEqual({
        title: "a",
        stateVersion: version,
      });
    }
  });
});

test("a guard that judges by the object isn't asked in a preview while a value isn't known", async () => {
  const service = new FakeService();
  service.seed({ name: "a", color: "red", isOpen: true });
  const { context } = startDriver(service);
  const prior = { id: "o1/b1", state: { ...DECLARED, boxId: "b1", stateVersion: 1 } };
  const planned = await plan(safe, { ...DECLARED, weight: UNKNOWN }, () => context, prior);
  expect(planned.changes.map(({ path }) => path)).toEqual(["weight"]);
  expect(service.calls).toEqual([]);
  expect((await failureOf(plan(safe, { ...DECLARED, weight: 5 }, () => context, prior)))["code"]).toBe("guarded");
});

describe("a change that this service carries out in another way", () => {
  /** Boxes of an old service are replaced for another color; a heavy one is only noted. */
  const served = (concerned: string, change: Values) => ({
    name: `served ${concerned}`,
    servedAs: {
      concerns: ({ path }: { readonly path: string }) => path === concerned,
      change: (one: object, wire: Row) => (wire["isOld"] === true ? { ...one, ...change } : one) as never,
    },
  });

  async function made(isOld: boolean) {
    const opened = madeUp([served("color", { effect: "replace" }), served("weight", { effect: "store" })]);
    const stored = await opened.start().ensure();
    await opened.service.update("o1", "b1", { isOld });
    opened.requests();
    const effects = async (inputs: Values) =>
      (await opened.start().preview({ ...DECLARED, ...inputs }, stored)).changes.map(({ path, effect }) => [
        path,
        effect,
      ]);
    return { ...opened, stored, effects };
  }

  test("is shown as that service carries it out, by what its list shows", async () => {
    const { effects, requests } = await made(true);
    expect(await effects({ color: "blue", weight: 5, name: "b" })).toEqual([
      ["name", "update"],
      ["color", "replace"],
      ["weight", "store"],
    ]);
    expect(requests()[0]).toBe("list o1");
    const newer = await made(false);
    expect(await newer.effects({ color: "blue", weight: 5 })).toEqual([
      ["color", "update"],
      ["weight", "update"],
    ]);
  });

  test("is shown so for a setting without a default, too", async () => {
    const { start, service } = madeUp([served("name", { effect: "replace" })]);
    const stored = await start().ensure();
    await service.update("o1", "b1", { isOld: true });
    expect((await start().preview({ ...DECLARED, name: "b" }, stored)).changes).toMatchObject([
      { path: "name", effect: "replace" },
    ]);
  });

  test("costs no look where nothing of the kind changes, or what is left out is the default anyway", async () => {
    const { effects, requests } = await made(true);
    expect(await effects({ name: "b" })).toEqual([["name", "update"]]);
    expect(await effects({ weight: null })).toEqual([["weight", "update"]]);
    expect(requests().filter((one) => one.startsWith("list"))).toEqual([]);
  });

  test("stays as it is where the list can't be read, or doesn't have the object", async () => {
    const { service, effects } = await made(true);
    service.next("list", { error: new Error("gone") });
    expect(await effects({ color: "blue" })).toEqual([["color", "update"]]);
    service.rowsOf("o1").delete("b1");
    expect(await effects({ color: "blue" })).toEqual([["color", "update"]]);
  });
});

describe("a setting that some services lack", () => {
  const made = () =>
    madeUp([], {
      inputs: {
        shade: field(z.string().optional(), { doc: "Shade.", returned: "where supported", serviceDefault: "none" }),
        grain: field(z.string().optional(), { doc: "Grain.", returned: "where supported", serviceDefault: "none" }),
      },
      outputs: {
        ...plain.outputs,
        withoutEffect: field(z.array(z.string()).optional(), { doc: "Without effect." }),
      },
      toWire: ({ organizationId: _owner, boxId: _id, shade: _shade, ...body }) => body,
    });
  const both = { ...DECLARED, shade: "dark", grain: "fine" };

  test("is kept in the state and named as without effect, with one warning; what the service shows is not", async () => {
    const { service, start } = made();
    const run = start();
    const stored = await run.ensure(both);
    expect(stored.state).toMatchObject({ shade: "dark", grain: "fine", withoutEffect: ["shade"] });
    expect(run.warnings()).toEqual([
      `Without effect for Box "a": shade. This service doesn't have that setting, or only shows it. The declared value stays in the state, and nothing is sent until a service accepts the setting.`,
    ]);
    const later = start();
    expect((await later.read(stored))?.state).toMatchObject({ withoutEffect: ["shade"] });
    expect(later.warnings()).toEqual([]);
    const planned = await later.preview(both, stored);
    expect([planned.changes, later.warnings().length]).toEqual([[], 1]);
    await service.update("o1", "b1", { shade: "dark" });
    expect((await start().read(stored))?.state).not.toHaveProperty("withoutEffect");
  });

  test("is none for who declares neither, and what has no effect is known in a plan only then", async () => {
    const { start } = made();
    const run = start();
    const stored = await run.ensure();
    expect(stored.state).not.toHaveProperty("withoutEffect");
    expect(run.warnings()).toEqual([]);
    const blue = await run.preview({ ...DECLARED, color: "blue" }, stored);
    expect(blue.outputs["withoutEffect"]).toBeUndefined();
    const grain = await run.preview({ ...DECLARED, grain: "fine" }, stored);
    expect(grain.outputs["withoutEffect"]).toBe(UNKNOWN);
  });

  test("is warned of in a plan as long as it isn't changed there, and is still declared", async () => {
    const { start } = made();
    const stored = await start().ensure(both);
    for (const [inputs, count] of [
      [{ ...both, color: "blue" }, 1],
      [{ ...both, shade: "light" }, 0],
      [{ ...DECLARED, grain: "fine" }, 0],
      [{ ...both, organizationId: "o2" }, 0],
    ] as const) {
      const run = start();
      await run.preview(inputs, stored);
      expect([inputs, run.warnings().length]).toEqual([inputs, count]);
    }
  });
});

test("the comparison of a stack asks each organization once", async () => {
  const { service, made, compare } = await madeUpStack();
  service.calls.length = 0;
  const session = startDriver(service).session;
  await compare({ session, objects: [made, { ...made, address: "box.other" }] });
  expect(service.calls).toEqual(["list o1", "list o1"]);
});
