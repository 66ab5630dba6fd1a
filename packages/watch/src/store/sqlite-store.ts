import Driver from "libsql";

import type { WatchEvent } from "../outbox/message.ts";
import type { WatchState } from "../transitions/transition.ts";
import { historyError, openHistory } from "./sqlite-database.ts";
import { eventIn, lookFrom, type LookRow, type MessageRow, type TrackedRow, trackedIn } from "./stored-rows.ts";
import type {
  HistoryFilter,
  LastLook,
  LookEntry,
  OpenSubject,
  RecordedLook,
  TroubledMessage,
  WaitingMessage,
  WatchStore,
} from "./watch-store.ts";

/** The store in one SQLite file, which several processes of a machine can share. */
export class SqliteStore implements WatchStore {
  readonly #database: Driver.Database;
  readonly #path: string;

  /** @throws HistoryError */
  constructor(path: string) {
    this.#path = path;
    this.#database = openHistory(path);
  }

  state(organization: string): Promise<WatchState | undefined> {
    return this.#do(() => {
      const [looked] = this.#column("SELECT looked FROM watched WHERE organization = ?", organization);
      if (looked === undefined) return undefined;
      const rows = this.#rows<TrackedRow>("SELECT key, value FROM tracked WHERE organization = ?", organization);
      return { lookedAtMs: Number(looked), tracked: new Map(rows.map(({ key, value }) => [key, trackedIn(value)])) };
    });
  }

  record({ look, state, events, deliveries, holder }: LookEntry): Promise<boolean> {
    const { organization } = look;
    return this.#do(() => {
      const [found] = this.#column("SELECT holder FROM leases WHERE organization = ?", organization);
      if (found !== holder) return false;
      this.#insertLook(look);
      this.#replaceState(organization, state);
      for (const event of events) {
        this.#run(
          "INSERT INTO events (id, organization, at, value) VALUES (?, ?, ?, ?)",
          event.id,
          organization,
          look.endedMs,
          JSON.stringify(event),
        );
      }
      for (const { event, channel } of deliveries) {
        this.#run("INSERT INTO deliveries (event, channel) VALUES (?, ?)", event, channel);
      }
      return true;
    });
  }

  hold(organization: string, holder: string, nowMs: number, untilMs: number): Promise<boolean> {
    return this.#do(() => {
      const [row] = this.#rows<LeaseRow>("SELECT holder, until FROM leases WHERE organization = ?", organization);
      if (row !== undefined && row.holder !== holder && row.until > nowMs) return false;
      this.#run(
        "INSERT OR REPLACE INTO leases (organization, holder, until) VALUES (?, ?, ?)",
        organization,
        holder,
        untilMs,
      );
      return true;
    });
  }

  release(organization: string, holder: string): Promise<void> {
    return this.#do(() => this.#run("DELETE FROM leases WHERE organization = ? AND holder = ?", organization, holder));
  }

  compose(channel: string, nowMs: number, newId: () => string): Promise<void> {
    return this.#do(() => {
      const organizations = this.#column(
        `SELECT DISTINCT organization FROM deliveries JOIN events ON events.id = event WHERE channel = ? AND message IS NULL
           ORDER BY organization`,
        channel,
      );
      for (const organization of organizations) {
        const id = newId();
        this.#run(
          "INSERT INTO messages (id, channel, organization, created, next) VALUES (?, ?, ?, ?, ?)",
          id,
          channel,
          organization,
          nowMs,
          nowMs,
        );
        this.#run(
          `UPDATE deliveries SET message = ? WHERE channel = ? AND message IS NULL
             AND event IN (SELECT id FROM events WHERE organization = ?)`,
          id,
          channel,
          organization,
        );
      }
    });
  }

  due(nowMs: number, most: number, quiet: readonly string[] = []): Promise<readonly WaitingMessage[]> {
    return this.#do(() => {
      const rows = this.#rows<MessageRow>(
        `SELECT id, channel, organization, attempts, created FROM messages
           WHERE next <= ? AND channel NOT IN (SELECT value FROM json_each(?)) ORDER BY created, rowid LIMIT ?`,
        nowMs,
        JSON.stringify(quiet),
        most,
      );
      return rows.map(({ attempts, created, ...row }) => ({
        attempts,
        createdMs: created,
        message: { ...row, events: this.#eventsOf(row.id) },
      }));
    });
  }

  nextDueMs(): Promise<number | undefined> {
    return this.#do(() => {
      const [next] = this.#column("SELECT min(next) FROM messages WHERE next IS NOT NULL");
      return typeof next === "number" ? next : undefined;
    });
  }

  claim(id: string, nowMs: number, untilMs: number): Promise<boolean> {
    return this.#do(() => {
      const [next] = this.#column("SELECT next FROM messages WHERE id = ?", id);
      if (typeof next !== "number" || next > nowMs) return false;
      this.#run("UPDATE messages SET next = ? WHERE id = ?", untilMs, id);
      return true;
    });
  }

  delivered(id: string, atMs: number): Promise<void> {
    return this.#do(() =>
      this.#run("UPDATE messages SET delivered = ?, next = NULL, problem = NULL WHERE id = ?", atMs, id),
    );
  }

  failed(id: string, problem: string, nextMs: number | undefined): Promise<void> {
    return this.#do(() =>
      this.#run(
        "UPDATE messages SET attempts = attempts + 1, problem = ?, next = ? WHERE id = ? AND delivered IS NULL",
        problem,
        nextMs ?? null,
        id,
      ),
    );
  }

  troubled(): Promise<readonly TroubledMessage[]> {
    return this.#do(() =>
      this.#rows<Omit<TroubledMessage, "isGivenUp"> & { next: number | null }>(
        `SELECT id, channel, organization, attempts, next, problem FROM messages
           WHERE delivered IS NULL AND problem IS NOT NULL ORDER BY created, rowid`,
      ).map(({ next, ...row }) => ({ ...row, isGivenUp: next === null })),
    );
  }

  looks(filter: HistoryFilter): Promise<readonly RecordedLook[]> {
    return this.#do(() =>
      this.#rows<LookRow>(
        "SELECT * FROM looks WHERE ended >= :since AND (:organization IS NULL OR organization = :organization) ORDER BY ended, id",
        namesOf(filter),
      ).map(lookFrom),
    );
  }

  events(filter: HistoryFilter): Promise<readonly WatchEvent[]> {
    return this.#do(() =>
      this.#column(
        "SELECT value FROM events WHERE at >= :since AND (:organization IS NULL OR organization = :organization) ORDER BY number",
        namesOf(filter),
      ).map(eventIn),
    );
  }

  open(organization?: string): Promise<readonly OpenSubject[]> {
    return this.#do(() =>
      this.#rows<TrackedRow & { organization: string }>(
        "SELECT organization, value FROM tracked WHERE is_open AND (:organization IS NULL OR organization = :organization) ORDER BY organization, key",
        { organization: organization ?? null },
      ).map(({ organization: own, value }) => {
        const { subject, sinceMs, isFlapping } = trackedIn(value);
        return { organization: own, subject, sinceMs, isFlapping };
      }),
    );
  }

  lastLooks(): Promise<readonly LastLook[]> {
    return this.#do(() =>
      this.#rows<LookRow & { succeeded: number | null }>(
        `SELECT looks.*, (SELECT max(ended) FROM looks AS told WHERE told.organization = looks.organization AND outcome <> 'failed') AS succeeded
           FROM looks WHERE id IN (SELECT max(id) FROM looks GROUP BY organization) ORDER BY organization`,
      ).map(({ succeeded, ...row }) => ({
        organization: row.organization,
        look: lookFrom(row),
        succeededMs: succeeded ?? undefined,
      })),
    );
  }

  forget(beforeMs: number): Promise<void> {
    return this.#do(() => {
      const waiting = "SELECT id FROM messages WHERE next IS NOT NULL";
      this.#run(
        `DELETE FROM events WHERE at < ? AND id NOT IN
           (SELECT event FROM deliveries WHERE message IS NULL OR message IN (${waiting}))`,
        beforeMs,
      );
      this.#run("DELETE FROM deliveries WHERE event NOT IN (SELECT id FROM events)");
      this.#run("DELETE FROM messages WHERE next IS NULL AND created < ?", beforeMs);
      // The last look of each stays: it shows since when nothing is known.
      this.#run(
        "DELETE FROM looks WHERE ended < ? AND id NOT IN (SELECT max(id) FROM looks GROUP BY organization, outcome = 'failed')",
        beforeMs,
      );
    });
  }

  kept(name: string): Promise<string | undefined> {
    return this.#do(() => {
      const [value] = this.#column("SELECT value FROM kept WHERE name = ?", name);
      return typeof value === "string" ? value : undefined;
    });
  }

  keep(name: string, value: string): Promise<void> {
    return this.#do(() => this.#run("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)", name, value));
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }

  #insertLook({ organization, startedMs, endedMs, outcome, open, requests }: RecordedLook): void {
    this.#run(
      "INSERT INTO looks (organization, started, ended, outcome, open, requests) VALUES (?, ?, ?, ?, ?, ?)",
      organization,
      startedMs,
      endedMs,
      outcome,
      JSON.stringify(open),
      requests ?? null,
    );
  }

  #replaceState(organization: string, { lookedAtMs, tracked }: WatchState): void {
    this.#run("INSERT OR REPLACE INTO watched (organization, looked) VALUES (?, ?)", organization, lookedAtMs);
    this.#run("DELETE FROM tracked WHERE organization = ?", organization);
    for (const [key, one] of tracked) {
      this.#run(
        "INSERT INTO tracked (organization, key, is_open, value) VALUES (?, ?, ?, ?)",
        organization,
        key,
        one.isOpen ? 1 : 0,
        JSON.stringify(one),
      );
    }
  }

  #eventsOf(message: string): WatchEvent[] {
    return this.#column(
      "SELECT value FROM events JOIN deliveries ON event = id WHERE message = ? ORDER BY number",
      message,
    ).map(eventIn);
  }

  #do<T>(act: () => T): Promise<T> {
    try {
      return Promise.resolve(this.#database.transaction(act).immediate());
    } catch (error) {
      if (error instanceof Driver.SqliteError) return Promise.reject(historyError(this.#path, error));
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
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
}

const namesOf = ({ organization, sinceMs }: HistoryFilter) => ({ organization: organization ?? null, since: sinceMs });

interface LeaseRow {
  readonly holder: string;
  readonly until: number;
}
