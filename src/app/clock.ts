import { setTimeout as pause } from "node:timers/promises";

import type { DriverClock } from "../driver/driver.ts";

/** The machine's clock, in the form that the driver needs. */
export const systemClock: DriverClock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await pause(ms, undefined, signal === undefined ? {} : { signal });
  },
};
