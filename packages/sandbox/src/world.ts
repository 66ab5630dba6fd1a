import type { SandboxClock } from "./clock.ts";
import { type DatedQuirk, type Dialect, hasQuirkOn } from "./dialects.ts";
import type { FaultBoard } from "./faults/fault-board.ts";
import type { Identifiers } from "./identifiers.ts";
import type { RateLimiter } from "./pipeline/rate-limiter.ts";
import type { RequestLog } from "./request-log.ts";
import type { SandboxSettings } from "./settings.ts";
import type { Store } from "./store/store.ts";

/** All parts of one sandbox; passed to every step instead of module state, so several sandboxes can run together. */
export type World = {
  /** Changes when the control plane switches the service to another version. */
  dialect: Dialect;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly faults: FaultBoard;
  readonly requests: RequestLog;
  readonly limiter: RateLimiter;
  readonly settings: () => SandboxSettings;
  /** Notifies the families that a user has left an organization. */
  readonly memberLeft: (userId: string, organizationId: string) => void;
};

/** Whether the statement of a dated quirk holds today, which is the day of the settings and not of the clock. */
export function holdsToday(world: World, quirk: DatedQuirk): boolean {
  return hasQuirkOn(world.dialect, world.settings().asOf, quirk);
}
