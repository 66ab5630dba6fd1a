import { randomUUID } from "node:crypto";

import type { Approval } from "../approvals/approval.ts";
import type { CommonCounts } from "../budget/common-counts.ts";
import type { Clock } from "../clock.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { fingerprintOf } from "../expansion/fingerprint.ts";
import type { PostgresDatabase, PostgresSession } from "../postgres/postgres-database.generated.ts";
import { factsOf } from "../retirement/facts.ts";
import type { Outcome, RunAction, RunState } from "../run/events.ts";
import { type OrganizationState, type Tally, tallyOf } from "../run/tally.ts";
import { PostgresCounts } from "./postgres-counts.ts";
import type { PostgresLock } from "./postgres-lock.ts";
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
import { rolloutOf } from "./rollouts.ts";
import type {
  LastRun,
  LastUp,
  RecordedOrganization,
  RecordedRun,
  RunOptions,
  RunRecord,
  SharedContents,
} from "./run-record.ts";

/** What the record of a fleet in a shared database is made from. */
export interface PostgresRecordOptions {
  readonly database: PostgresDatabase;
  /** Name of the fleet: several fleets can share a database. */
  readonly fleet: string;
  readonly lock: PostgresLock;
  readonly clock: Clock;
}

/** The record in a PostgreSQL database, for processes on several machines. Each method is safe to repeat. */
export class PostgresRecord implements RunRecord {
  readonly #options: PostgresRecordOptions;

  constructor(options: PostgresRecordOptions) {
    this.#options = options;
  }

