import { describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import { callWith, type FunctionWorld } from "../support/functions/function-world.ts";
import { fixtureOf, functionNamed } from "../support/functions/table.ts";

const CHANGES: readonly (readonly [name: string, change: Values])[] = [
  ["updatePerson", { properties: { plan: "enterprise" } }],
  ["updatePersonProperty", { key: "plan", value: "enterprise" }],
  ["deletePersonProperty", { key: "plan" }],
];

/** A clock that both live by: while the function waits, the sandbox's time passes. */
function sharedClock({ sandbox: { control } }: FunctionWorld) {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.parse(control.clock().now),
    sleep: (ms: number) => {
      waits.push(ms);
      control.advanceClock(ms / 1_000);
      return Promise.resolve();
    },
  };
}

describe.each(TABLE_DIALECTS)("in dialect %s,", (dialect) => {
  const fixture = fixtureOf(dialect);
  const call = (name: string, change: Values, clock: ReturnType<typeof sharedClock>): Promise<Values> => {
    const { seeded } = fixture();
    const args = { projectId: seeded.projectId, personId: seeded.ada, ...change };
    return callWith(functionNamed(name), args, fixture().context({ clock }));
  };
  const reads = (): number =>
    fixture()
      .sandbox.control.requests()
      .filter(({ method }) => method === "GET").length;

  describe.each(CHANGES)("%s", (name, change) => {
    test("is `visible` as soon as the service shows the change", async () => {
      const clock = sharedClock(fixture());
      fixture().sandbox.control.call("PUT", "ingestion", { delaySeconds: 3 });
      expect(await call(name, change, clock)).toEqual({ outcome: "visible" });
      expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(3_000);
    });

    test("is `accepted` when it cannot be seen in time, and comes later", async () => {
      const clock = sharedClock(fixture());
      fixture().sandbox.control.call("PUT", "ingestion", { delaySeconds: 60 });
      const start = clock.now();
      expect(await call(name, { ...change, visibleWithinSeconds: 5 }, clock)).toEqual({ outcome: "accepted" });
      expect(clock.now() - start).toBe(5_000);
      fixture().sandbox.control.advanceClock(60);
      expect(await call(name, { ...change, visibleWithinSeconds: 0 }, clock)).toEqual({ outcome: "visible" });
    });

    test("is `accepted` when the service loses the change", async () => {
      fixture().sandbox.control.call("PUT", "ingestion", { losesPropertyChanges: true });
      expect(await call(name, change, sharedClock(fixture()))).toEqual({ outcome: "accepted" });
    });

    test("looks once where it is not to wait", async () => {
      const clock = sharedClock(fixture());
      fixture().sandbox.control.call("PUT", "ingestion", { delaySeconds: 3 });
      const before = reads();
      expect(await call(name, { ...change, visibleWithinSeconds: 0 }, clock)).toEqual({ outcome: "accepted" });
      // deletePersonProperty looks before it writes as well: the running service fails for a stranger.
      expect([clock.waits, reads() - before]).toEqual([[], name === "deletePersonProperty" ? 2 : 1]);
    });
  });
});
