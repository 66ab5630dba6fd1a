import { randomUUID } from "node:crypto";
import type { WatchClock } from "@orgform/watch";

/** The machine's clock, in the form that watchers use. */
export const watchClock: WatchClock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((done) => {
      if (signal.aborted) return done();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        done();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
      return undefined;
    }),
  random: () => Math.random(),
  uuid: () => randomUUID(),
};
