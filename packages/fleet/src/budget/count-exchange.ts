import type { Clock } from "../clock.ts";
import { type Account, type Counted, noteReport } from "./account.ts";
import type { Moment } from "./call-history.ts";
import type { CommonCounts, CountReport, WantedCalls } from "./common-counts.ts";
import { DAY_MS, HOUR_MS } from "./limits.ts";

/** Reports to other ledgers round times to seconds, and are sent this often. */
export const GRANULARITY_MS = 1000;

/** A report to the other ledgers. */
interface Exchange {
  /** What is reported: called when the report is made. */
  readonly of: () => readonly (Account | Counted)[];
  readonly wanted: (one: Account | Counted) => WantedCalls | undefined;
  readonly onAnswer: (isDone: boolean) => void;
}

/** How a ledger exchanges its counts with the others. */
interface ExchangeOptions {
  readonly clock: Clock;
  /** How many times faster than real time the clock runs; 1 except in tests. */
  readonly timeScale: number;
  /** Absent if the ledger has no others. */
  readonly common: CommonCounts | undefined;
}

/** A ledger's reports to the other ledgers, one at a time, because a report is valid until its answer. */
export class CountExchange {
  readonly #options: ExchangeOptions;
  readonly #next: (() => void)[] = [];
  #isBusy = false;
  #isClosed = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** Asks for no more requests, and gives up those that are reserved. */
  close(): void {
    this.#isClosed = true;
  }

  /** Makes a report as soon as the ones before it are answered. */
  make(exchange: Exchange): void {
    const { common } = this.#options;
    if (common === undefined) exchange.onAnswer(true);
    else if (this.#isBusy) this.#next.push(() => this.#begin(common, exchange));
    else this.#begin(common, exchange);
  }

  #begin(common: CommonCounts, { of, wanted, onAnswer }: Exchange): void {
    this.#isBusy = true;
    const { clock } = this.#options;
    const times = { nowMs: clock.monotonicMs(), wallMs: clock.nowMs() };
    const all = of();
    const reports = all.map((one) => this.#reportOf(one, wanted(one), times));
    common.exchange(reports, (reserved) => {
      this.#isBusy = false;
      if (reserved !== undefined) {
        for (const [index, one] of all.entries()) {
          const more = reserved[index] ?? 0;
          one.reserve += more;
          one.held = (reports[index]?.held ?? 0) + more;
          if ("queues" in one) noteReport(one, reports[index], times.nowMs);
        }
      }
      onAnswer(reserved !== undefined);
      this.#next.shift()?.();
    });
  }

  #reportOf(one: Account | Counted, wanted: WantedCalls | undefined, times: Moment): CountReport {
    const { key, calls, reserve } = one;
    const { timeScale } = this.#options;
    const isAccount = "queues" in one;
    const isPaused = isAccount && one.isPauseUntold;
    return {
      key,
      ended: calls.tell(GRANULARITY_MS / timeScale, times),
      held: calls.open + (this.#isClosed ? 0 : reserve),
      wanted: this.#isClosed ? undefined : wanted,
      pausedUntilMs: isPaused ? Math.ceil(one.pausedUntilMs - times.nowMs + times.wallMs) : undefined,
      spanMs: (isAccount ? HOUR_MS : DAY_MS) / timeScale,
    };
  }
}
