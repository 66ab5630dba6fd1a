import { CallHistory } from "./call-history.ts";
import { HOLD_MS } from "./common-counts.ts";

/** One request that wants to be sent; exactly one of `granted` and `refused` is called, never before `ask` returns. */
export interface PermitRequest {
  readonly credential: string;
  readonly organization: string;
  /** Set when the service counts it by itself as well; `key` says of what. */
  readonly own?: { readonly kind: string; readonly key: string; readonly count: number } | undefined;
  /** Milliseconds that may be waited for what the service counts by itself. */
  readonly maxOwnWaitMs: number;
  readonly granted: () => void;
  /** Called at most once, before the others, when it cannot go at once. */
  readonly waits: (waitMs: number) => void;
  readonly refused: (retryAfterMs: number) => void;
}

/** What became of a request is told by one of the two. */
export interface Permit {
  /** The request is over. */
  end(): void;
  /** The request was not sent, or is no longer wanted. */
  giveBack(): void;
  /** Nobody is there any more to be granted it; nothing where it was granted already. */
  withdraw(): void;
}

/** A request in the queue of its organization. */
export interface Waiting extends PermitRequest {
  /** Monotonic time until which it may be waited for what the service counts by itself. */
  readonly ownDeadlineMs: number;
  state: "waiting" | "granted" | "over";
}

/** What is counted under one name, with what other ledgers were told of it. */
export interface Counted {
  readonly key: string;
  readonly calls: CallHistory;
  /** Which revision of the other ledgers it is of. */
  revision: number;
  /** Calls that this ledger may have under way, as the others know. */
  held: number;
}

/** What is counted and waits for one credential. */
export interface Account extends Counted {
  /** By organization; the first one is served next, and goes to the end then. */
  readonly queues: Map<string, Waiting[]>;
  readonly listeners: Set<(pauseMs: number) => void>;
  pausedUntilMs: number;
  /** How many more calls the other ledgers allow for. */
  reserve: number;
  /** Monotonic time at which they were told so. */
  reservedMs: number;
}

/** No revision is so old. */
export const NONE = -1;

/** A name under which nothing was sent yet. */
export const nothingCounted = (key: string): Counted => ({ key, calls: new CallHistory(), revision: NONE, held: 0 });

/** A credential with which nobody asked yet. */
export const nothingAsked = (credential: string): Account => ({
  ...nothingCounted(credential),
  queues: new Map<string, Waiting[]>(),
  listeners: new Set<(durationMs: number) => void>(),
  pausedUntilMs: Number.NEGATIVE_INFINITY,
  reserve: 0,
  reservedMs: 0,
});

/** A process that stood still for a while is believed to be gone: what it had set apart others have by now. */
export function dropStaleReserve(account: Account, nowMs: number): void {
  if (nowMs - account.reservedMs > HOLD_MS / 2) account.reserve = 0;
}

/** All that waits for the credential, organization by organization. */
export function waitingIn({ queues }: Account): Waiting[] {
  return [...queues.values()].flat();
}

/** Takes a request out of its queue; the organization is the last to be served then. */
export function leave({ queues }: Account, waiting: Waiting): void {
  const { organization } = waiting;
  const queue = (queues.get(organization) ?? []).filter((other) => other !== waiting);
  queues.delete(organization);
  if (queue.length > 0) queues.set(organization, queue);
}
