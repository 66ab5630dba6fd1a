import type { Moment } from "./call-history.ts";
import type { Clock } from "../clock.ts";
import {
  type Account,
  type Counted,
  dropStaleReserve,
  leave,
  NONE,
  nothingAsked,
  nothingCounted,
  type Permit,
  type PermitRequest,
  type Waiting,
  waitingIn,
} from "./account.ts";
import type { CommonCounts, WantedCalls } from "./common-counts.ts";
import { CountExchange, GRANULARITY_MS } from "./count-exchange.ts";
import { type BudgetLimits, DAY_MS, faster, HOUR_MS, ownWindows, requestWindows, type Window } from "./limits.ts";

/** How a book is opened. */
export interface BookOptions {
  readonly clock: Clock;
  readonly limits: BudgetLimits;
  /** How many times faster than real time the clock runs; 1 except in tests. */
  readonly timeScale: number;
  /** The share of the budget for an organization's processes, above 0 and up to 1. */
  readonly shareOf: (organization: string) => number;
  /** What other ledgers count as well; this ledger reports to them before it hands out more than they allow. */
  readonly common?: CommonCounts | undefined;
}

/** Requests reserved in advance, so not each one needs a report to the other ledgers; a tenth of a small limit. */
const RESERVE = 40;
const NEVER = Number.POSITIVE_INFINITY;
/** How often to check whether other ledgers have released requests that this one waits for. */
const LOOK_MS = 250;

/** The ledger itself: who may send now, in turns of organizations, each in its own order. No socket and no process. */
export class LedgerBook {
  readonly #options: BookOptions;
  readonly #accounts = new Map<string, Account>();
  readonly #own = new Map<string, Counted>();
  readonly #calls = new Map<string, number>();
  readonly #windows = new Map<number, readonly Window[]>();
  #cancelTimer: (() => void) | undefined;
  #cancelTelling: (() => void) | undefined;
  #revision = 0;
  #isClosed = false;
  readonly #exchange: CountExchange;

  constructor(options: BookOptions) {
    const { clock, common, timeScale } = options;
    this.#options = options;
    this.#exchange = new CountExchange({ clock, common, timeScale });
  }

