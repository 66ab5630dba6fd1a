import type Driver from "libsql";

import type { Approval } from "../approvals/approval.ts";
import type { CommonCounts } from "../budget/common-counts.ts";
import type { Clock } from "../clock.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { fingerprintOf } from "../expansion/fingerprint.ts";
import { factsOf } from "../retirement/facts.ts";
import type { Outcome, PlannedObject, RunAction, RunState } from "../run/events.ts";
import { type OrganizationState, type Tally, tallyOf } from "../run/tally.ts";
import { openRecordDatabase } from "./database.ts";
import { RecordedCounts } from "./recorded-counts.ts";

/** One run as it is recorded. */
export interface RecordedRun {
  /** From 1; later runs have larger numbers. */
  readonly id: number;
  readonly action: RunAction;
  readonly state: RunState;
  /** UTC, RFC 3339. */
  readonly started: string;
  readonly ended: string | undefined;
  readonly waves: number;
  /** Why it was held or stopped. */
  readonly reason: string | undefined;
  /** Waves, from 1, up to which a person approved. */
  readonly approved: number;
  readonly options: RunOptions;
}

/** What must stay the same when a run is resumed. */
export interface RunOptions {
  readonly isRefresh: boolean;
  /** Whether every wave except the first needs approval. */
  readonly isApproved: boolean;
  /** The run's share of each credential's budget, above 0 and up to 1. */
  readonly share: number;
  /** The shard of the fleet, from 1; absent for the whole fleet. */
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
  /** Digest of the plan that it applies; absent if it applies the file. */
  readonly plan?: string | undefined;
  /** Whether a file of approvers protects it: then it can't be resumed without such a file. */
  readonly isGuarded?: boolean | undefined;
  /** For a retirement: the objects that were reviewed. */
  readonly objects?: readonly PlannedObject[] | undefined;
}

/** The latest run of an organization that could have changed it. */
export interface LastRun {
  readonly run: RecordedRun;
  /** The state of that organization in the run. */
  readonly state: OrganizationState;
}

/** One organization of a run. */
export interface RecordedOrganization {
  readonly name: string;
  readonly template: string;
  /** From 0. */
  readonly wave: number;
  readonly state: OrganizationState;
  /** When its latest start was, UTC, RFC 3339. */
  readonly started: string | undefined;
  readonly outcome: Outcome | undefined;
}

/** The last run of an organization. */
export interface LastUp {
  /** `running` if it was interrupted; `failed` also if it must run again. */
  readonly state: OrganizationState;
  /** Hash of what it was made from: equal if its part of the file hasn't changed. */
  readonly fingerprint: string;
}

/** The record of a fleet's runs: one SQLite file, written only by the process that runs and readable by any. */
export class RunRecord {
  readonly #database: Driver.Database;
  readonly #clock: Clock;

  /** @throws RecordError */
  constructor(path: string, clock: Clock) {
    this.#database = openRecordDatabase(path);
    this.#clock = clock;
  }

