import { jest } from "@jest/globals";
import undici, { type Pool } from "undici";
import { isInFull } from "./extent.ts";

/**
 * The connections to services of tables, by origin. A process of a table has no sockets of its own, unless in full:
 * opening the first one takes as long as ten requests.
 */
const pools = new Map<string, Map<string, Pool>>();

const RealPool = undici.Pool;

// A mock keeps everything that it made. A run in full makes so much that the memory wouldn't suffice.
if (!isInFull())
  jest.spyOn(undici, "Pool").mockImplementation((origin, options) => {
    const ofOrigin = pools.get(String(origin));
    if (ofOrigin === undefined) return new RealPool(origin, options);
    const settings = JSON.stringify(options);
    const last = ofOrigin.get(settings);
    // What a killed process has sent keeps its sockets.
    const pool = last === undefined || isBusy(last) ? new RealPool(origin, options) : last;
    ofOrigin.set(settings, pool);
    const dispatch: Pool["dispatch"] = (...request) => pool.dispatch(...request);
    // A process that has ended leaves the sockets to the next one.
    return { dispatch, destroy: () => Promise.resolve() } as Pool;
  });

const isBusy = ({ stats }: Pool): boolean => stats.running + stats.pending + stats.queued > 0;

/** From now on processes share their connections to a service. The result closes them. */
export function shareSockets(origin: string): () => Promise<void> {
  const ofOrigin = new Map<string, Pool>();
  pools.set(origin, ofOrigin);
  return async () => {
    pools.delete(origin);
    for (const pool of ofOrigin.values()) await pool.destroy();
  };
}
