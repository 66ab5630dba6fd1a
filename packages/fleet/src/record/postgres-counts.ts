import { randomUUID } from "node:crypto";

import type { EndedCalls } from "../budget/call-history.ts";
import type { CommonCount, CommonCounts, CountReport } from "../budget/common-counts.ts";
import type { Clock } from "../clock.ts";
import type { PostgresDatabase } from "../postgres/postgres-database.generated.ts";

/** Requests that ended and that the database might not know yet. */
interface Untold {
  readonly key: string;
  /** Wall clock. */
  readonly atMs: number;
  readonly calls: number;
  /** The exchange that reported them first. */
  readonly step: number;
}

/** What the database said of a name, by the wall clock of this machine. */
interface Known {
  /** Number of the last row that was read. */
  readonly last: number;
  readonly ended: EndedCalls;
  /** What each other ledger might have under way, and until when. */
  readonly held: EndedCalls;
  readonly pausedUntilMs: number;
}

/** The answer about a name. Times are relative: the clocks of machines differ. */
interface Answer {
  readonly reserved: number;
  readonly last: number;
  /** Age in milliseconds, and number. */
  readonly ended: readonly (readonly [ageMs: number, calls: number])[];
  /** Milliseconds until they expire, and number. */
  readonly held: readonly (readonly [leftMs: number, calls: number])[];
  readonly pausedMs: number;
}

const NOTHING: Known = { last: 0, ended: [], held: [], pausedUntilMs: 0 };

/** A pause that ends so much later than the known one is a new one; less is the time that an answer was on the way. */
const NEW_PAUSE_MS = 500;

/**
 * Shared counts in a PostgreSQL database, by its clock, for all fleets that use it. It contains keys only as hashes.
 *
 * One statement decides over a report, so a process that ends or stops at any moment leaves nothing half done, and
 * blocks nobody.
 */
export class PostgresCounts implements CommonCounts {
  readonly isCurrent = false;
  readonly #database: PostgresDatabase;
  readonly #clock: Pick<Clock, "nowMs">;
  readonly #ledger = randomUUID();
  readonly #known = new Map<string, Known>();
  #untold: readonly Untold[] = [];
  #step = 0;
  /** Number of the latest try: the database ignores one that arrives after a later one. */
  #turn = 0;
  #hasNews = false;

  constructor(database: PostgresDatabase, clock: Pick<Clock, "nowMs">) {
    this.#database = database;
    this.#clock = clock;
  }

  hasChanged(): boolean {
    const hasNews = this.#hasNews;
    this.#hasNews = false;
    return hasNews;
  }

  read(key: string, sinceMs: number): CommonCount {
    const { ended, held, pausedUntilMs } = this.#known.get(key) ?? NOTHING;
    const nowMs = this.#clock.nowMs();
    const untold = this.#untold.filter((one) => one.key === key).map(({ atMs, calls }) => [atMs, calls] as const);
    // A silent ledger might have sent the requests that it reserved until then.
    const expired = held.filter(([untilMs]) => untilMs <= nowMs);
    return {
      ended: [...ended, ...expired, ...untold].filter(([atMs]) => atMs > sinceMs),
      elsewhere: held.reduce((sum, [untilMs, calls]) => (untilMs > nowMs ? sum + calls : sum), 0),
      pausedUntilMs,
    };
  }

  exchange(reports: readonly CountReport[], then: (reserved: readonly number[] | undefined) => void): void {
    this.#step += 1;
    const step = this.#step;
    const added = reports.flatMap(({ key, ended }) => ended.map(([atMs, calls]) => ({ key, atMs, calls, step })));
    this.#untold = [...this.#untold, ...added];
    if (reports.length + this.#untold.length === 0) then([]);
    // The ledger asks again; a run ends when its lease in the same database expires.
    else void this.#sent(reports, step).then(then, () => then(undefined));
  }

  async #sent(reports: readonly CountReport[], step: number): Promise<readonly number[]> {
    if (this.#turn === 0) await this.#database.statement("SELECT orgform_fleet.tidy_counts()", () => []);
    const rows = await this.#database.statement<{ answers: readonly Answer[] | null }>(
      "SELECT orgform_fleet.exchange_counts($1, $2, $3, $4, $5) AS answers",
      () => {
        this.#turn += 1;
        return [this.#ledger, this.#turn, step, JSON.stringify(this.#told()), JSON.stringify(reports.map(this.#asked))];
      },
    );
    const answers = rows[0]?.answers ?? [];
    if (answers.length !== reports.length) throw new Error("another try was answered first");
    this.#untold = this.#untold.filter((one) => one.step > step);
    for (const [index, { key, spanMs }] of reports.entries()) this.#learn(key, spanMs, answers[index]);
    this.#hasNews = true;
    return answers.map(({ reserved }) => reserved);
  }

  #told(): readonly object[] {
    const nowMs = this.#clock.nowMs();
    return this.#untold.map(({ key, atMs, calls, step }) => ({ key, age: Math.round(nowMs - atMs), calls, step }));
  }

  readonly #asked = ({ key, held, wanted, pausedUntilMs, spanMs }: CountReport): object => ({
    key,
    held,
    wanted: wanted?.calls ?? 0,
    whole: wanted?.isWhole ?? false,
    windows: (wanted?.windows ?? []).map(({ most, windowMs }) => ({ most, span: Math.ceil(windowMs) })),
    pause: pausedUntilMs === undefined ? 0 : Math.round(pausedUntilMs - this.#clock.nowMs()),
    since: this.#known.get(key)?.last ?? 0,
    span: Math.ceil(spanMs),
  });

  #learn(key: string, spanMs: number, answer: Answer | undefined): void {
    if (answer === undefined) return;
    const nowMs = this.#clock.nowMs();
    const { ended, pausedUntilMs } = this.#known.get(key) ?? NOTHING;
    const pausedNowMs = answer.pausedMs > 0 ? nowMs + answer.pausedMs : 0;
    this.#known.set(key, {
      last: answer.last,
      ended: [
        ...ended.filter(([atMs]) => atMs > nowMs - spanMs),
        ...answer.ended.map(([ageMs, calls]) => [nowMs - ageMs, calls] as const),
      ],
      held: answer.held.map(([leftMs, calls]) => [nowMs + leftMs, calls]),
      pausedUntilMs: pausedNowMs > pausedUntilMs + NEW_PAUSE_MS ? pausedNowMs : pausedUntilMs,
    });
  }
}