  /** Begins a run. */
  begin(action: RunAction, organizations: readonly FleetOrganization[], waves: number, options: RunOptions): number {
    const insert = this.#database.prepare(
      "INSERT INTO organizations (run, place, name, template, wave, fingerprint, state) VALUES (?, ?, ?, ?, ?, ?, 'waiting')",
    );
    return this.#database.transaction(() => {
      const { lastInsertRowid } = this.#database
        .prepare("INSERT INTO runs (action, state, started, options, waves) VALUES (?, 'running', ?, ?, ?)")
        .run(action, this.#now(), JSON.stringify(options), waves);
      const run = Number(lastInsertRowid);
      for (const [place, one] of organizations.entries()) {
        insert.run(run, place, one.name, one.template, one.wave, fingerprintOf(one));
        if (action === "up") this.keep(factsName(one.name), factsOf(one));
      }
      return run;
    })();
  }

  /** The latest run of an action, or of any action. */
  newest(action?: RunAction): RecordedRun | undefined {
    const where = action === undefined ? "" : "WHERE action = ?";
    const row = this.#database
      .prepare(`SELECT * FROM runs ${where} ORDER BY id DESC LIMIT 1`)
      .get(...(action === undefined ? [] : [action])) as RunRow | undefined;
    return row === undefined ? undefined : runFrom(row);
  }

  /** The organizations of a run in the order of the run. */
  organizationsOf(run: number): RecordedOrganization[] {
    const rows = this.#database.prepare("SELECT * FROM organizations WHERE run = ? ORDER BY wave, place").all(run);
    return (rows as OrganizationRow[]).map(organizationFrom);
  }

  tallyOf(run: number): Tally {
    return tallyOf(this.organizationsOf(run));
  }

  setState(run: number, state: RunState, reason?: string): void {
    const ended = state === "running" ? null : this.#now();
    this.#database
      .prepare("UPDATE runs SET state = ?, reason = ?, ended = ? WHERE id = ?")
      .run(state, reason ?? null, ended, run);
  }

  /** Records an approval of a wave. An approval without a signature covers all waves up to it that wait for anyone. */
  approve(run: number, { wave, at, ...approval }: Approval): void {
    this.#database.transaction(() => {
      this.#database
        .prepare("INSERT INTO approvals (run, wave, at, approval) VALUES (?, ?, ?, ?)")
        .run(run, wave, at, JSON.stringify(approval));
      if (approval.signature !== undefined) return;
      this.#database.prepare("UPDATE runs SET approved = max(approved, ?) WHERE id = ?").run(wave, run);
    })();
  }

  /** The approvals of a run, the oldest first. */
  approvalsOf(run: number): Approval[] {
    const rows = this.#database
      .prepare("SELECT wave, at, approval FROM approvals WHERE run = ? ORDER BY rowid")
      .all(run);
    return (rows as { wave: number; at: string; approval: string }[]).map(({ approval, ...row }) => ({
      ...(JSON.parse(approval) as Omit<Approval, "wave" | "at">),
      ...row,
    }));
  }

  start(run: number, name: string): void {
    this.#database
      .prepare("UPDATE organizations SET state = 'running', started = ?, outcome = NULL WHERE run = ? AND name = ?")
      .run(this.#now(), run, name);
  }

  end(run: number, name: string, outcome: Outcome): void {
    this.#database
      .prepare("UPDATE organizations SET state = ?, outcome = ? WHERE run = ? AND name = ?")
      .run(outcome.state, JSON.stringify(outcome), run, name);
  }

  /** Records that a retirement waits: its organization has a plan, and nothing was deleted. */
  hold(run: number, name: string, outcome: Outcome, reason: string): void {
    this.#database
      .prepare("UPDATE organizations SET outcome = ? WHERE run = ? AND name = ?")
      .run(JSON.stringify(outcome), run, name);
    this.setState(run, "held", reason);
  }

  /** The latest run of an organization that could have changed it: an `up`, or a retirement. */
  lastRunOf(name: string): LastRun | undefined {
    const row = this.#database
      .prepare(
        `SELECT runs.*, organizations.state AS standing FROM runs JOIN organizations ON run = id
           WHERE name = ? AND action <> 'plan' ORDER BY id DESC LIMIT 1`,
      )
      .get(name) as (RunRow & { readonly standing: OrganizationState }) | undefined;
    if (row === undefined) return undefined;
    const { standing: state, ...run } = row;
    return { run: runFrom(run), state };
  }

  /** An organization's part of the file when its latest `up` began; undefined if no run recorded it. */
  factsOf(name: string): unknown {
    return this.kept(factsName(name));
  }

  /** Names of organizations before their latest `up`: their stacks have been renamed since. */
  formerNames(): ReadonlySet<string> {
    const names = this.#database
      .prepare("SELECT former.value FROM kept, json_each(kept.value, '$.formerNames') AS former WHERE name GLOB ?")
      .pluck()
      .all(factsName("*"));
    return new Set(names.map(String));
  }

  /** Marks failed organizations to be run again. */
  retry(run: number): void {
    this.#database.prepare("UPDATE organizations SET state = 'waiting' WHERE run = ? AND state = 'failed'").run(run);
  }

  /** Mean number of requests of an organization in its latest successful run that sent any; `up` goes before `plan`. */
  callsEach(): number | undefined {
    const [calls] = this.#database
      .prepare(
        `SELECT avg(json_extract(outcome, '$.calls')) AS calls FROM organizations JOIN runs ON run = id
           WHERE organizations.state = 'succeeded' AND json_extract(outcome, '$.calls') IS NOT NULL
           GROUP BY run ORDER BY action = 'up' DESC, run DESC LIMIT 1`,
      )
      .pluck()
      .all();
    return typeof calls === "number" ? calls : undefined;
  }

  /** The state of each organization in its last run, by name; without organizations that were retired since. */
  lastUps(): ReadonlyMap<string, LastUp> {
    const rows = this.#database
      .prepare(
        `SELECT name, state, fingerprint FROM (
           SELECT name, action, iif(organizations.state = 'waiting', 'failed', organizations.state) AS state, fingerprint, max(run)
             FROM organizations JOIN runs ON run = id
             WHERE action = 'up' AND (organizations.state <> 'waiting' OR outcome IS NOT NULL)
               OR action = 'retire' AND organizations.state = 'succeeded' GROUP BY name
         ) WHERE action = 'up'`,
      )
      .all();
    return new Map(
      (rows as ({ name: string } & LastUp)[]).map(({ name, state, fingerprint }) => [name, { state, fingerprint }]),
    );
  }

  /** The counts that all ledgers of this record share; each ledger has its own connection to them. */
  counts(): CommonCounts {
    return new RecordedCounts(this.#database, this.#clock);
  }

  /** Stores a value beyond the end of a run. */
  kept(name: string): unknown {
    const [value] = this.#database.prepare("SELECT value FROM kept WHERE name = ?").pluck().all(name);
    return typeof value === "string" ? JSON.parse(value) : undefined;
  }

  keep(name: string, value: unknown): void {
    this.#database
      .prepare("INSERT INTO kept (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
      .run(name, JSON.stringify(value));
  }

  close(): void {
    this.#database.close();
  }

  #now(): string {
    return new Date(this.#clock.nowMs()).toISOString();
  }
}

const factsName = (organization: string): string => `organization ${organization}`;

interface RunRow {
  readonly id: number;
  readonly action: RunAction;
  readonly state: RunState;
  readonly started: string;
  readonly ended: string | null;
  readonly waves: number;
  readonly reason: string | null;
  readonly approved: number;
  readonly options: string;
}

const runFrom = ({ ended, reason, options, ...row }: RunRow): RecordedRun => ({
  ...row,
  ended: ended ?? undefined,
  reason: reason ?? undefined,
  options: JSON.parse(options) as RunOptions,
});

interface OrganizationRow {
  readonly name: string;
  readonly template: string;
  readonly wave: number;
  readonly state: OrganizationState;
  readonly started: string | null;
  readonly outcome: string | null;
}

const organizationFrom = ({
  name,
  template,
  wave,
  state,
  started,
  outcome,
}: OrganizationRow): RecordedOrganization => ({
  name,
  template,
  wave,
  state,
  started: started ?? undefined,
  outcome: outcome === null ? undefined : (JSON.parse(outcome) as Outcome),
});
