import type { SandboxClock } from "./clock.ts";
import { type DatedQuirk, type Dialect, hasQuirkOn } from "./dialects.ts";
import type { FaultBoard } from "./faults/fault-board.ts";
import type { Identifiers } from "./identifiers.ts";
import type { RateLimiter } from "./pipeline/rate-limiter.ts";
import type { RequestLog } from "./request-log.ts";
import type { SandboxSettings } from "./settings.ts";
import type { Store } from "./store/store.ts";

/** Everything one sandbox consists of; handed to every step instead of module state, so that several can run at once. */
export type World = {
  /** Changes when the control plane makes the service a newer or an older one. */
  dialect: Dialect;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly faults: FaultBoard;
  readonly requests: RequestLog;
  readonly limiter: RateLimiter;
  readonly settings: () => SandboxSettings;
  /** Tells the families that a user has left an organization. */
  readonly memberLeft: (userId: string, organizationId: string) => void;
};

/** Tells whether the statement of a quirk with dates holds today, which is the day of the settings and not of the clock. */
export function holdsToday(world: World, quirk: DatedQuirk): boolean {
  return hasQuirkOn(world.dialect, world.settings().asOf, quirk);
}
