import { expect, test } from "@jest/globals";

import { poll } from "../../../src/driver/poll.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";

const WAITING = ["waiting for a box (0 s)", "waiting for a box (20 s)", "waiting for a box (40 s)"];

test.each([
  [{ timeoutSeconds: 60, intervalSeconds: 20 }, 1, true, []],
  [{ timeoutSeconds: 60, intervalSeconds: 20 }, 3, true, [20_000, 20_000]],
  [{ timeoutSeconds: 60, intervalSeconds: 20 }, 4, true, [20_000, 20_000, 20_000]],
  [{ timeoutSeconds: 60, intervalSeconds: 20 }, 5, false, [20_000, 20_000, 20_000]],
  [{ timeoutSeconds: 45, intervalSeconds: 20 }, 9, false, [20_000, 20_000, 5_000]],
  [{ timeoutSeconds: 5, intervalSeconds: 20 }, 9, false, [5_000]],
  [{ timeoutSeconds: 0, intervalSeconds: 20 }, 2, false, []],
])("a wait with %j for what is there at look %d ends well: %s, after %j", async (limits, there, isOver, slept) => {
  const { context, said, sleptMs } = startDriver(new FakeService());
  let looks = 0;
  const look = () => Promise.resolve((looks += 1) < there ? "a box" : undefined);
  expect(await poll(limits, context, look)).toBe(isOver);
  expect([sleptMs, looks]).toEqual([slept, slept.length + 1]);
  expect(said).toEqual(WAITING.slice(0, slept.length).map((text) => ({ severity: "status", text })));
});

test("a wait is told in whole seconds, and ends with the call", async () => {
  const ending = new AbortController();
  const { context, clock, said } = startDriver(new FakeService(), { signal: ending.signal });
  const look = () => {
    clock.advance(1_500);
    if (said.length === 2) ending.abort(new Error("stopped"));
    return Promise.resolve("a box");
  };
  const failure = await failureOf(poll({ timeoutSeconds: 60, intervalSeconds: 20 }, context, look));
  expect(failure.message).toBe("stopped");
  expect(said.map(({ text }) => text)).toEqual([
    "waiting for a box (2 s)",
    "waiting for a box (23 s)",
    "waiting for a box (45 s)",
  ]);
});
