import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { availability } from "../../../src/capabilities/availability.ts";
import { pendingUpdate } from "../../../src/capabilities/pending-update.ts";
import { quota } from "../../../src/capabilities/quota.ts";
import { unsupportedInputs } from "../../../src/capabilities/unsupported-inputs.ts";
import {
  callFunction,
  check,
  Declarations,
  find,
  plan,
  read,
  reconcile,
  remove,
  stackDrift,
  survey,
} from "../../../src/driver/driver.ts";
import { observe } from "../../../src/driver/observe.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { AnyFunction } from "../../../src/model/function.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message } from "../../../src/model/messages.ts";
import { boxOf, failureOf, fakeBox, orgOf, paint, plain, root, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService, lostAnswer, notFound, type Row } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

test("settings of what is always meant are changed, whatever they are, but not those that another resource has", async () => {
  const always: AnyResource = { ...paint, capabilities: [adoption({ adoptExisting: "always" })] };
  const service = new FakeService();
  service.seed({ name: "a", color: "blue" });
  const { context } = startDriver(service);
  const inputs = { organizationId: "o1", boxId: "b1", color: "red" };
  expect((await reconcile(always, inputs, context)).state).toMatchObject({ color: "red" });
  expect(service.bodies).toEqual([{ color: "red" }]);
  expect((await failureOf(reconcile(always, inputs, context)))["code"]).toBe("claimed_twice");
});

describe("while nothing of a quota is left", () => {
  const NOW = new Date("2026-11-20T10:00:00.417Z");
  const usedUp = apiError({ category: "rateLimited", status: 429, retryAfterMs: 60_000 });

  /** Boxes; to make one, or to make a blue one another, takes of the quota. */
  function limited() {
    const made = madeUp(
      [
        quota({
          name: "boxes",
          takes: (wire: Row) => wire["color"] === "blue",
          isKept: () => Promise.resolve(true),
          pending: (inputs, dueAt, wire: Row | undefined) => ({ ...(wire ?? { id: "none", ...inputs }), dueAt }),
        }),
      ],
      { outputs: { ...plain.outputs, dueAt: field(z.string().optional(), { doc: "Until when it is deferred." }) } },
    );
    const run = made.start({ serviceNow: NOW });
    const beUsedUp = async () => {
      made.service.next("create", { error: usedUp });
      await run.ensure({ ...DECLARED, name: "none" });
      made.requests();
    };
    return { ...made, run, beUsedUp };
  }

  test("what takes nothing of it is changed, and what does waits", async () => {
    const { service, start, run, requests, beUsedUp } = limited();
    const red = await start().ensure();
    const blue = await start().ensure({ ...DECLARED, name: "b", color: "blue" });
    await beUsedUp();
    expect((await run.ensure({ ...DECLARED, weight: 5 }, red)).state).toMatchObject({ weight: 5 });
    expect(requests()).toEqual(["read b1", "update b1"]);
    const held = await run.ensure({ ...DECLARED, name: "b", color: "blue", weight: 5 }, blue);
    expect(held.state).toMatchObject({ dueAt: "2026-11-20T10:01:01.000Z" });
    expect(requests()).toEqual(["read b2"]);
    expect(service.row("b2")).toMatchObject({ weight: null });
  });

  test("a refused change of what takes nothing of it is an error", async () => {
    const { service, start, run } = limited();
    const [red, blue] = [await start().ensure(), await start().ensure({ ...DECLARED, name: "b", color: "blue" })];
    service.next("update", { error: usedUp }, { error: usedUp });
    expect((await failureOf(run.ensure({ ...DECLARED, weight: 5 }, red))).message).toContain("429");
    const changed = { ...DECLARED, name: "b", color: "blue", weight: 5 };
    expect((await run.ensure(changed, blue)).state).toMatchObject({ dueAt: "2026-11-20T10:01:01.000Z" });
  });
});

