import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { declarable, drift, find, importable, plan, read, reconcile } from "../../../src/driver/driver.ts";
import { member } from "../../../src/model/block.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { isPartialResult } from "../../../src/model/diagnostics.ts";
import { field, type FieldMarks } from "../../../src/model/field.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { FakeService, lostAnswer, type Row } from "../../support/fake-service.ts";
import { type Body, fakeBox, failureOf, orgOf, startDriver } from "../../support/fake-resources.ts";

type Inputs = Readonly<Record<string, unknown>>;

interface Lock {
  readonly maker?: string;
  readonly code?: string | null;
}

const lock = z.strictObject({
  maker: member(z.string(), { doc: "Maker." }),
  code: member(z.string().optional(), { doc: "Code.", secret: true }),
});

/** A box with a lock, whose code the service never returns. */
function locked(marks: Partial<FieldMarks> = {}): AnyResource {
  return fakeBox({
    name: "Locked",
    inputs: {
      lock: field(lock.optional(), { doc: "Lock.", serviceDefault: null, ...marks }),
      rotate: field(z.string().optional(), { doc: "Rotate.", onChange: "resend" }),
    },
    toWire: ({ organizationId: _owner, lock: given, ...body }): Body => {
      const { maker, code } = (given ?? {}) as Lock;
      return { ...body, ...(given === undefined ? {} : { maker: maker ?? null, password: code }) };
    },
    fromWire: ({ id, maker, ...wire }: Row, at) => ({
      ...wire,
      organizationId: orgOf(at),
      boxId: id,
      lock: typeof maker === "string" ? { maker } : null,
    }),
  });
}

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const OLD = { maker: "Acme", code: "canary-old" };
const NEW = { maker: "Acme", code: "canary-new" };

async function made(given: Inputs = { lock: OLD }, definition = locked()) {
  const service = new FakeService();
  const { state } = await reconcile(definition, { ...declared, ...given }, startDriver(service).context);
  service.bodies.length = 0;
  const driver = startDriver(service);
  const change = (inputs: Inputs, from: Inputs = state) =>
    reconcile(definition, { ...declared, ...inputs }, driver.context, { id: "o1/b1", state: from });
  const preview = (inputs: Inputs, from: Inputs = state) =>
    plan(definition, { ...declared, ...inputs }, () => driver.context, { id: "o1/b1", state: from });
  const refresh = (from: Inputs = state) => read(definition, "o1/b1", from, driver.context);
  return { definition, service, driver, state, change, preview, refresh };
}

