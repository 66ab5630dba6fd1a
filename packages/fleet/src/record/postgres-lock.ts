import { randomUUID } from "node:crypto";

import type { Clock } from "../clock.ts";
import type { PostgresDatabase } from "../postgres/postgres-database.generated.ts";
import { BUSY, FleetBusyError, type HeldLock, LeaseLostError, type RunLock } from "./run-lock.ts";

/** Milliseconds since 1970 by the server's clock: the clocks of several machines can differ. */
const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** How long a lease lasts after its last renewal, and how often it is renewed, in milliseconds. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 8_000;

/** The leases of one process in a shared database: of its part of the fleet, and of each organization that it works on. */
export class PostgresLock implements RunLock {
  readonly #database: PostgresDatabase;
  readonly #fleet: string;
  /** Different for each process. */
  readonly holder: string;
  readonly #clock: Pick<Clock, "monotonicMs" | "setTimer">;

  constructor(database: PostgresDatabase, fleet: string, clock: Pick<Clock, "monotonicMs" | "setTimer">) {
    this.#database = database;
    this.#fleet = fleet;
    this.holder = randomUUID();
    this.#clock = clock;
  }

  async hold(part: string): Promise<HeldLock> {
    if (!(await this.take(part))) throw new FleetBusyError(BUSY);
    const lost = new AbortController();
    let cancel: () => void = () => undefined;
    let heldMs = this.#clock.monotonicMs();
    const renew = async (): Promise<void> => {
      const askedMs = this.#clock.monotonicMs();
      try {
        if (!(await this.#renewAll(part))) lost.abort(new LeaseLostError());
        else heldMs = askedMs;
      } catch {
        if (this.#clock.monotonicMs() - heldMs > LEASE_MS) lost.abort(new LeaseLostError());
      }
      if (!lost.signal.aborted) cancel = this.#clock.setTimer(RENEWAL_MS, () => void renew());
    };
    cancel = this.#clock.setTimer(RENEWAL_MS, () => void renew());
    const release = async (): Promise<void> => {
      cancel();
      // Ends the renewals; the run has ended.
      lost.abort(new LeaseLostError());
      await this.#run("DELETE FROM orgform_fleet.leases WHERE fleet = $1 AND holder = $2", [this.#fleet, this.holder]);
    };
    return { lost: lost.signal, release };
  }

  async isHeld(part: string): Promise<boolean> {
    const rows = await this.#run(
      `SELECT 1 FROM orgform_fleet.leases WHERE fleet = $1 AND name = $2 AND until > ${NOW_MS}`,
      [this.#fleet, part],
    );
    return rows.length > 0;
  }

  /** Takes a lease, or renews it. @returns false if another process has it */
  async take(name: string): Promise<boolean> {
    const rows = await this.#run(
      `INSERT INTO orgform_fleet.leases AS held (fleet, name, holder, until) VALUES ($1, $2, $3, ${NOW_MS} + ${LEASE_MS})
         ON CONFLICT (fleet, name) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE held.holder = excluded.holder OR held.until <= ${NOW_MS} RETURNING holder`,
      [this.#fleet, name, this.holder],
    );
    return rows.length > 0;
  }

  /** Renews everything that this process holds; what another one took meanwhile stays with it. */
  async #renewAll(part: string): Promise<boolean> {
    const rows = await this.#run<{ name: string }>(
      `UPDATE orgform_fleet.leases SET until = ${NOW_MS} + ${LEASE_MS} WHERE fleet = $1 AND holder = $2 RETURNING name`,
      [this.#fleet, this.holder],
    );
    return rows.some(({ name }) => name === part);
  }

  #run<Row>(statement: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#database.transaction((session) => session.rows<Row>(statement, values));
  }
}