test("an update that no input asks for comes after one whose answer was lost, each sent as often as it takes", async () => {
  const { service, start } = madeUp(
    [pendingUpdate({ why: ({ isBroken }) => (isBroken === true ? "it is broken" : undefined), output: "isBroken" })],
    {
      outputs: { ...plain.outputs, isBroken: field(z.boolean().optional(), { doc: "Whether it is broken." }) },
      ops: {
        ...plain.ops,
        update: (api, at, body) =>
          api.update(orgOf(at), boxOf(at), Object.keys(body).length === 0 ? { isBroken: false } : body),
      },
    },
  );
  const stored = await start().ensure();
  await service.update("o1", "b1", { isBroken: true });
  service.bodies.length = 0;
  service.next("update", { error: lostAnswer() }, {}, { error: lostAnswer() });
  const { state } = await start().ensure({ ...DECLARED, color: "blue" }, stored);
  expect(state).toMatchObject({ color: "blue", isBroken: false });
  expect(service.bodies).toEqual([{ color: "blue" }, { color: "blue" }, { isBroken: false }, { isBroken: false }]);
});

test("an object that a complete search doesn't show is gone once its parent is read, without another search", async () => {
  const searches: string[] = [];
  const searched = fakeBox({
    ops: {
      ...plain.ops,
      read: (_service, at) => {
        searches.push(boxOf(at));
        return Promise.resolve(undefined);
      },
    },
  });
  const service = new FakeService();
  const driver = startDriver(service);
  expect(
    await observe(searched, { organizationId: "o1", boxId: "b9" }, driver.context, { fresh: true }),
  ).toBeUndefined();
  // The parent is read by listing.
  expect([searches, service.calls, driver.sleptMs]).toEqual([["b9"], ["list o1"], []]);
});

describe("the one object of a parent", () => {
  const only: AnyResource = fakeBox({
    name: "Yard",
    parent: root,
    identity: { parts: ["organizationId"], of: (wire: Row) => ({ organizationId: wire.id }) },
    ops: { read: (service, at) => service.list(orgOf(at)).then(() => ({ id: orgOf(at), name: "yard" })) },
    collection: {
      ...plain.collection!,
      list: (service, scope) => service.list(orgOf(scope)).then(() => [{ id: orgOf(scope), name: "yard" }]),
    },
    fromWire: (wire: Row, at) => ({ name: String(wire["name"]), organizationId: orgOf(at), boxId: "" }),
  });

  test("is named by the parent's ID, and isn't there where the parent isn't", async () => {
    const { context } = startDriver(new FakeService());
    expect((await find(only, "o1", context)).id).toBe("o1");
    expect((await failureOf(find(only, "o9", context)))["code"]).toBe("no_such_id");
  });
});

describe("a removal of what only a list shows", () => {
  const { read: _read, ...ops } = plain.ops;
  const looked: unknown[] = [];
  const listed = fakeBox({
    ops: {
      ...ops,
      delete: async (service, at, _call, { look }) => {
        const wire = await look();
        const form = wire?.["form"];
        looked.push(form);
        await service.delete(orgOf(at), typeof form === "string" ? form : boxOf(at));
      },
    },
    collection: {
      ...plain.collection!,
      // The object keeps its name, and has another row after somebody has sent it again.
      list: async (service, scope) =>
        (await service.list(orgOf(scope))).map((row) => ({ ...row, id: "a", form: row.id })),
    },
  });
  const state = { ...declared, boxId: "a", stateVersion: 1 };

  test("removes the form that it has by now, when the one that the list showed is gone", async () => {
    looked.length = 0;
    const service = new FakeService();
    service.seed({ name: "a" });
    const { session, context } = startDriver(service);
    await session.lists.list(listed, { organizationId: "o1" }, {});
    service.rowsOf("o1").clear();
    service.seed({ name: "a" });
    await remove(listed, "o1/a", state, context);
    expect(looked).toEqual(["b1", "b2"]);
    expect(service.row("b2")).toBeUndefined();
  });

  test("is a success when no form is left", async () => {
    looked.length = 0;
    const service = new FakeService();
    service.seed({ name: "a" });
    const { session, context } = startDriver(service);
    await session.lists.list(listed, { organizationId: "o1" }, {});
    service.rowsOf("o1").clear();
    await remove(listed, "o1/a", state, context);
    expect(looked).toEqual(["b1"]);
  });

  test("fails for any other reason", async () => {
    const service = new FakeService();
    service.seed({ name: "a" });
    service.next("delete", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(remove(listed, "o1/a", state, startDriver(service).context))).message).toContain("403");
  });
});

