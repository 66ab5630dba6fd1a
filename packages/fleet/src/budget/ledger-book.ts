import { CallHistory, type CallCounts } from "./call-history.ts";
import type { Clock } from "../clock.ts";
import { type BudgetLimits, DAY_MS, faster, HOUR_MS, ownWindows, requestWindows, type Window } from "./limits.ts";

/** What is needed to go on after a restart; JSON. Keys are in it as hashes alone. */
export interface LedgerSnapshot {
  readonly version: 1;
  readonly credentials: Readonly<Record<string, CallCounts & { readonly pausedUntilMs: number }>>;
  /** What the service counts by itself, by host, kind and id. */
  readonly own: Readonly<Record<string, CallCounts>>;
}

/** One request that wants to be sent; exactly one of `granted` and `refused` is called, never before `ask` returns. */
export interface Wish {
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

/** What became of a wish is told by one of the two. */
export interface Ask {
  /** The request is over. */
  end(): void;
  /** The request was not sent, or is no longer wanted. */
  giveBack(): void;
  /** Nobody is there any more to be granted it; nothing where it was granted already. */
  withdraw(): void;
}

/** How a book is opened. */
export interface BookOptions {
  readonly clock: Clock;
  readonly limits: BudgetLimits;
  /** How many times faster than in the world time passes; 1 but in tests. */
  readonly timeScale: number;
  /** The part of an organization's processes in the budget, above 0 and up to 1. */
  readonly shareOf: (organization: string) => number;
  /** Keeps a snapshot; called before more is handed out than the last one allows for. */
  readonly persist?: ((snapshot: LedgerSnapshot) => void) | undefined;
}

interface Waiting extends Wish {
  /** Monotonic time until which it may be waited for what the service counts by itself. */
  readonly ownDeadlineMs: number;
  state: "waiting" | "granted" | "over";
}

interface Account {
  readonly calls: CallHistory;
  /** By organization; the first one is served next, and goes to the end then. */
  readonly queues: Map<string, Waiting[]>;
  readonly listeners: Set<(pauseMs: number) => void>;
  pausedUntilMs: number;
  /** How many more calls the last snapshot that was kept allows for. */
  reserve: number;
}

/** Calls that a kept snapshot counts in advance, so that not each of them has to be written down. */
const RESERVE = 40;
const NEVER = Number.POSITIVE_INFINITY;
/** A snapshot tells times by the second. */
const GRAIN_MS = 1000;

/** The ledger itself: who may send now, in turns of organizations, each in its own order. No socket and no process. */
export class LedgerBook {
  readonly #options: BookOptions;
  readonly #accounts = new Map<string, Account>();
  readonly #own = new Map<string, CallHistory>();
  readonly #calls = new Map<string, number>();
  readonly #windows = new Map<number, readonly Window[]>();
  #cancelTimer: (() => void) | undefined;

  constructor(options: BookOptions, restored?: LedgerSnapshot) {
    this.#options = options;
    // One that another version wrote is not counted on: the service tells by a pause where that was too little.
    if (restored?.version !== 1) return;
    const times = this.#times();
    for (const [credential, counts] of Object.entries(restored.credentials)) {
      const account = this.#accountOf(credential);
      account.calls.restore(counts, times);
      account.pausedUntilMs = Math.min(counts.pausedUntilMs - times.wallMs, HOUR_MS) + times.nowMs;
    }
    for (const [key, counts] of Object.entries(restored.own)) this.#ownOf(key).restore(counts, times);
  }

