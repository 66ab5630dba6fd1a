import { expect, test } from "@jest/globals";
import type { WorkflowClient } from "@temporalio/client";

import type { FleetEvent } from "../../../packages/fleet/src/run/events.ts";
import { Watcher } from "../../../packages/fleet/src/temporal/watcher.ts";

const note = (text: string): FleetEvent => ({ event: "note", text });
const TALLY = { succeeded: 3, failed: 1, notStarted: 2 };
const END: FleetEvent = { event: "end", ...TALLY };

/**
 * The output for somebody who follows a run, and its end. Each check shows whether the run is open, and what is new.
 */
async function followed(looks: readonly (readonly [isOpen: boolean, ...news: readonly FleetEvent[]])[]) {
  const told: FleetEvent[] = [];
  let look = -1;
  const past = (): FleetEvent[] => looks.slice(0, look + 1).flatMap(([, ...news]) => news);
  const handle = {
    describe: async () => {
      look += 1;
      return { status: { name: looks[look]?.[0] === true ? "RUNNING" : "COMPLETED" } };
    },
    query: async (_query: unknown, from: number) => past().slice(from),
  };
  const client = { getHandle: () => handle } as unknown as WorkflowClient; // -- the watcher asks for nothing else
  const control = { onEvent: (event: FleetEvent) => void told.push(event), signal: new AbortController().signal };
  const outcome = await new Watcher(client, { workflowId: "w", runId: "r" }, control)
    .fromStart()
    .catch((error: unknown) => String(error));
  return { outcome, told, looks: look + 1 };
}

const ENDED = "Error: Somebody ended the run. To continue it, run `orgform fleet resume --temporal`.";

test.each<readonly [string, Parameters<typeof followed>[0], unknown]>([
  ["is followed while nothing happens, until it ends", [[true], [true, note("a")], [true], [true, END]], TALLY],
  [
    "has ended though it's closed before its end is read",
    [
      [true, note("a")],
      [false, note("b"), END],
    ],
    TALLY,
  ],
  [
    "was ended by somebody, once it's closed and says nothing more",
    [[true, note("a")], [false, note("b")], [false]],
    ENDED,
  ],
  ["was ended by somebody before it said anything", [[false]], ENDED],
])("a run on Temporal %s", async (_, looks, outcome) => {
  expect(await followed(looks)).toEqual({
    outcome,
    told: looks.flatMap(([, ...news]) => news),
    looks: looks.length,
  });
});
