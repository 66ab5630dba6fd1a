import { describe, expect, test } from "@jest/globals";

import { quota } from "../../../../src/capabilities/quota.ts";
import { TransportError } from "../../../../src/client/errors.ts";
import { isOfQuota, pendingBy, pendingNow } from "../../../../src/driver/hooks/quota.ts";
import { Operation } from "../../../../src/driver/operation.ts";
import { quotaKey } from "../../../../src/driver/session/quotas.ts";
import { box, fakeBox, plain, startDriver } from "../../../support/fake-resources.ts";
import { apiError, FakeService, lostAnswer, type Row } from "../../../support/fake-service.ts";

const DUE = "2026-11-20T10:01:00.000Z";
const at = { organizationId: "o1", boxId: "b1" };
const inputs = { organizationId: "o1", name: "a" };

/** Only red boxes take from the quota. */
function limited(isKept: boolean | Error = true) {
  const asked: unknown[] = [];
  const definition = fakeBox({
    capabilities: [
      quota({
        name: "boxes",
        takes: (wire: Row) => wire["color"] === "red",
        isKept: (where, { api }) => {
          asked.push([where, api instanceof FakeService]);
          return isKept instanceof Error ? Promise.reject(isKept) : Promise.resolve(isKept);
        },
        pending: (declared, dueAt, wire) => ({ declared, dueAt, wire }) as never, // -- as good as a row
      }),
    ],
  });
  const { context } = startDriver(new FakeService(), { serviceNow: new Date("2026-11-20T10:00:00Z") });
  return { operation: new Operation(definition, inputs, at, context), context, definition, asked };
}

/** An error of the transport that says when to come back. */
const refusedHere = (code: string, requestMayHaveBeenApplied = false) =>
  new TransportError({
    code,
    message: "Refused here.",
    phase: "queue",
    requestMayHaveBeenApplied,
    method: "POST",
    route: "/boxes/",
    attempts: 0,
    retryAfterMs: 60_000,
  });

const RED = { id: "b1", color: "red" };
const BLUE = { id: "b1", color: "blue" };
const USED_UP = apiError({ category: "rateLimited", status: 429, retryAfterMs: 60_000 });

describe("a refusal is for the quota", () => {
  test.each<[string, Error, boolean]>([
    ["the service says when there is room again", USED_UP, true],
    ["a fleet says so in its place", refusedHere("budget_used_up"), true],
    ["the service doesn't say when", apiError({ category: "rateLimited", status: 429 }), false],
    ["it is of another kind", apiError({ category: "unavailable", status: 503, retryAfterMs: 60_000 }), false],
    ["the transport refuses for another reason", refusedHere("paused_too_long"), false],
    ["the request may have been carried out", refusedHere("budget_used_up", true), false],
    ["the answer was lost", lostAnswer(), false],
    ["it is no error of the client", new Error("else"), false],
  ])("where %s: %#", async (_when, error, isFor) => {
    const { operation, asked } = limited();
    const held = { declared: inputs, dueAt: DUE, wire: undefined };
    expect(await pendingBy(operation, error)).toEqual(isFor ? held : undefined);
    expect(await isOfQuota(operation, error)).toBe(isFor);
    expect(pendingNow(operation)).toEqual(isFor ? held : undefined);
    expect(asked).toEqual(
      isFor
        ? [
            [at, true],
            [at, true],
          ]
        : [],
    );
  });

  test.each([false, new Error("can't be told")])("only if the service keeps it: %s", async (isKept) => {
    const { operation } = limited(isKept);
    expect([await isOfQuota(operation, USED_UP), await pendingBy(operation, USED_UP)]).toEqual([false, undefined]);
    expect(pendingNow(operation)).toBeUndefined();
  });

  test("only of a resource that has one", async () => {
    const { context } = limited();
    const operation = new Operation(box, inputs, at, context);
    expect([await isOfQuota(operation, USED_UP), await pendingBy(operation, USED_UP)]).toEqual([false, undefined]);
    expect(pendingNow(operation)).toBeUndefined();
  });
});

test("an object that takes from the quota waits as it is, and one that doesn't isn't held up", async () => {
  const { operation } = limited();
  expect([await pendingBy(operation, USED_UP, BLUE), pendingNow(operation, RED)]).toEqual([undefined, undefined]);
  const held = { declared: inputs, dueAt: DUE, wire: RED };
  expect(await pendingBy(operation, USED_UP, RED)).toEqual(held);
  expect([pendingNow(operation, RED), pendingNow(operation, BLUE)]).toEqual([held, undefined]);
});

test("a quota has one key for each list of the resources that share it", () => {
  const { definition } = limited();
  const other = fakeBox({ name: "Other", capabilities: definition.capabilities ?? [] });
  expect(quotaKey(definition, at)).toBe('["boxes","o1"]');
  expect(quotaKey(other, { organizationId: "o1", boxId: "b2" })).toBe('["boxes","o1"]');
  expect(quotaKey(definition, {})).toBe('["boxes",""]');
  expect(quotaKey({ ...box, collection: plain.collection! }, at)).toBe('["","o1"]');
});