  ask(wish: Wish): Ask {
    const account = this.#accountOf(wish.credential);
    const ownDeadlineMs = this.#times().nowMs + wish.maxOwnWaitMs;
    const waiting: Waiting = { ...wish, ownDeadlineMs, state: "waiting" };
    const queue = account.queues.get(wish.organization) ?? [];
    queue.push(waiting);
    account.queues.set(wish.organization, queue);
    queueMicrotask(() => {
      this.#pump();
      if (waiting.state === "waiting") waiting.waits(this.#waitOf(account, waiting));
    });
    return {
      end: () => this.#finish(account, waiting, true),
      giveBack: () => this.#finish(account, waiting, false),
      withdraw: () => {
        if (waiting.state !== "waiting") return;
        waiting.state = "over";
        leave(account, waiting);
      },
    };
  }

  /** Lets no request of the credential start for so long, and tells everybody who listens. */
  pause(credential: string, durationMs: number): void {
    const account = this.#accountOf(credential);
    const { nowMs } = this.#times();
    account.pausedUntilMs = Math.max(account.pausedUntilMs, nowMs + durationMs);
    for (const listener of account.listeners) listener(durationMs);
    this.#pump();
  }

  /** Tells a process of pauses; of one that goes on at once. Returns how to stop. */
  onPause(credential: string, listener: (durationMs: number) => void): () => void {
    const { listeners, pausedUntilMs } = this.#accountOf(credential);
    listeners.add(listener);
    const pausedMs = pausedUntilMs - this.#times().nowMs;
    if (pausedMs > 0) listener(pausedMs);
    return () => listeners.delete(listener);
  }

  callsOf(organization: string): number {
    return this.#calls.get(organization) ?? 0;
  }

  /** Milliseconds until one more request of the credential would be sent; 0 for at once. */
  waitMsFor(credential: string): number {
    const account = this.#accounts.get(credential);
    return account === undefined ? 0 : this.#waitBehind(account, waitingIn(account).length, "");
  }

  snapshot(): LedgerSnapshot {
    const times = this.#times();
    const { wallMs, nowMs } = times;
    const credentials = [...this.#accounts].map(([credential, { calls, pausedUntilMs, reserve }]) => {
      calls.prune(HOUR_MS, nowMs);
      const counts = calls.counts(GRAIN_MS, times);
      const pausedMs = Math.max(0, pausedUntilMs - nowMs);
      return [credential, { ...counts, open: counts.open + reserve, pausedUntilMs: wallMs + pausedMs }] as const;
    });
    for (const [key, history] of this.#own) {
      history.prune(DAY_MS, nowMs);
      if (history.isEmpty) this.#own.delete(key);
    }
    const own = [...this.#own].map(([key, history]) => [key, history.counts(GRAIN_MS, times)] as const);
    return { version: 1, credentials: Object.fromEntries(credentials), own: Object.fromEntries(own) };
  }

  /** Hands out nothing more; keeps what was counted once more, without a reserve. */
  close(): void {
    this.#cancelTimer?.();
    for (const account of this.#accounts.values()) {
      account.queues.clear();
      account.reserve = 0;
    }
    this.#options.persist?.(this.snapshot());
  }

  #times(): { readonly nowMs: number; readonly wallMs: number } {
    const { clock } = this.#options;
    return { nowMs: clock.monotonicMs(), wallMs: clock.nowMs() };
  }

  /** Grants whatever may go now and sets the alarm for the next one. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const { clock } = this.#options;
    const nowMs = clock.monotonicMs();
    let soonestMs = NEVER;
    for (const account of this.#accounts.values()) soonestMs = Math.min(soonestMs, this.#serve(account, nowMs));
    if (Number.isFinite(soonestMs)) {
      this.#cancelTimer = clock.setTimer(Math.max(1, Math.ceil(soonestMs)), () => this.#pump());
    }
  }

  /** Grants what it can of one credential; milliseconds until it can grant more, Infinity when only an event helps. */
  #serve(account: Account, nowMs: number): number {
    for (;;) {
      this.#refuse(account, nowMs);
      if (account.pausedUntilMs > nowMs) return account.queues.size === 0 ? NEVER : account.pausedUntilMs - nowMs;
      let soonestMs = NEVER;
      let next: Waiting | undefined;
      for (const [organization, queue] of account.queues) {
        const rateMs = account.calls.waitMs(this.#windowsOf(organization), 1, nowMs);
        const ownMs = queue.map((waiting) => this.#ownMs(waiting, nowMs));
        if (rateMs === 0) next = queue[ownMs.indexOf(0)];
        if (next !== undefined) break;
        soonestMs = Math.min(soonestMs, Math.max(rateMs, Math.min(...ownMs)));
      }
      if (next === undefined) return soonestMs;
      this.#grant(account, next);
    }
  }

  /** Sends away who would wait too long for what the service counts by itself. */
  #refuse(account: Account, nowMs: number): void {
    for (const waiting of waitingIn(account)) {
      if (waiting.own === undefined) continue;
      const ownMs = this.#ownMs(waiting, nowMs);
      if (!Number.isFinite(ownMs) || nowMs + ownMs <= waiting.ownDeadlineMs) continue;
      leave(account, waiting);
      waiting.state = "over";
      waiting.refused(ownMs);
    }
  }