describe("a secret inside of an input", () => {
  test("is compared alone, and named by its place without its value", async () => {
    const { preview } = await made();
    expect((await preview({ lock: OLD })).changes).toEqual([]);
    expect((await preview({ lock: NEW })).changes).toEqual([
      { path: "lock.code", kind: "change", effect: "update", secret: true, reason: "the secret value changed" },
    ]);
    expect((await preview({ lock: { ...OLD, maker: "Best" } })).changes).toEqual([
      {
        path: "lock",
        kind: "change",
        effect: "update",
        secret: false,
        reason: '{"maker":"Acme"} => {"maker":"Best"}',
      },
    ]);
  });

  test("is not known where its object is not, which is said once", async () => {
    const { preview } = await made();
    expect((await preview({ lock: UNKNOWN })).changes.map(({ path }) => path)).toEqual(["lock"]);
    expect((await preview({ lock: { maker: "Acme", code: UNKNOWN } })).changes).toMatchObject([
      { path: "lock.code", kind: "unknown", secret: true },
    ]);
  });

  test("is sent where it changed, and taken away where it leaves the program", async () => {
    const { service, state, change } = await made();
    expect(state["fingerprints"]).toEqual({ "lock.code": expect.stringMatching(/^scrypt:/u) });
    await change({ lock: { ...OLD, maker: "Best" } });
    await change({ lock: NEW });
    await change({ lock: { maker: "Acme" } });
    expect(service.bodies).toEqual([
      { maker: "Best", password: undefined },
      { maker: "Acme", password: "canary-new" },
      { maker: "Acme", password: null },
    ]);
  });

  test("goes with its object, and is given again when the object comes back", async () => {
    const { service, state, change } = await made();
    await change({});
    expect(service.bodies).toEqual([{ maker: null, password: undefined }]);
    service.bodies.length = 0;
    // The state still has the lock, so somebody removed it.
    await change({ lock: OLD }, state);
    expect(service.bodies).toEqual([{ maker: "Acme", password: "canary-old" }]);
  });

  test("is sent by the next update where it was not surely sent", async () => {
    const { service, change, preview } = await made();
    service.next("update", { error: lostAnswer() }, { error: lostAnswer() });
    const failure = await failureOf(change({ lock: NEW }));
    if (!isPartialResult(failure)) throw failure;
    expect(failure.state).toMatchObject({ lock: { maker: "Acme" }, fingerprints: { "lock.code": "uncertain" } });
    // As a program names them: a secret that is stored by itself has no field of its own.
    expect(Object.keys(failure.state).toSorted()).toEqual(
      ["boxId", "color", "fingerprints", "isProtected", "lock", "name", "organizationId", "stateVersion"].toSorted(),
    );
    expect(JSON.stringify(failure.state)).not.toContain("canary");
    for (const given of [OLD, NEW]) {
      expect((await preview({ lock: given }, failure.state)).changes.map(({ path }) => path)).toEqual(["lock.code"]);
    }
    service.bodies.length = 0;
    const { state } = await change({ lock: NEW }, failure.state);
    expect(service.bodies).toEqual([{ maker: "Acme", password: "canary-new" }]);
    expect((await preview({ lock: NEW }, state)).changes).toEqual([]);
  });

  test("is sent once more with all others where the program asks for that", async () => {
    const { service, change } = await made();
    await change({ lock: OLD, rotate: "now" });
    expect(service.bodies).toEqual([{ maker: "Acme", password: "canary-old" }]);
  });

  test("replaces where its input does", async () => {
    const { preview } = await made({ lock: OLD }, locked({ onChange: "replace" }));
    expect((await preview({ lock: NEW })).replaces).toEqual(["lock"]);
    expect((await preview({ lock: { ...NEW, maker: "Best" } })).replaces).toEqual(["lock"]);
  });

  test("stays in state when something beside it drifted", async () => {
    const { service, refresh, definition, state, driver } = await made();
    await service.update("o1", "b1", { maker: "Best" });
    expect((await refresh())?.state["lock"]).toEqual({ maker: "Best", code: "canary-old" });
    const inputs = { ...declared, lock: OLD };
    const recorded = { id: "o1/b1", state, inputs, unreadable: [], fingerprints: {} };
    expect(await drift(definition, recorded, driver.context)).toEqual({
      kind: "changed",
      properties: [{ path: "lock.maker", isSecret: false, expected: "Acme", found: "Best" }],
      notCompared: ["lock.code"],
    });
    expect(JSON.stringify(driver.said)).not.toContain("canary");
  });

  test("is no part of what an import takes or a program has to say, and the first one is taken for the current one", async () => {
    const { definition, driver, service, change, preview } = await made();
    const found = await find(definition, "o1/b1", driver.context);
    expect(found.state["lock"]).toEqual({ maker: "Acme" });
    expect(importable(definition, { lock: OLD })).toEqual({ lock: { maker: "Acme" } });
    expect(importable(definition, { lock: OLD }, { declared: { lock: OLD } })).toEqual({ lock: OLD });
    expect(declarable(definition, { lock: OLD })).toEqual({ lock: { maker: "Acme" } });
    expect((await preview({ lock: NEW }, found.state)).changes).toEqual([]);
    const { state } = await change({ lock: NEW }, found.state);
    expect(service.bodies).toEqual([]);
    expect((await preview({ lock: OLD }, state)).changes.map(({ path }) => path)).toEqual(["lock.code"]);
  });

  test("is in no message about an object that is not taken over", async () => {
    const { service } = await made({ lock: { ...OLD, maker: "Best" } });
    const driver = startDriver(service);
    const failure = await failureOf(reconcile(locked(), { ...declared, lock: NEW }, driver.context));
    expect(String(failure)).toContain('lock is {"maker":"Best"}, declared is {"maker":"Acme"}');
    expect(String(failure)).not.toContain("canary");
  });
});
