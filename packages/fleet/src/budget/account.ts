import { CallHistory } from "./call-history.ts";
import { type CountReport, HOLD_MS } from "./common-counts.ts";

/** A program's request for a permit. `granted` or `refused` is called exactly once, and never before `ask` returns. */
export interface PermitRequest {
  readonly credential: string;
  readonly organization: string;
  /** Set if the service also has a separate limit for the request; `key` names what the service counts. */
  readonly own?: { readonly kind: string; readonly key: string; readonly count: number } | undefined;
  /** How many milliseconds a request can wait for a separate limit. */
  readonly maxOwnWaitMs: number;
  readonly granted: () => void;
  /** Called at most once, before the others, if the request can't be sent immediately. */
  readonly waits: (waitMs: number) => void;
  readonly refused: (retryAfterMs: number) => void;
}

/** Exactly one of the two reports how a request ended. */
export interface Permit {
  /** The request is over. */
  end(): void;
  /** The request wasn't sent, or is no longer needed. */
  giveBack(): void;
  /** The process that asked is gone: the request isn't granted. No effect if it was granted already. */
  withdraw(): void;
}

/** A request in the queue of its organization. */
export interface Waiting extends PermitRequest {
  /** Monotonic time until which the request can wait for a separate limit. */
  readonly ownDeadlineMs: number;
  /** Monotonic time before which other ledgers aren't asked again for the separate limit. */
  askAgainMs: number;
  /** Whether `waits` was called. */
  isTold: boolean;
  state: "waiting" | "granted" | "over";
}

/** The counts under one name, and the part that other ledgers know. */
export interface Counted {
  readonly key: string;
  readonly calls: CallHistory;
  /** The revision of the other ledgers' counts that this is based on. */
  revision: number;
  /** Requests that this ledger might have under way, as reported to the others. */
  held: number;
  /** How many more requests the other ledgers allow. */
  reserve: number;
}

/** The counts and the waiting requests of one credential. */
export interface Account extends Counted {
  /** Queues by organization. The first is served next and then moves to the end. */
  readonly queues: Map<string, Waiting[]>;
  readonly listeners: Set<(pauseMs: number) => void>;
  pausedUntilMs: number;
  /** Whether the other ledgers don't know of the pause yet. */
  isPauseUntold: boolean;
  /** Monotonic time of the last report to the other ledgers. */
  reservedMs: number;
  /** Monotonic time before which the other ledgers aren't asked again. */
  askAgainMs: number;
  /** Whether they are being asked. */
  isAsking: boolean;
}

/** Older than any revision. */
export const NONE = -1;

/** A name without requests so far. */
export const nothingCounted = (key: string): Counted => ({
  key,
  calls: new CallHistory(),
  revision: NONE,
  held: 0,
  reserve: 0,
});

/** A credential without requests so far. */
export const nothingAsked = (credential: string): Account => ({
  ...nothingCounted(credential),
  queues: new Map<string, Waiting[]>(),
  listeners: new Set<(durationMs: number) => void>(),
  pausedUntilMs: Number.NEGATIVE_INFINITY,
  isPauseUntold: false,
  reservedMs: 0,
  askAgainMs: Number.NEGATIVE_INFINITY,
  isAsking: false,
});

/** A process that was suspended for a while counts as gone: other processes now have what it had reserved. */
export function dropStaleReserve(account: Account, nowMs: number): void {
  if (nowMs - account.reservedMs > HOLD_MS / 2) account.reserve = 0;
}

/** Notes that the other ledgers have a report. @param reportedMs - monotonic time of the report */
export function noteReport(account: Account, report: CountReport | undefined, reportedMs: number): void {
  account.reservedMs = reportedMs;
  if (report?.pausedUntilMs !== undefined) account.isPauseUntold = false;
}

/** All waiting requests of the credential, organization by organization. */
export function waitingIn({ queues }: Account): Waiting[] {
  return [...queues.values()].flat();
}

/** Removes a request from its queue; its organization is then served last. */
export function leave({ queues }: Account, waiting: Waiting): void {
  const { organization } = waiting;
  const queue = (queues.get(organization) ?? []).filter((other) => other !== waiting);
  queues.delete(organization);
  if (queue.length > 0) queues.set(organization, queue);
}
