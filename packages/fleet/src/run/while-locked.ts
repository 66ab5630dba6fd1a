import { setMaxListeners } from "node:events";

import type { RunOptions } from "../record/run-record.ts";
import { partOf, type RunLock } from "../record/run-lock.ts";
import type { ControlWithPlan } from "../session-options.ts";
import type { FleetEvent, OnEvent } from "./events.ts";

/** Does something while no other process runs the same part; its control also ends when the lock is lost. */
export async function whileLocked<T>(
  lock: RunLock,
  shard: RunOptions["shard"],
  control: ControlWithPlan,
  act: (control: ControlWithPlan) => Promise<T>,
): Promise<T> {
  const { lost, release } = await lock.hold(partOf(shard));
  let end: FleetEvent | undefined;
  const onEvent: OnEvent = (event) => {
    if (event.event === "end") end = event;
    else control.onEvent(event);
  };
  try {
    const signal = AbortSignal.any([control.signal, lost]);
    // Each organization that runs listens, and Node takes more than ten listeners for a leak.
    setMaxListeners(0, signal);
    return await act({ ...control, onEvent, signal });
  } finally {
    await release().catch((error: unknown) => control.onEvent(notReleased(error)));
    if (end !== undefined) control.onEvent(end);
  }
}

/** Tells of a lock that can't be released: the run itself isn't affected. */
function notReleased(error: unknown): FleetEvent {
  const words = error instanceof Error ? error.message : String(error);
  return { event: "note", text: `The lease of this run expires in 30 seconds: it can't be released now. ${words}` };
}