test("a survey names a kind that the service doesn't have, and goes on", async () => {
  const body = JSON.stringify({ type: "invalid_request", code: "not_found", detail: "Endpoint not found." });
  const absent = apiError({ category: "unexpected", code: "endpoint_not_found", status: 404, body });
  const kind = (changes: object) =>
    fakeBox({
      name: "Crane",
      collection: { ...plain.collection!, name: "cranes", words: "the cranes", list: () => Promise.reject(absent) },
      ...changes,
    });
  const progress = { step: () => undefined, count: () => undefined };
  const surveyed = (crane: AnyResource) => {
    const service = new FakeService();
    service.seed({ name: "a" });
    return survey([root, crane, fakeBox()], "o1", startDriver(service).context, progress);
  };
  const replaced = kind({ capabilities: [availability({ successor: message`Rent one.` })] });
  const found = await surveyed(replaced);
  expect(found.objects.map(({ id }) => id)).toEqual(["o1", "o1/b1"]);
  expect(found.unread).toEqual([{ what: "the cranes", reason: "this service doesn't have any" }]);
  expect((await failureOf(surveyed(kind({})))).message).toContain("404");
});

test("a read of what is gone, where the parent is gone too, says so; a parent that can't be read keeps it", async () => {
  const service = new FakeService();
  const state: Values = { ...declared, boxId: "b1", stateVersion: 1 };
  service.organizations.delete("o1");
  expect(await read(fakeBox(), "o1/b1", state, startDriver(service).context)).toBeUndefined();
  service.organizations.set("o1", new Map());
  service.next("list", {}, { error: notFound() });
  expect((await failureOf(read(fakeBox(), "o1/b1", state, startDriver(service).context)))["code"]).toBe(
    "unconfirmed_absence",
  );
});

test("settings of which nothing is declared cost nothing to remove", async () => {
  const service = new FakeService();
  service.seed({ name: "a", color: "blue" });
  await remove(paint, "o1/b1", { organizationId: "o1", boxId: "b1" }, startDriver(service).context);
  expect(service.calls).toEqual([]);
});

test("of two settings that the service lacks, only the one that changes is refused", async () => {
  const { start, service } = madeUp(
    [
      unsupportedInputs({
        inputs: ["lid", "lock"],
        isUnsupported: () => true,
        advice: message`Leave it out.`,
      }),
    ],
    {
      inputs: {
        lid: field(z.string().optional(), { doc: "Lid.", serviceDefault: "none" }),
        lock: field(z.string().optional(), { doc: "Lock.", serviceDefault: "none" }),
      },
    },
  );
  service.seed({ name: "a", color: "red" });
  const prior = { id: "o1/b1", state: { ...DECLARED, lid: "flat", boxId: "b1", stateVersion: 1 } };
  for (const attempt of [
    start().preview({ ...DECLARED, lid: "flat", lock: "iron" }, prior),
    start().ensure({ ...DECLARED, lid: "flat", lock: "iron" }, prior),
  ]) {
    expect((await failureOf(attempt)).message).toMatch(/The service doesn't accept lock\. Leave it out\.$/u);
  }
  expect(service.writes).toEqual([]);
});

test("the record of a call has the name of its function, and a hash that shows no argument", async () => {
  const keys: string[] = [];
  const idempotency = {
    location: "memory",
    read: (key: string) => Promise.resolve(void keys.push(key)),
    write: (key: string) => Promise.resolve(void keys.push(key)),
    remove: () => Promise.resolve(),
  };
  const once: AnyFunction = {
    name: "paintBoxes",
    doc: "Paints.",
    effect: "write",
    repeat: "once",
    scopes: [],
    operations: [],
    arguments: { color: field(z.string(), { doc: "Color." }) },
    result: {},
    example: {},
    run: () => Promise.resolve({}),
  };
  const call = (args: Values) => callFunction(once, args, startDriver({ host: "h" }, { idempotency }).context);
  await call({ color: "ann@globex.example" });
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^paintBoxes-[0-9a-f]{32}$/u);
  await call({ color: "bob@globex.example" });
  await call({ color: "bob@globex.example", rerun: false, confirm: "yes" });
  expect(new Set(keys).size).toBe(2);
});