  ask(request: PermitRequest): Permit {
    const account = this.#accountOf(request.credential);
    const ownDeadlineMs = this.#times().nowMs + request.maxOwnWaitMs;
    const waiting: Waiting = { ...request, ownDeadlineMs, askAgainMs: 0, isTold: false, state: "waiting" };
    const queue = account.queues.get(request.organization) ?? [];
    queue.push(waiting);
    account.queues.set(request.organization, queue);
    queueMicrotask(() => {
      this.#pump();
      if (!account.isAsking) this.#tellWait(account, waiting);
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

  /** Stops all requests of the credential for this time, and notifies all listeners. */
  pause(credential: string, durationMs: number): void {
    const account = this.#accountOf(credential);
    const { nowMs } = this.#times();
    account.pausedUntilMs = Math.max(account.pausedUntilMs, nowMs + durationMs);
    for (const listener of account.listeners) listener(durationMs);
    account.isPauseUntold = true;
    this.#tellOthers();
    this.#pump();
  }

  /** Notifies a process of pauses; of a current one immediately. Returns a function that stops it. */
  onPause(credential: string, listener: (durationMs: number) => void): () => void {
    const account = this.#accountOf(credential);
    this.#refresh(account);
    const { listeners, pausedUntilMs } = account;
    listeners.add(listener);
    const pausedMs = pausedUntilMs - this.#times().nowMs;
    if (pausedMs > 0) listener(pausedMs);
    return () => listeners.delete(listener);
  }

  callsOf(organization: string): number {
    return this.#calls.get(organization) ?? 0;
  }

  /** Milliseconds until one more request of the credential could be sent; 0 if immediately. */
  waitMsFor(credential: string): number {
    const account = this.#accounts.get(credential);
    return account === undefined ? 0 : this.#waitBehind(account, waitingIn(account).length, "");
  }

  /** Stops granting requests; other ledgers count the requests under way a little longer. Ends when they know. */
  close(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTelling?.();
    this.#isClosed = true;
    this.#exchange.close();
    for (const account of this.#accounts.values()) account.queues.clear();
    return new Promise((done) => this.#tellOthers(() => done()));
  }

  #times(): Moment {
    const { clock } = this.#options;
    return { nowMs: clock.monotonicMs(), wallMs: clock.nowMs() };
  }

  /** Grants every request that can be sent now, and sets the alarm for the next one. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#isClosed) return;
    const { clock } = this.#options;
    const nowMs = clock.monotonicMs();
    let soonestMs = NEVER;
    for (const account of this.#accounts.values()) soonestMs = Math.min(soonestMs, this.#serve(account, nowMs));
    if (Number.isFinite(soonestMs)) {
      this.#cancelTimer = clock.setTimer(Math.max(1, Math.ceil(soonestMs)), () => this.#pump());
    }
  }

  /** Grants requests of one credential; returns the milliseconds until more are possible, Infinity if only an event helps. */
  #serve(account: Account, nowMs: number): number {
    for (;;) {
      this.#refresh(account);
      this.#refuse(account, nowMs);
      if (account.pausedUntilMs > nowMs) return account.queues.size === 0 ? NEVER : account.pausedUntilMs - nowMs;
      if (account.isAsking) return NEVER;
      let soonestMs = NEVER;
      let next: Waiting | undefined;
      for (const [organization, queue] of account.queues) {
        const rateMs = account.calls.waitMs(this.#windowsOf(organization), 1, nowMs);
        const askMs = this.#untilAsked(account, rateMs, account.askAgainMs - nowMs);
        const ownMs = queue.map((waiting) => this.#untilAskedForOwn(waiting, nowMs));
        if (askMs === 0) next = queue[ownMs.indexOf(0)];
        if (next !== undefined) break;
        soonestMs = Math.min(soonestMs, Math.max(askMs, Math.min(...ownMs)));
      }
      if (next === undefined) return this.#untilNextLook(account, soonestMs);
      // If other ledgers refuse more, their counts are now known and tell how long to wait.
      if (this.#isAllowedFor(account, next, nowMs)) this.#grant(account, next);
    }
  }

  /** Milliseconds until a request can be granted as far as this ledger knows, or the others can be asked for it. */
  #untilAsked({ calls }: Counted, waitMs: number, blockedMs: number): number {
    const { common } = this.#options;
    const isUnsure = common !== undefined && !common.isCurrent && calls.elsewhere > 0;
    return Math.max(isUnsure ? 0 : waitMs, blockedMs, 0);
  }

  #untilAskedForOwn(waiting: Waiting, nowMs: number): number {
    if (waiting.own === undefined) return 0;
    const ownMs = this.#ownMs(waiting, nowMs);
    return this.#untilAsked(this.#ownOf(waiting.own.key), ownMs, waiting.askAgainMs - nowMs);
  }

  /** Refuses requests that would wait too long for a separate limit, or forever. */
  #refuse(account: Account, nowMs: number): void {
    for (const waiting of waitingIn(account)) {
      const ownMs = this.#ownMs(waiting, nowMs);
      const isSoon = !Number.isFinite(ownMs) || nowMs + ownMs <= waiting.ownDeadlineMs;
      if (waiting.own === undefined || (isSoon && this.#tooSmallFor(waiting.own) === undefined)) continue;
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
    if (own !== undefined) this.#ownOf(own.key).calls.begin(own.count);
    this.#calls.set(organization, this.callsOf(organization) + 1);
    this.#tellLater();
    waiting.granted();
  }

  /** Whether the other ledgers allow one more request; asks them if they haven't yet. */
  #isAllowedFor(account: Account, waiting: Waiting, nowMs: number): boolean {
    if (this.#options.common === undefined) return true;
    dropStaleReserve(account, nowMs);
    if (!this.#hasReserve(account, waiting)) this.#askOthers(account, waiting);
    if (!this.#hasReserve(account, waiting)) return false;
    account.reserve -= 1;
    const { own } = waiting;
    if (own !== undefined) this.#ownOf(own.key).reserve -= own.count;
    return true;
  }

  #hasReserve({ reserve }: Account, { own }: Waiting): boolean {
    return reserve > 0 && (own === undefined || this.#ownOf(own.key).reserve >= own.count);
  }

  /** Asks the other ledgers for what a request lacks. */
  #askOthers(account: Account, waiting: Waiting): void {
    const { own } = waiting;
    account.isAsking = true;
    let isLater = false;
    this.#exchange.make({
      of: () => (own === undefined ? [account] : [account, this.#ownOf(own.key)]),
      wanted: (one) => (one === account ? this.#wantedOf(account, waiting) : this.#wantedOwn(one, waiting)),
      onAnswer: () => {
        account.isAsking = false;
        this.#revision += 1;
        const askAgainMs = this.#times().nowMs + LOOK_MS;
        if (account.reserve === 0) account.askAgainMs = askAgainMs;
        else if (!this.#hasReserve(account, waiting)) waiting.askAgainMs = askAgainMs;
        if (!isLater) return;
        this.#pump();
        for (const one of waitingIn(account)) this.#tellWait(account, one);
      },
    });
    isLater = true;
  }

  #wantedOf({ reserve }: Account, { organization }: Waiting): WantedCalls | undefined {
    if (reserve > 0) return undefined;
    const windows = this.#windowsOf(organization);
    const most = Math.min(...windows.map((window) => window.most));
    return { calls: Math.min(RESERVE, Math.max(1, Math.floor(most / 10))), isWhole: false, windows };
  }

  #wantedOwn({ reserve }: Counted, { own }: Waiting): WantedCalls | undefined {
    if (own === undefined || reserve >= own.count) return undefined;
    return { calls: own.count - reserve, isWhole: true, windows: this.#ownWindows(own.kind) };
  }

  /** Reports to the other ledgers everything that ended, and what might be under way from now on. */
  #tellOthers(onAnswer: (isDone: boolean) => void = () => undefined): void {
    const hasNews = ({ calls, held, reserve }: Counted): boolean => calls.hasUntold || calls.open + held + reserve > 0;
    this.#exchange.make({
      of: () => [
        ...[...this.#accounts.values()].filter((one) => one.isPauseUntold || hasNews(one)),
        ...[...this.#own.values()].filter(hasNews),
      ],
      wanted: () => undefined,
      onAnswer,
    });
  }

  /** While requests are under way, reports what became of them to the other ledgers; releases an unused reserve. */
  #tellLater(): void {
    const { common, clock, timeScale } = this.#options;
    if (common === undefined || this.#isClosed || this.#cancelTelling !== undefined) return;
    this.#cancelTelling = clock.setTimer(GRANULARITY_MS / timeScale, () => {
      this.#cancelTelling = undefined;
      const nowMs = clock.monotonicMs();
      for (const account of this.#accounts.values()) {
        dropStaleReserve(account, nowMs);
        if (account.queues.size === 0 && account.calls.open === 0) account.reserve = 0;
      }
      for (const one of this.#own.values()) one.reserve = 0;
      this.#tellOthers((isDone) => {
        const counted = [...this.#accounts.values(), ...this.#own.values()];
        if (!isDone || counted.some(({ held }) => held > 0)) this.#tellLater();
        if (!common.isCurrent) this.#pump();
      });
    });
  }

  /** Reads what other ledgers have reported since the last time. */
  #refresh(counted: Account | Counted, windowMs = HOUR_MS): void {
    const { common, timeScale } = this.#options;
    if (common === undefined || this.#isClosed) return;
    if (common.hasChanged()) this.#revision += 1;
    if (counted.revision === this.#revision) return;
    counted.revision = this.#revision;
    const times = this.#times();
    const { ended, elsewhere, pausedUntilMs } = common.read(counted.key, times.wallMs - windowMs / timeScale);
    counted.calls.learn(ended, elsewhere, times);
    if (!("listeners" in counted)) return;
    const pausedMs = Math.min(pausedUntilMs - times.wallMs, HOUR_MS);
    if (pausedMs <= Math.max(0, counted.pausedUntilMs - times.nowMs)) return;
    counted.pausedUntilMs = times.nowMs + pausedMs;
    for (const listener of counted.listeners) listener(pausedMs);
  }

  /** Checks on a timer, because other ledgers can release requests at any time without notice. */
  #untilNextLook(account: Account, soonestMs: number): number {
    const owns = waitingIn(account).flatMap(({ own }) => (own === undefined ? [] : [this.#ownOf(own.key)]));
    const held = [account, ...owns].filter(({ calls }) => calls.elsewhere > 0);
    // Counts that aren't current are asked instead.
    if (held.length === 0 || account.queues.size === 0 || this.#options.common?.isCurrent === false) return soonestMs;
    for (const counted of held) counted.revision = NONE;
    return Math.min(soonestMs, LOOK_MS);
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
      if (own !== undefined) this.#finishOwn(own, wasSent ? nowMs : undefined);
      if (!wasSent) this.#calls.set(organization, this.callsOf(organization) - 1);
    }
    this.#pump();
  }

  #finishOwn({ key, count }: NonNullable<PermitRequest["own"]>, endedMs: number | undefined): void {
    const { calls } = this.#ownOf(key);
    calls.finish(count, endedMs);
    calls.prune(DAY_MS, this.#times().nowMs);
  }

  /** Milliseconds until the separate limit has room. */
  #ownMs({ own }: Waiting, nowMs: number): number {
    if (own === undefined) return 0;
    const tooSmall = this.#tooSmallFor(own);
    if (tooSmall !== undefined) return tooSmall.windowMs;
    const counted = this.#ownOf(own.key);
    this.#refresh(counted, DAY_MS);
    return counted.calls.waitMs(this.#ownWindows(own.kind), own.count, nowMs);
  }

  /** A window that a request never fits. */
  #tooSmallFor({ kind, count }: NonNullable<PermitRequest["own"]>): Window | undefined {
    return this.#ownWindows(kind).find(({ most }) => count > most);
  }

  #ownWindows(kind: string): readonly Window[] {
    return faster(ownWindows(this.#options.limits, kind), this.#options.timeScale);
  }

  /** Says once how long a request waits. */
  #tellWait(account: Account, waiting: Waiting): void {
    if (waiting.state !== "waiting" || waiting.isTold) return;
    waiting.isTold = true;
    waiting.waits(this.#waitOf(account, waiting));
  }

  /** How long a waiting request will probably wait. */
  #waitOf(account: Account, waiting: Waiting): number {
    const ownMs = this.#ownMs(waiting, this.#times().nowMs);
    const rateMs = this.#waitBehind(account, waitingIn(account).indexOf(waiting), waiting.organization);
    return Number.isFinite(ownMs) ? Math.max(ownMs, rateMs) : rateMs;
  }

  #waitBehind(account: Account, before: number, organization: string): number {
    const { nowMs } = this.#times();
    const windows = this.#windowsOf(organization);
    const rateMs = account.calls.waitMs(windows, before + 1, nowMs);
    // Nobody knows yet when requests under way leave their window; then this returns how long the queue takes.
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
    const account = this.#accounts.get(credential) ?? nothingAsked(credential);
    this.#accounts.set(credential, account);
    return account;
  }

  #ownOf(key: string): Counted {
    const counted = this.#own.get(key) ?? nothingCounted(key);
    this.#own.set(key, counted);
    return counted;
  }
}
