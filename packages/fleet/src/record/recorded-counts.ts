import { randomUUID } from "node:crypto";
import type Driver from "libsql";

import type { EndedCalls } from "../budget/call-history.ts";
import { type CommonCount, type CommonCounts, type CommonPage, HOLD_MS } from "../budget/common-counts.ts";
import { DAY_MS } from "../budget/limits.ts";
import type { Clock } from "../clock.ts";

/** Shared counts in the record of a fleet. It contains keys only as hashes. */
export class RecordedCounts implements CommonCounts, CommonPage {
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
    const [until = 0] = this.#database.prepare("SELECT until FROM paused WHERE key = ?").pluck().all(key);
    return {
      ended: ended.map(({ at, calls }) => [at, calls]),
      elsewhere: Number(elsewhere),
      pausedUntilMs: Number(until),
    };
  }

  exchange(act: (page: CommonPage) => void): void {
    this.#database.transaction(() => act(this)).immediate();
  }

  add(key: string, ended: EndedCalls): void {
    const insert = this.#database.prepare(
      "INSERT INTO counted (key, at, calls) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET calls = calls + excluded.calls",
    );
    for (const [at, calls] of ended) insert.run(key, at, calls);
  }

  hold(key: string, calls: number): void {
    if (calls === 0) this.#database.prepare("DELETE FROM held WHERE ledger = ? AND key = ?").run(this.#ledger, key);
    else {
      this.#database
        .prepare("INSERT OR REPLACE INTO held (ledger, key, calls, until) VALUES (?, ?, ?, ?)")
        .run(this.#ledger, key, calls, this.#clock.nowMs() + HOLD_MS);
    }
  }

  pause(key: string, untilMs: number): void {
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
