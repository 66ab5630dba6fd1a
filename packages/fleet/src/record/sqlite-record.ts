import type Driver from "libsql";

import type { Approval } from "../approvals/approval.ts";
import type { CommonCounts } from "../budget/common-counts.ts";
import type { Clock } from "../clock.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { fingerprintOf } from "../expansion/fingerprint.ts";
import { factsOf } from "../retirement/facts.ts";
import type { Outcome, RunAction, RunState } from "../run/events.ts";
import { type OrganizationState, type Tally, tallyOf } from "../run/tally.ts";
import { openRecordDatabase } from "./database.ts";
import { RecordedCounts } from "./recorded-counts.ts";
import {
  approvalFrom,
  type ApprovalRow,
  factsName,
  type OrganizationRow,
  organizationFrom,
  runFrom,
  type RunRow,
  runWith,
} from "./recorded-rows.ts";
import type { LastRun, LastUp, RecordedOrganization, RecordedRun, RunOptions, RunRecord } from "./run-record.ts";

/** The record in one SQLite file, for the processes of one machine. */
export class SqliteRecord implements RunRecord {
  readonly #database: Driver.Database;
  readonly #clock: Clock;

  /** @throws RecordError */
  constructor(path: string, clock: Clock) {
    this.#database = openRecordDatabase(path);
    this.#clock = clock;
  }

