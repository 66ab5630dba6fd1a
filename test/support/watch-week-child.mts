/**
 * A watcher of a fleet as a process of its own, which a test bundles, starts, and kills. It reads states and the service as
 * `orgform watch --fleet` does, but its waits go by a clock that the test moves.
 *
 * Arguments: the fleet file, the watch file, the history, the file of the clock, and a file that gets a line for each look begun.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

import { SqliteStore, watchFileOf, watchOften } from "../../packages/watch/src/index.ts";
import { openFleet } from "../../src/cli/fleet/session.ts";
import { watchedFleet } from "../../src/cli/watch/watched-fleet.ts";
import { SleepersByClock, WeekClock } from "./week-clock.ts";

const [fleetFile = "", watchFile = "", history = "", clockFile = "", begun = ""] = process.argv.slice(2);
const clock = new SleepersByClock(WeekClock.of(clockFile));
const nowMs = (): number => clock.nowMs();
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const file = watchFileOf(watchFile, readFileSync(watchFile, "utf8"));
const fleet = await openFleet({ file: fleetFile });
const looks = { policyOf: undefined, ignore: undefined, isStrict: false, timeoutSeconds: 1_800, nowMs };
const { watched, close } = await watchedFleet(fleet, {}, { ...looks, found: { file, folder: dirname(watchFile) } });
const store = new SqliteStore(history);
await watchOften({
  watched: watched.map((one) => ({
    ...one,
    look: (signal) => {
      appendFileSync(begun, `${one.name}\n`);
      return one.look(signal);
    },
  })),
  file,
  store,
  clock,
  environment: process.env,
  signal: stop.signal,
  parallel: fleet.fleet.parallel,
  say: () => undefined,
  onLook: () => undefined,
});
clock.close();
await store.close();
await close();
