import { expect, test } from "@jest/globals";

import { oneTimeSecret, RECEIVED_BY_NOBODY } from "../../../src/capabilities/one-time-secret.ts";
import { plannedOnce } from "../../../src/driver/hooks.ts";
import { find, read, reconcile } from "../../../src/driver/verbs.ts";
import { fakeBox, orgOf, plain, startDriver, boxOf } from "../../support/fake-resources.ts";
import { FakeService, lostAnswer, type Row } from "../../support/fake-service.ts";
import { field } from "../../../src/model/field.ts";
import { message } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { z } from "zod";

const TOKEN = { a: "token of a, 1", again: "token of a, 2" };

/** A box whose token the service returns in the response to the create, and to a change of `rotate`, and never again. */
const tokenBox = fakeBox({
  name: "TokenBox",
  inputs: { rotate: field(z.string().optional(), { doc: "Rotates.", onChange: "resend" }) },
  outputs: { ...plain.outputs, token: field(z.string().nullable(), { doc: "Token.", secret: true }) },
  toWire: ({ organizationId: _owner, boxId: _id, rotate: _rotate, ...body }) => body,
  fromWire: ({ id, token, ...wire }: Row, at) => ({
    ...wire,
    organizationId: orgOf(at),
    boxId: id,
    token: token ?? null,
  }),
  ops: {
    ...plain.ops,
    create: async (service, scope, body) => {
      const made = await service.create(orgOf(scope), body);
      return made === undefined ? undefined : { ...made, token: TOKEN.a };
    },
    update: async (service, at, body) => {
      const changed = await service.update(orgOf(at), boxOf(at), body);
      return changed === undefined ? undefined : { ...changed, token: TOKEN.again };
    },
  },
  capabilities: [
    oneTimeSecret({
      output: "token",
      isAskedFor: () => true,
      exists: () => true,
      shownBy: (wire: Row) => (wire["token"] ?? null) as string | null,
      carrying: (wire, token) => ({ ...wire, token }),
      remedy: message`Set another string.`,
    }),
  ],
});

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

async function created() {
  const service = new FakeService();
  const driver = startDriver(service);
  return { service, driver, stored: await reconcile(tokenBox, declared, driver.context) };
}

test("the response to the create goes into state, and a refresh keeps it although the service shows nothing", async () => {
  const { driver, stored } = await created();
  expect(stored.state["token"]).toBe(TOKEN.a);
  const found = await read(tokenBox, stored.id, stored.state, driver.context);
  expect(found?.state["token"]).toBe(TOKEN.a);
  expect(driver.said).toEqual([]);
});

test("a write that returns another one replaces it, and one that returns nothing keeps it", async () => {
  const { service, driver, stored } = await created();
  const prior = { id: stored.id, state: stored.state };
  service.next("update", { isApplied: true, error: lostAnswer() });
  const kept = await reconcile(tokenBox, { ...declared, color: "blue" }, driver.context, prior);
  expect(kept.state["token"]).toBe(TOKEN.a);
  const again = await reconcile(tokenBox, { ...declared, color: "grey" }, driver.context, {
    ...prior,
    state: kept.state,
  });
  expect(again.state["token"]).toBe(TOKEN.again);
});

test("a lost response leaves it received by nobody", async () => {
  const service = new FakeService();
  service.next("create", { isApplied: true, error: lostAnswer() });
  const driver = startDriver(service, { creations: undefined });
  const stored = await reconcile(tokenBox, declared, driver.context);
  expect(stored.state["token"]).toBe(RECEIVED_BY_NOBODY);
  // States of earlier versions hold this value.
  expect(RECEIVED_BY_NOBODY).toBe("");
});

test("of an imported object a warning names the way to a new one", async () => {
  const service = new FakeService();
  service.seed({ name: "a", color: "red" });
  const driver = startDriver(service);
  const { state } = await find(tokenBox, "o1/b1", driver.context);
  expect(state["token"]).toBe(null);
  expect(driver.said).toEqual([
    {
      severity: "warn",
      text: "token of TokenBox b1 can't be read: the service returned it only once, to the caller that created it. Set another string.",
    },
  ]);
});

test("once a new one was asked for, the one before is worthless: nobody has it until a response tells the new one", () => {
  const hooks = oneTimeSecret({
    output: "token",
    isAskedFor: () => true,
    exists: ({ token }: { readonly token: string | null }) => token !== null,
    shownBy: ({ token }) => token,
    carrying: (wire, token) => ({ ...wire, token }),
    remedy: message`Set another string.`,
  });
  expect(hooks.carry?.({ token: TOKEN.a }, { by: "renewal" })).toEqual({ token: RECEIVED_BY_NOBODY });
  expect(hooks.carry?.({ token: null }, { by: "renewal" })).toEqual({ token: null });
});

type Held = { readonly isThere: boolean; readonly token: string | null };

/** The facts of an object before, and what a later observation that shows no token then says of it. */
test.each<[string, Held, string | null]>([
  ["that was told", { isThere: true, token: TOKEN.a }, TOKEN.a],
  ["that was lost", { isThere: true, token: RECEIVED_BY_NOBODY }, RECEIVED_BY_NOBODY],
  ["that nobody here knows, of an imported object", { isThere: true, token: null }, null],
  ["that didn't exist before the write", { isThere: false, token: null }, RECEIVED_BY_NOBODY],
])("a write whose response shows no secret leaves one %s as it was", (_what, before, after) => {
  const { carry } = oneTimeSecret({
    output: "token",
    isAskedFor: () => true,
    exists: ({ isThere }: Held) => isThere,
    shownBy: ({ token }) => token,
    carrying: (wire, token) => ({ ...wire, token }),
    remedy: message`Set another string.`,
  });
  expect(carry({ isThere: true, token: null }, { by: "write", before })).toEqual({ isThere: true, token: after });
  expect(carry({ isThere: false, token: null }, { by: "write", before })).toEqual({ isThere: false, token: null });
  const told = { isThere: true, token: TOKEN.again };
  expect(carry(told, { by: "write", before })).toEqual(told);
  expect(carry({ isThere: true, token: null }, { by: "state", state: { token: before.token } })).toEqual({
    isThere: true,
    token: before.token,
  });
  // A state from before the object had a token, or with something that is none.
  for (const state of [{}, { token: undefined }, { token: { key: "k" } }])
    expect(carry({ isThere: true, token: null }, { by: "state", state })).toStrictEqual({ isThere: true, token: null });
});

test("a plan of an object with such a secret names the output", () => {
  expect(plannedOnce(tokenBox, declared, { ...declared, token: UNKNOWN })).toBe("token");
});

test.each([
  ["its output, while nobody knows its value yet", true, UNKNOWN, "token"],
  ["nothing if the value is known", true, TOKEN.a, undefined],
  ["nothing if the inputs don't ask for it", false, UNKNOWN, undefined],
])("a plan for an engine that keeps no secrets names %s", (_what, isAskedFor, token, expected) => {
  const asked = fakeBox({
    capabilities: [{ name: "asked", shownOnce: { output: "token", isAskedFor: () => isAskedFor } }],
  });
  expect(plannedOnce(asked, declared, { ...declared, token })).toBe(expected);
  expect(plannedOnce(fakeBox({}), declared, { ...declared, token })).toBeUndefined();
});