  begin(
    action: RunAction,
    organizations: readonly FleetOrganization[],
    waves: number,
    options: RunOptions,
    contents?: SharedContents,
  ): Promise<number> {
    const { fleet } = this.#options;
    const call = randomUUID();
    const started = this.#now();
    return this.#do(async (session) => {
      // An earlier try might have stored all of it, although its response was lost.
      const [stored] = await session.rows<{ id: number }>("SELECT id FROM orgform_fleet.runs WHERE call = $1", [call]);
      if (stored !== undefined) return stored.id;
      const rollout = contents === undefined ? null : await rolloutOf(contents, { session, fleet, started });
      const [made] = await session.rows<{ id: number }>(
        `INSERT INTO orgform_fleet.runs (fleet, action, state, started, options, waves, call, rollout)
           VALUES ($1, $2, 'running', $3, $4, $5, $6, $7) RETURNING id`,
        [fleet, action, started, JSON.stringify(options), waves, call, rollout],
      );
      const run = made?.id ?? 0;
      await session.rows(
        `INSERT INTO orgform_fleet.organizations (run, place, name, template, wave, fingerprint, state)
           SELECT $1, place - 1, name, template, wave, fingerprint, 'waiting'
           FROM unnest($2::text[], $3::text[], $4::integer[], $5::text[]) WITH ORDINALITY
             AS new (name, template, wave, fingerprint, place)`,
        [
          run,
          organizations.map(({ name }) => name),
          organizations.map(({ template }) => template),
          organizations.map(({ wave }) => wave),
          organizations.map(fingerprintOf),
        ],
      );
      if (action === "up") {
        const names = organizations.map(({ name }) => factsName(name));
        const facts = organizations.map((one) => JSON.stringify(factsOf(one)));
        await session.rows(KEEP, [fleet, names, facts]);
      }
      return run;
    });
  }

  async run(id: number): Promise<RecordedRun> {
    return runWith(id, await this.#rows<RunRow>(`SELECT ${RUN} FROM orgform_fleet.runs WHERE id = $1`, [id]));
  }

  async newest(action?: RunAction, shard?: RunOptions["shard"]): Promise<RecordedRun | undefined> {
    const [row] = await this.#rows<RunRow>(
      `SELECT ${RUN} FROM orgform_fleet.runs WHERE fleet = $1 AND ($2::text IS NULL OR action = $2)
         AND ($3::text IS NULL OR options::jsonb -> 'shard' = $3::jsonb) ORDER BY id DESC LIMIT 1`,
      [this.#options.fleet, action ?? null, shard === undefined ? null : JSON.stringify(shard)],
    );
    return row === undefined ? undefined : runFrom(row);
  }

  async organizationsOf(run: number): Promise<RecordedOrganization[]> {
    const rows = await this.#rows<OrganizationRow>(
      "SELECT * FROM orgform_fleet.organizations WHERE run = $1 ORDER BY wave, place",
      [run],
    );
    return rows.map(organizationFrom);
  }

  async tallyOf(run: number): Promise<Tally> {
    return tallyOf(await this.organizationsOf(run));
  }

  setState(run: number, state: RunState, reason?: string): Promise<void> {
    return this.#run(SET_STATE, [run, state, reason ?? null, state === "running" ? null : this.#now()]);
  }

  approve(run: number, { wave, at, ...approval }: Approval): Promise<void> {
    const call = randomUUID();
    return this.#do(async (session) => {
      await session.rows(
        `INSERT INTO orgform_fleet.approvals (run, wave, at, approval, call) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (call) DO NOTHING`,
        [run, wave, at, JSON.stringify(approval), call],
      );
      if (approval.signature !== undefined) return;
      await session.rows("UPDATE orgform_fleet.runs SET approved = greatest(approved, $2) WHERE id = $1", [run, wave]);
      await session.rows(
        `UPDATE orgform_fleet.rollouts SET approved = greatest(rollouts.approved, $2)
           FROM orgform_fleet.runs WHERE runs.id = $1 AND rollouts.id = runs.rollout`,
        [run, wave],
      );
    });
  }

  async approvalsOf(run: number): Promise<Approval[]> {
    const rows = await this.#rows<ApprovalRow>(
      `SELECT wave, at, approval FROM orgform_fleet.approvals
         WHERE run = $1 OR run IN (
           SELECT other.id FROM orgform_fleet.runs AS own JOIN orgform_fleet.runs AS other ON other.rollout = own.rollout WHERE own.id = $1
         ) ORDER BY number`,
      [run],
    );
    return rows.map(approvalFrom);
  }

  async start(run: number, name: string): Promise<boolean> {
    if (!(await this.#options.lock.take(leaseName(name)))) return false;
    await this.#run(
      "UPDATE orgform_fleet.organizations SET state = 'running', started = $3, outcome = NULL WHERE run = $1 AND name = $2",
      [run, name, this.#now()],
    );
    return true;
  }

  /** Records nothing if another process has taken the organization over since. */
  end(run: number, name: string, outcome: Outcome): Promise<void> {
    const { fleet, lock } = this.#options;
    return this.#run(
      `WITH ours AS (DELETE FROM orgform_fleet.leases WHERE fleet = $5 AND name = $6 AND holder = $7 RETURNING name)
         UPDATE orgform_fleet.organizations SET state = $3, outcome = $4 WHERE run = $1 AND name = $2 AND EXISTS (SELECT FROM ours)`,
      [run, name, outcome.state, JSON.stringify(outcome), fleet, leaseName(name), lock.holder],
    );
  }

  hold(run: number, name: string, outcome: Outcome, reason: string): Promise<void> {
    const ended = this.#now();
    return this.#do(async (session) => {
      await session.rows("UPDATE orgform_fleet.organizations SET outcome = $3 WHERE run = $1 AND name = $2", [
        run,
        name,
        JSON.stringify(outcome),
      ]);
      await session.rows(SET_STATE, [run, "held", reason, ended]);
    });
  }

  async lastRunOf(name: string): Promise<LastRun | undefined> {
    const [row] = await this.#rows<RunRow & { readonly standing: OrganizationState }>(
      `SELECT ${RUN}, organizations.state AS standing FROM orgform_fleet.runs JOIN orgform_fleet.organizations ON run = id
         WHERE fleet = $1 AND name = $2 AND action <> 'plan' ORDER BY id DESC LIMIT 1`,
      [this.#options.fleet, name],
    );
    if (row === undefined) return undefined;
    const { standing: state, ...run } = row;
    return { run: runFrom(run), state };
  }

  factsOf(name: string): Promise<unknown> {
    return this.kept(factsName(name));
  }

  async formerNames(): Promise<ReadonlySet<string>> {
    const rows = await this.#rows<{ former: string }>(
      `SELECT DISTINCT former FROM orgform_fleet.kept, json_array_elements_text(value::json -> 'formerNames') AS former
         WHERE fleet = $1 AND starts_with(name, $2)`,
      [this.#options.fleet, factsName("")],
    );
    return new Set(rows.map(({ former }) => former));
  }

  retry(run: number): Promise<void> {
    return this.#run("UPDATE orgform_fleet.organizations SET state = 'waiting' WHERE run = $1 AND state = 'failed'", [
      run,
    ]);
  }

  async callsEach(): Promise<number | undefined> {
    const [row] = await this.#rows<{ calls: number }>(
      `SELECT avg((outcome::json ->> 'calls')::float8) AS calls
         FROM orgform_fleet.organizations JOIN orgform_fleet.runs ON run = id
         WHERE fleet = $1 AND organizations.state = 'succeeded' AND outcome::json ->> 'calls' IS NOT NULL
         GROUP BY run, action ORDER BY action = 'up' DESC, run DESC LIMIT 1`,
      [this.#options.fleet],
    );
    return row?.calls;
  }

  async lastUps(): Promise<ReadonlyMap<string, LastUp>> {
    const rows = await this.#rows<LastUp & { name: string; action: RunAction }>(
      `SELECT DISTINCT ON (name) name, action, fingerprint,
           CASE organizations.state WHEN 'waiting' THEN 'failed' ELSE organizations.state END AS state
         FROM orgform_fleet.organizations JOIN orgform_fleet.runs ON run = id
         WHERE fleet = $1 AND (action = 'up' AND (organizations.state <> 'waiting' OR outcome IS NOT NULL)
           OR action = 'retire' AND organizations.state = 'succeeded')
         ORDER BY name, run DESC`,
      [this.#options.fleet],
    );
    const ups = rows.filter(({ action }) => action === "up");
    return new Map(ups.map(({ name, state, fingerprint }) => [name, { state, fingerprint }]));
  }

  counts(): CommonCounts {
    const { database, clock } = this.#options;
    return new PostgresCounts(database, clock);
  }

  async kept(name: string): Promise<unknown> {
    const [row] = await this.#rows<{ value: string }>(
      "SELECT value FROM orgform_fleet.kept WHERE fleet = $1 AND name = $2",
      [this.#options.fleet, name],
    );
    return row === undefined ? undefined : JSON.parse(row.value);
  }

  keep(name: string, value: unknown): Promise<void> {
    return this.#run(KEEP, [this.#options.fleet, [name], [JSON.stringify(value)]]);
  }

  close(): Promise<void> {
    return this.#options.database.close();
  }

  #do<T>(act: (session: PostgresSession) => Promise<T>): Promise<T> {
    return this.#options.database.transaction(act);
  }

  #rows<Row>(statement: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#do((session) => session.rows<Row>(statement, values));
  }

  async #run(statement: string, values: readonly unknown[]): Promise<void> {
    await this.#rows(statement, values);
  }

  #now(): string {
    return new Date(this.#options.clock.nowMs()).toISOString();
  }
}

const RUN = `runs.id, action, runs.state, runs.started, ended, options, waves, reason,
  greatest(approved, (SELECT one.approved FROM orgform_fleet.rollouts AS one WHERE one.id = runs.rollout)) AS approved,
  (SELECT json_build_object('id', one.id, 'started', one.started, 'names', one.names::json, 'isApart', one.apart)
     FROM orgform_fleet.rollouts AS one WHERE one.id = runs.rollout) AS rollout`;

const SET_STATE = "UPDATE orgform_fleet.runs SET state = $2, reason = $3, ended = $4 WHERE id = $1";

const KEEP = `INSERT INTO orgform_fleet.kept (fleet, name, value) SELECT $1, * FROM unnest($2::text[], $3::text[])
  ON CONFLICT (fleet, name) DO UPDATE SET value = excluded.value`;

/** An organization's lease; `run` and shards have names without a colon. */
const leaseName = (organization: string): string => `organization: ${organization}`;