test("objects whose IDs don't name the organization are looked for in the lists of those that the stack has", async () => {
  const lists: string[] = [];
  const leaf: AnyResource = fakeBox({
    name: "Leaf",
    parent: fakeBox(),
    identity: {
      parts: ["boxId", "leafId"],
      of: (wire: Row, scope) => ({ boxId: boxOf(scope), leafId: wire.id }),
    },
    fromWire: ({ id, ...wire }: Row, at) => ({ ...wire, boxId: boxOf(at), leafId: id }),
    ops: { ...plain.ops, read: (_service, at) => Promise.resolve({ id: String(at["leafId"]), name: "a" }) },
    collection: {
      ...plain.collection!,
      name: "leaves",
      scope: ["boxId"],
      scopesWithin: () => Promise.resolve([]),
      words: "the leaves of the box",
      list: (_service, scope) => {
        lists.push(boxOf(scope));
        return Promise.resolve(["l1", "l2", "l3"].map((id) => ({ id, name: id })));
      },
    },
  });
  const of = (id: string, resource = "Leaf") => ({
    resource,
    address: `leaf.${id}`,
    id,
    state: { name: "l1", stateVersion: 1 },
    inputs: {},
    unreadable: [],
    fingerprints: {},
  });
  const compare = (objects: ReturnType<typeof of>[]) =>
    stackDrift({
      definitions: [root, fakeBox(), leaf],
      objects,
      unknown: [],
      session: startDriver(new FakeService()).session,
      host: "https://boxes.example",
      ignored: { ignoresAll: () => false, ignores: () => false },
    });
  const { unmanaged } = await compare([of("b1/l1"), of("b1/l2"), of("b2/l1")]);
  expect(unmanaged.map(({ id }) => id)).toEqual(["b1/l3", "b2/l2", "b2/l3"]);
  expect(new Set(lists)).toEqual(new Set(["b1", "b2"]));
  lists.length = 0;
  expect((await compare([of("o1/b1", "Box")])).unmanaged).toEqual([]);
  expect(lists).toEqual([]);
});

test("an object that this run has made belongs to the declaration that was noted before", async () => {
  const { start } = madeUp([]);
  const run = start();
  const among = new Declarations();
  const by = (key: string) => ({ ...run.context, declaration: { among, key, name: key } });
  const definition = fakeBox();
  const previewNew = (key: string, inputs: Values = DECLARED) =>
    check(definition, inputs, { settings: { howToSet: (name) => name }, held: undefined }, () => by(key));
  await previewNew("first");
  const { id, state } = await reconcile(definition, DECLARED, by("first"));
  // The engine plans the object that it has made, under whatever name it has by now.
  await plan(definition, { ...DECLARED, color: "blue" }, () => by("renamed"), { id, state });
  const failure = await failureOf(previewNew("second"));
  expect([failure["code"], failure.message]).toEqual([
    "claimed_twice",
    expect.stringMatching(/first and second declare the same Box: .*name "a"/u),
  ]);
});