  #grant(account: Account, waiting: Waiting): void {
    const { organization, own } = waiting;
    leave(account, waiting);
    waiting.state = "granted";
    account.calls.begin(1);
    if (own !== undefined) this.#ownOf(own.key).begin(own.count);
    this.#calls.set(organization, this.callsOf(organization) + 1);
    this.#keep(account, own !== undefined);
    waiting.granted();
  }

  /** Keeps a snapshot where the last one does not allow for the call that is about to be sent. */
  #keep(account: Account, isOwn: boolean): void {
    const { persist } = this.#options;
    if (persist === undefined) return;
    const isUsedUp = account.reserve === 0;
    account.reserve = isUsedUp ? RESERVE : account.reserve - 1;
    if (isOwn || isUsedUp) persist(this.snapshot());
  }

  #finish(account: Account, waiting: Waiting, wasSent: boolean): void {
    const { state, own, organization } = waiting;
    if (state === "over") return;
    waiting.state = "over";
    if (state === "waiting") leave(account, waiting);
    else {
      const { nowMs } = this.#times();
      account.calls.finish(1, wasSent ? nowMs : undefined);
      account.calls.prune(HOUR_MS, nowMs);
      if (own !== undefined) this.#ownOf(own.key).finish(own.count, wasSent ? nowMs : undefined);
      if (!wasSent) this.#calls.set(organization, this.callsOf(organization) - 1);
    }
    this.#pump();
  }

  /** Milliseconds until what the service counts by itself has room. */
  #ownMs({ own }: Waiting, nowMs: number): number {
    if (own === undefined) return 0;
    const windows = faster(ownWindows(this.#options.limits, own.kind), this.#options.timeScale);
    const tooSmall = windows.find(({ most }) => own.count > most);
    return tooSmall?.windowMs ?? this.#ownOf(own.key).waitMs(windows, own.count, nowMs);
  }

  /** How long a request that waits will probably wait. */
  #waitOf(account: Account, waiting: Waiting): number {
    const ownMs = this.#ownMs(waiting, this.#times().nowMs);
    const rateMs = this.#waitBehind(account, waitingIn(account).indexOf(waiting), waiting.organization);
    return Number.isFinite(ownMs) ? Math.max(ownMs, rateMs) : rateMs;
  }

  #waitBehind(account: Account, before: number, organization: string): number {
    const { nowMs } = this.#times();
    const windows = this.#windowsOf(organization);
    const rateMs = account.calls.waitMs(windows, before + 1, nowMs);
    // Calls that go on leave their window at a time that nobody knows yet: then it is told how long the queue takes.
    const [minute] = windows;
    const guessMs = minute === undefined ? 0 : Math.ceil((before + 1) / minute.most) * minute.windowMs;
    return Math.max(0, account.pausedUntilMs - nowMs, Number.isFinite(rateMs) ? rateMs : guessMs);
  }

  #windowsOf(organization: string): readonly Window[] {
    const { limits, shareOf, timeScale } = this.#options;
    const share = shareOf(organization);
    const windows = this.#windows.get(share) ?? faster(requestWindows(limits, share), timeScale);
    this.#windows.set(share, windows);
    return windows;
  }

  #accountOf(credential: string): Account {
    const account = this.#accounts.get(credential) ?? {
      calls: new CallHistory(),
      queues: new Map<string, Waiting[]>(),
      listeners: new Set<(durationMs: number) => void>(),
      pausedUntilMs: Number.NEGATIVE_INFINITY,
      reserve: 0,
    };
    this.#accounts.set(credential, account);
    return account;
  }

  #ownOf(key: string): CallHistory {
    const history = this.#own.get(key) ?? new CallHistory();
    this.#own.set(key, history);
    return history;
  }
}

function waitingIn({ queues }: Account): Waiting[] {
  return [...queues.values()].flat();
}

/** Takes a request out of its queue; the organization is the last to be served then. */
function leave({ queues }: Account, waiting: Waiting): void {
  const { organization } = waiting;
  const queue = (queues.get(organization) ?? []).filter((other) => other !== waiting);
  queues.delete(organization);
  if (queue.length > 0) queues.set(organization, queue);
}
