import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import type { FaultSpec } from "../../packages/sandbox/src/index.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Fixture } from "../support/conformance-table.ts";
import { isInFull } from "../support/extent.ts";
import { BREAKAGES, LONG_TIMEOUT, SHORT_TIMEOUT } from "../support/scenario-faults.ts";
import { Program } from "../support/scenario-program.ts";
import { writesOf } from "../support/scenario-world.ts";
import { isForEach } from "./crash-table.ts";

/** Waits of a minute, looked after every second. */
export const declaredFor = ({ full }: Fixture, further: Values = {}): Values => ({
  ...full,
  pollIntervalSeconds: 1,
  ...further,
});

/** What becomes of a wait under a breakage. */
export interface WaitStory {
  /** Reverts the awaited event, and lets it happen after three checks, or after the wait without them. */
  readonly happen: (fixture: Fixture, isOver: () => boolean) => Promise<void>;
  /** How many of the requests up to that one are reads. */
  readonly readsUpTo: (nth: number) => number;
  /** Methods of the requests that change something. */
  readonly writes: readonly string[];
  /** The final content of the entry. */
  readonly state: Values;
}

/** Tests that a wait comes to its end, whatever becomes of one of its requests. */
export function testBrokenWaits(fixture: Fixture, story: WaitStory): void {
  const { row } = fixture;
  const isFirst = fixture.engine === ENGINES[0];
  const isWhole = isFirst || isInFull();
  const breakages = isWhole ? BREAKAGES : BREAKAGES.filter(isForEach);
  // A killed process is in the table of crashes.
  for (const { name, fault, timesOut } of breakages.filter(({ kills }) => kills !== true)) {
    test.each(isWhole ? [2, 3, 4] : [3])(`a wait comes to its end although request %i is ${name}`, async (nth) => {
      let isOver = false;
      const happened = story.happen(fixture, () => isOver);
      const spec: FaultSpec = { ...fault, nth: fault.kind === "stale" ? story.readsUpTo(nth) : nth };
      fixture.world.sandbox.control.addFault(spec);
      const program = new Program(fixture.engine, row.resource, declaredFor(fixture));
      const config = timesOut === true ? SHORT_TIMEOUT : LONG_TIMEOUT;
      let error = await program.up(fixture.start(config));
      for (let runs = 1; error !== undefined && runs < 3; runs += 1) error = await program.up(fixture.start());
      isOver = true;
      await happened;
      expect(error).toBeUndefined();
      expect(program.entry?.state).toMatchObject(story.state);
      expect(row.count(fixture.world, declaredFor(fixture))).toBe(1);
      expect(new Set(writesOf(fixture.world).map(({ method }) => method))).toEqual(new Set(story.writes));
    });
  }
}
