import { randomUUID } from "node:crypto";
import type Driver from "libsql";

import type { EndedCalls } from "../budget/call-history.ts";
import {
  type CommonCount,
  type CommonCounts,
  type CountReport,
  HOLD_MS,
  type WantedCalls,
} from "../budget/common-counts.ts";
import { DAY_MS } from "../budget/limits.ts";
import type { Clock } from "../clock.ts";

/** Shared counts in the record of a fleet. It contains keys only as hashes. */
export class RecordedCounts implements CommonCounts {
  readonly isCurrent = true;
  readonly #database: Driver.Database;
  readonly #clock: Clock;
  readonly #ledger = randomUUID();
  #version: unknown;

  constructor(database: Driver.Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    database.transaction(() => this.#tidy(clock.nowMs())).immediate();
  }

  hasChanged(): boolean {
    const [version] = this.#database.prepare("PRAGMA data_version").pluck().all();
    const isNew = version !== this.#version;
    this.#version = version;
    return isNew;
  }

  read(key: string, sinceMs: number): CommonCount {
    const nowMs = this.#clock.nowMs();
    // A silent ledger might have sent the requests that it reserved until then.
    const ended = this.#database
      .prepare(
        `SELECT at, calls FROM counted WHERE key = :key AND at > :since
           UNION ALL SELECT until, calls FROM held WHERE key = :key AND until > :since AND until <= :now`,
      )
      .all({ key, since: sinceMs, now: nowMs }) as { at: number; calls: number }[];
    const [elsewhere] = this.#database
      .prepare("SELECT total(calls) FROM held WHERE key = ? AND ledger <> ? AND until > ?")
      .pluck()
      .all(key, this.#ledger, nowMs);
    return {
      ended: ended.map(({ at, calls }) => [at, calls]),
      elsewhere: Number(elsewhere),
      pausedUntilMs: this.#pausedUntilMs(key),
    };
  }

  exchange(reports: readonly CountReport[], then: (reserved: readonly number[]) => void): void {
    const store = (): number[] => reports.map((report) => this.#stored(report));
    then(reports.length === 0 ? [] : this.#database.transaction(store).immediate());
  }

  /** @returns how many of the wanted requests are reserved */
  #stored({ key, ended, held, wanted, pausedUntilMs }: CountReport): number {
    this.#add(key, ended);
    if (pausedUntilMs !== undefined) this.#pause(key, pausedUntilMs);
    const reserved = wanted === undefined ? 0 : this.#roomFor(wanted, key, held);
    this.#hold(key, held + reserved);
    return reserved;
  }

  #roomFor({ calls, isWhole, windows }: WantedCalls, key: string, held: number): number {
    const nowMs = this.#clock.nowMs();
    if (this.#pausedUntilMs(key) > nowMs) return 0;
    const used = this.#database
      .prepare(
        `SELECT total(calls) FROM (
           SELECT calls FROM counted WHERE key = :key AND at > :since
           UNION ALL SELECT calls FROM held WHERE key = :key AND ledger <> :ledger AND until > :since)`,
      )
      .pluck();
    const room = windows.map(({ most, windowMs }) => {
      const [sum] = used.all({ key, since: nowMs - windowMs, ledger: this.#ledger });
      return most - held - Number(sum);
    });
    const fits = Math.max(0, Math.min(calls, ...room));
    return isWhole && fits < calls ? 0 : fits;
  }

  #pausedUntilMs(key: string): number {
    const [until = 0] = this.#database.prepare("SELECT until FROM paused WHERE key = ?").pluck().all(key);
    return Number(until);
  }

  #add(key: string, ended: EndedCalls): void {
    if (ended.length === 0) return;
    const insert = this.#database.prepare(
      "INSERT INTO counted (key, at, calls) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls",
    );
    for (const [at, calls] of ended) insert.run(key, at, calls);
  }

  #hold(key: string, calls: number): void {
    if (calls === 0) this.#database.prepare("DELETE FROM held WHERE ledger = ? AND key = ?").run(this.#ledger, key);
    else {
      this.#database
        .prepare("INSERT OR REPLACE INTO held (ledger, key, calls, until) VALUES (?, ?, ?, ?)")
        .run(this.#ledger, key, calls, this.#clock.nowMs() + HOLD_MS);
    }
  }

  #pause(key: string, untilMs: number): void {
    this.#database
      .prepare(
        "INSERT INTO paused (key, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)",
      )
      .run(key, untilMs);
  }

  /** Deletes what is too old for any window, and moves future times to now: then the clock was set back. */
  #tidy(now: number): void {
    const run = (statement: string): void => {
      this.#database.prepare(statement).run({ now, old: now - DAY_MS, ahead: now + HOLD_MS });
    };
    for (const [table, time] of [
      ["counted", "at"],
      ["held", "until"],
    ]) {
      run(`INSERT INTO counted (key, at, calls) SELECT key, :now, sum(calls) FROM ${table} WHERE ${time} > :ahead GROUP BY key
             ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
      run(`DELETE FROM ${table} WHERE ${time} > :ahead OR ${time} < :old`);
    }
  }
}