  begin(
    action: RunAction,
    organizations: readonly FleetOrganization[],
    waves: number,
    options: RunOptions,
  ): Promise<number> {
    return this.#do(() => {
      const { lastInsertRowid } = this.#database
        .prepare("INSERT INTO runs (action, state, started, options, waves) VALUES (?, 'running', ?, ?, ?)")
        .run(action, this.#now(), JSON.stringify(options), waves);
      const run = Number(lastInsertRowid);
      const insert = this.#database.prepare(
        "INSERT INTO organizations (run, place, name, template, wave, fingerprint, state) VALUES (?, ?, ?, ?, ?, ?, 'waiting')",
      );
      for (const [place, one] of organizations.entries()) {
        insert.run(run, place, one.name, one.template, one.wave, fingerprintOf(one));
        if (action === "up") this.#keep(factsName(one.name), factsOf(one));
      }
      return run;
    });
  }

  run(id: number): Promise<RecordedRun> {
    return this.#do(() => runWith(id, this.#rows<RunRow>("SELECT * FROM runs WHERE id = ?", id)));
  }

  newest(action?: RunAction, shard?: RunOptions["shard"]): Promise<RecordedRun | undefined> {
    return this.#do(() => {
      const [row] = this.#rows<RunRow>(
        `SELECT * FROM runs WHERE (:action IS NULL OR action = :action)
           AND (:shard IS NULL OR json_extract(options, '$.shard.index') || '/' || json_extract(options, '$.shard.of') = :shard)
           ORDER BY id DESC LIMIT 1`,
        { action: action ?? null, shard: shard === undefined ? null : `${shard.index}/${shard.of}` },
      );
      return row === undefined ? undefined : runFrom(row);
    });
  }

  organizationsOf(run: number): Promise<RecordedOrganization[]> {
    return this.#do(() =>
      this.#rows<OrganizationRow>("SELECT * FROM organizations WHERE run = ? ORDER BY wave, place", run).map(
        organizationFrom,
      ),
    );
  }

  async tallyOf(run: number): Promise<Tally> {
    return tallyOf(await this.organizationsOf(run));
  }

  setState(run: number, state: RunState, reason?: string): Promise<void> {
    return this.#do(() => this.#setState(run, state, reason));
  }

  approve(run: number, { wave, at, ...approval }: Approval): Promise<void> {
    return this.#do(() => {
      this.#run(
        "INSERT INTO approvals (run, wave, at, approval) VALUES (?, ?, ?, ?)",
        run,
        wave,
        at,
        JSON.stringify(approval),
      );
      if (approval.signature !== undefined) return;
      this.#run("UPDATE runs SET approved = max(approved, ?) WHERE id = ?", wave, run);
    });
  }

  approvalsOf(run: number): Promise<Approval[]> {
    return this.#do(() =>
      this.#rows<ApprovalRow>("SELECT wave, at, approval FROM approvals WHERE run = ? ORDER BY rowid", run).map(
        approvalFrom,
      ),
    );
  }

  start(run: number, name: string): Promise<boolean> {
    return this.#do(() => {
      this.#run(
        "UPDATE organizations SET state = 'running', started = ?, outcome = NULL WHERE run = ? AND name = ?",
        this.#now(),
        run,
        name,
      );
      return true;
    });
  }

  end(run: number, name: string, outcome: Outcome): Promise<void> {
    return this.#do(() =>
      this.#run(
        "UPDATE organizations SET state = ?, outcome = ? WHERE run = ? AND name = ?",
        outcome.state,
        JSON.stringify(outcome),
        run,
        name,
      ),
    );
  }

  hold(run: number, name: string, outcome: Outcome, reason: string): Promise<void> {
    return this.#do(() => {
      this.#run("UPDATE organizations SET outcome = ? WHERE run = ? AND name = ?", JSON.stringify(outcome), run, name);
      this.#setState(run, "held", reason);
    });
  }

  lastRunOf(name: string): Promise<LastRun | undefined> {
    return this.#do(() => {
      const [row] = this.#rows<RunRow & { readonly standing: OrganizationState }>(
        `SELECT runs.*, organizations.state AS standing FROM runs JOIN organizations ON run = id
           WHERE name = ? AND action <> 'plan' ORDER BY id DESC LIMIT 1`,
        name,
      );
      if (row === undefined) return undefined;
      const { standing: state, ...run } = row;
      return { run: runFrom(run), state };
    });
  }

  factsOf(name: string): Promise<unknown> {
    return this.kept(factsName(name));
  }

  formerNames(): Promise<ReadonlySet<string>> {
    return this.#do(
      () =>
        new Set(
          this.#column(
            "SELECT former.value FROM kept, json_each(kept.value, '$.formerNames') AS former WHERE name GLOB ?",
            factsName("*"),
          ).map(String),
        ),
    );
  }

  retry(run: number): Promise<void> {
    return this.#do(() =>
      this.#run("UPDATE organizations SET state = 'waiting' WHERE run = ? AND state = 'failed'", run),
    );
  }

  callsEach(): Promise<number | undefined> {
    return this.#do(() => {
      const [calls] = this.#column(
        `SELECT avg(json_extract(outcome, '$.calls')) AS calls FROM organizations JOIN runs ON run = id
           WHERE organizations.state = 'succeeded' AND json_extract(outcome, '$.calls') IS NOT NULL
           GROUP BY run ORDER BY action = 'up' DESC, run DESC LIMIT 1`,
      );
      return typeof calls === "number" ? calls : undefined;
    });
  }

  lastUps(): Promise<ReadonlyMap<string, LastUp>> {
    return this.#do(() => {
      const rows = this.#rows<{ name: string } & LastUp>(
        `SELECT name, state, fingerprint FROM (
           SELECT name, action, iif(organizations.state = 'waiting', 'failed', organizations.state) AS state, fingerprint, max(run)
             FROM organizations JOIN runs ON run = id
             WHERE action = 'up' AND (organizations.state <> 'waiting' OR outcome IS NOT NULL)
               OR action = 'retire' AND organizations.state = 'succeeded' GROUP BY name
         ) WHERE action = 'up'`,
      );
      return new Map(rows.map(({ name, state, fingerprint }) => [name, { state, fingerprint }]));
    });
  }

  counts(): CommonCounts {
    return new RecordedCounts(this.#database, this.#clock);
  }

  kept(name: string): Promise<unknown> {
    return this.#do(() => {
      const [value] = this.#column("SELECT value FROM kept WHERE name = ?", name);
      return typeof value === "string" ? (JSON.parse(value) as unknown) : undefined;
    });
  }

  keep(name: string, value: unknown): Promise<void> {
    return this.#do(() => this.#keep(name, value));
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }

  /** Does something completely or not at all. */
  #do<T>(act: () => T): Promise<T> {
    try {
      return Promise.resolve(this.#database.transaction(act)());
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #keep(name: string, value: unknown): void {
    this.#run(
      "INSERT INTO kept (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      JSON.stringify(value),
    );
  }

  #setState(run: number, state: RunState, reason?: string): void {
    const ended = state === "running" ? null : this.#now();
    this.#run("UPDATE runs SET state = ?, reason = ?, ended = ? WHERE id = ?", state, reason ?? null, ended, run);
  }

  #run(statement: string, ...values: readonly unknown[]): void {
    this.#database.prepare(statement).run(...values);
  }

  #rows<Row>(statement: string, ...values: readonly unknown[]): Row[] {
    return this.#database.prepare(statement).all(...values) as Row[]; // -- the tables of this file
  }

  #column(statement: string, ...values: readonly unknown[]): unknown[] {
    return this.#database
      .prepare(statement)
      .pluck()
      .all(...values);
  }

  #now(): string {
    return new Date(this.#clock.nowMs()).toISOString();
  }
}
