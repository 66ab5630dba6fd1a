import type { SandboxClock } from "./clock.ts";
import type { Dialect } from "./dialects.ts";
import type { Family } from "./family.ts";
import type { FaultBoard } from "./faults/fault-board.ts";
import type { Identifiers } from "./identifiers.ts";
import type { RateLimiter } from "./pipeline/rate-limiter.ts";
import type { RequestLog } from "./request-log.ts";
import type { SandboxSettings } from "./settings.ts";
import type { Jobs } from "./scheduler.ts";
import type { Store } from "./store/store.ts";

/** Everything one sandbox consists of; handed to every step instead of module state, so that several can run at once. */
export type World = {
  readonly dialect: Dialect;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly faults: FaultBoard;
  readonly requests: RequestLog;
  readonly limiter: RateLimiter;
  readonly settings: () => SandboxSettings;
  readonly jobs: Jobs;
  readonly families: readonly Family[];
};
