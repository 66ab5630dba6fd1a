import { randomUUID } from "node:crypto";

import type { WatchEvent } from "../outbox/message.ts";
import { PostgresDatabase, type PostgresOptions, type PostgresSession } from "../postgres/postgres-database.ts";
import type { WatchState } from "../transitions/transition.ts";
import { POSTGRES_MIGRATIONS } from "./postgres-migrations.ts";
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

/** Milliseconds since 1970 by the server's clock: the clocks of several machines can differ. */
const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

const SINCE = "($1::text IS NULL OR organization = $1)";

/** The store in a PostgreSQL database, which watchers on several machines share. Each method is safe to repeat. */
export class PostgresStore implements WatchStore {
  readonly #database: PostgresDatabase;

  private constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** @throws PostgresError */
  static async open(where: Pick<PostgresOptions, "url" | "load">): Promise<PostgresStore> {
    const tables = { schema: "orgform_watch", migrations: POSTGRES_MIGRATIONS };
    return new PostgresStore(await PostgresDatabase.open({ ...where, ...tables }));
  }

  state(organization: string): Promise<WatchState | undefined> {
    return this.#database.transaction(async (session) => {
      // One statement sees one point in time, even if another watcher stores a look meanwhile.
      const rows = await session.rows<Partial<TrackedRow> & { looked: number }>(
        `SELECT looked, key, value FROM orgform_watch.watched LEFT JOIN orgform_watch.tracked USING (organization)
           WHERE organization = $1`,
        [organization],
      );
      const [first] = rows;
      if (first === undefined) return undefined;
      const tracked = rows.flatMap(({ key, value }): [string, ReturnType<typeof trackedIn>][] =>
        typeof key === "string" && typeof value === "string" ? [[key, trackedIn(value)]] : [],
      );
      return { lookedAtMs: first.looked, tracked: new Map(tracked) };
    });
  }

  record({ look, state, events, deliveries, holder }: LookEntry): Promise<boolean> {
    const { organization } = look;
    const id = randomUUID();
    return this.#database.transaction(async (session) => {
      const [lease] = await session.rows<{ holder: string }>(
        "SELECT holder FROM orgform_watch.leases WHERE organization = $1 FOR UPDATE",
        [organization],
      );
      if (lease?.holder !== holder) return false;
      // An earlier try might have stored all of it, although its response was lost.
      if (!(await insertLook(session, id, look))) return true;
      await replaceState(session, organization, state);
      await session.rows(
        `INSERT INTO orgform_watch.events (id, organization, at, value)
           SELECT id, $1, $2::bigint, value FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS new (id, value, place) ORDER BY place`,
        [organization, look.endedMs, events.map(({ id }) => id), events.map((event) => JSON.stringify(event))],
      );
      await session.rows(
        "INSERT INTO orgform_watch.deliveries (event, channel) SELECT * FROM unnest($1::text[], $2::text[])",
        [deliveries.map(({ event }) => event), deliveries.map(({ channel }) => channel)],
      );
      return true;
    });
  }

  hold(organization: string, holder: string, nowMs: number, untilMs: number): Promise<boolean> {
    return this.#isAny(
      `INSERT INTO orgform_watch.leases AS held (organization, holder, until) VALUES ($1, $2, ${NOW_MS} + $3::bigint)
         ON CONFLICT (organization) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE held.holder = excluded.holder OR held.until <= ${NOW_MS} RETURNING holder`,
      [organization, holder, untilMs - nowMs],
    );
  }

  release(organization: string, holder: string): Promise<void> {
    return this.#run("DELETE FROM orgform_watch.leases WHERE organization = $1 AND holder = $2", [
      organization,
      holder,
    ]);
  }

  compose(channel: string, nowMs: number, newId: () => string): Promise<void> {
    return this.#database.transaction(async (session) => {
      await session.rows("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`orgform_watch compose ${channel}`]);
      const waiting = await session.rows<{ event: string; organization: string }>(
        `SELECT event, organization FROM orgform_watch.deliveries JOIN orgform_watch.events ON events.id = event
           WHERE channel = $1 AND message IS NULL ORDER BY organization`,
        [channel],
      );
      for (const [organization, events] of grouped(waiting)) {
        const id = newId();
        await session.rows(
          "INSERT INTO orgform_watch.messages (id, channel, organization, created, next) VALUES ($1, $2, $3, $4, $4)",
          [id, channel, organization, nowMs],
        );
        await session.rows(
          "UPDATE orgform_watch.deliveries SET message = $1 WHERE channel = $2 AND message IS NULL AND event = ANY ($3)",
          [id, channel, events],
        );
      }
    });
  }

  due(nowMs: number, most: number, quiet: readonly string[] = []): Promise<readonly WaitingMessage[]> {
    return this.#database.transaction(async (session) => {
      const rows = await session.rows<MessageRow>(
        `SELECT id, channel, organization, attempts, created FROM orgform_watch.messages
           WHERE next <= $1 AND channel <> ALL ($2) ORDER BY created, number LIMIT $3`,
        [nowMs, quiet, most],
      );
      const told = await session.rows<{ message: string; value: string }>(
        `SELECT message, value FROM orgform_watch.events JOIN orgform_watch.deliveries ON event = id
           WHERE message = ANY ($1) ORDER BY events.number`,
        [rows.map(({ id }) => id)],
      );
      return rows.map(({ attempts, created, ...row }) => ({
        attempts,
        createdMs: created,
        message: {
          ...row,
          events: told.filter(({ message }) => message === row.id).map(({ value }) => eventIn(value)),
        },
      }));
    });
  }

  async nextDueMs(): Promise<number | undefined> {
    const [row] = await this.#rows<{ next: number | null }>(
      "SELECT min(next) AS next FROM orgform_watch.messages WHERE next IS NOT NULL",
    );
    return row?.next ?? undefined;
  }

  claim(id: string, nowMs: number, untilMs: number): Promise<boolean> {
    return this.#isAny("UPDATE orgform_watch.messages SET next = $3 WHERE id = $1 AND next <= $2 RETURNING id", [
      id,
      nowMs,
      untilMs,
    ]);
  }

  delivered(id: string, atMs: number): Promise<void> {
    return this.#run("UPDATE orgform_watch.messages SET delivered = $2, next = NULL, problem = NULL WHERE id = $1", [
      id,
      atMs,
    ]);
  }

  failed(id: string, problem: string, nextMs: number | undefined): Promise<void> {
    return this.#run(
      "UPDATE orgform_watch.messages SET attempts = attempts + 1, problem = $2, next = $3 WHERE id = $1 AND delivered IS NULL",
      [id, problem, nextMs ?? null],
    );
  }

  async troubled(): Promise<readonly TroubledMessage[]> {
    return this.#rows<TroubledMessage>(
      `SELECT id, channel, organization, attempts, next IS NULL AS "isGivenUp", problem FROM orgform_watch.messages
         WHERE delivered IS NULL AND problem IS NOT NULL ORDER BY created, number`,
    );
  }

  async looks(filter: HistoryFilter): Promise<readonly RecordedLook[]> {
    const rows = await this.#rows<LookRow>(
      `SELECT * FROM orgform_watch.looks WHERE ${SINCE} AND ended >= $2 ORDER BY ended, id`,
      valuesOf(filter),
    );
    return rows.map(lookFrom);
  }

  async events(filter: HistoryFilter): Promise<readonly WatchEvent[]> {
    const rows = await this.#rows<{ value: string }>(
      `SELECT value FROM orgform_watch.events WHERE ${SINCE} AND at >= $2 ORDER BY number`,
      valuesOf(filter),
    );
    return rows.map(({ value }) => eventIn(value));
  }

  async open(organization?: string): Promise<readonly OpenSubject[]> {
    const rows = await this.#rows<TrackedRow & { organization: string }>(
      `SELECT organization, value FROM orgform_watch.tracked WHERE is_open AND ${SINCE} ORDER BY organization COLLATE "C", key COLLATE "C"`,
      [organization ?? null],
    );
    return rows.map(({ organization: own, value }) => {
      const { subject, sinceMs, isFlapping } = trackedIn(value);
      return { organization: own, subject, sinceMs, isFlapping };
    });
  }

  async lastLooks(): Promise<readonly LastLook[]> {
    const rows = await this.#rows<LookRow & { succeeded: number | null }>(
      `SELECT looks.*, (SELECT max(ended) FROM orgform_watch.looks AS told
           WHERE told.organization = looks.organization AND outcome <> 'failed') AS succeeded
         FROM orgform_watch.looks WHERE id IN (SELECT max(id) FROM orgform_watch.looks GROUP BY organization)
         ORDER BY organization COLLATE "C"`,
    );
    return rows.map(({ succeeded, ...row }) => ({
      organization: row.organization,
      look: lookFrom(row),
      succeededMs: succeeded ?? undefined,
    }));
  }

  forget(beforeMs: number): Promise<void> {
    return this.#database.transaction(async (session) => {
      await session.rows(
        `DELETE FROM orgform_watch.events WHERE at < $1 AND NOT EXISTS (
           SELECT 1 FROM orgform_watch.deliveries LEFT JOIN orgform_watch.messages ON messages.id = message
             WHERE event = events.id AND (message IS NULL OR next IS NOT NULL))`,
        [beforeMs],
      );
      await session.rows(
        "DELETE FROM orgform_watch.deliveries WHERE NOT EXISTS (SELECT 1 FROM orgform_watch.events WHERE id = event)",
      );
      await session.rows("DELETE FROM orgform_watch.messages WHERE next IS NULL AND created < $1", [beforeMs]);
      // The last look of each stays: it shows since when nothing is known.
      await session.rows(
        `DELETE FROM orgform_watch.looks WHERE ended < $1
           AND id NOT IN (SELECT max(id) FROM orgform_watch.looks GROUP BY organization, outcome = 'failed')`,
        [beforeMs],
      );
    });
  }

  async kept(name: string): Promise<string | undefined> {
    const [row] = await this.#rows<{ value: string }>("SELECT value FROM orgform_watch.kept WHERE name = $1", [name]);
    return row?.value;
  }

  keep(name: string, value: string): Promise<void> {
    return this.#run(
      "INSERT INTO orgform_watch.kept (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, value],
    );
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #rows<Row>(statement: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#database.transaction((session) => session.rows<Row>(statement, values));
  }

  async #run(statement: string, values: readonly unknown[]): Promise<void> {
    await this.#rows(statement, values);
  }

  async #isAny(statement: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.#rows(statement, values)).length > 0;
  }
}

/** @param call - the same for each try of one call. @returns false if it already exists */
async function insertLook(
  session: PostgresSession,
  call: string,
  { organization, startedMs, endedMs, outcome, open, requests }: RecordedLook,
): Promise<boolean> {
  const rows = await session.rows(
    `INSERT INTO orgform_watch.looks (organization, started, ended, outcome, open, requests, call) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT DO NOTHING RETURNING id`,
    [organization, startedMs, endedMs, outcome, JSON.stringify(open), requests ?? null, call],
  );
  return rows.length > 0;
}

async function replaceState(
  session: PostgresSession,
  organization: string,
  { lookedAtMs, tracked }: WatchState,
): Promise<void> {
  await session.rows(
    `INSERT INTO orgform_watch.watched (organization, looked) VALUES ($1, $2)
       ON CONFLICT (organization) DO UPDATE SET looked = excluded.looked`,
    [organization, lookedAtMs],
  );
  await session.rows("DELETE FROM orgform_watch.tracked WHERE organization = $1", [organization]);
  const all = [...tracked.values()];
  await session.rows(
    `INSERT INTO orgform_watch.tracked (organization, key, is_open, value)
       SELECT $1, * FROM unnest($2::text[], $3::boolean[], $4::text[])`,
    [organization, [...tracked.keys()], all.map(({ isOpen }) => isOpen), all.map((one) => JSON.stringify(one))],
  );
}

function grouped(waiting: readonly { event: string; organization: string }[]): Map<string, string[]> {
  const events = new Map<string, string[]>();
  for (const { event, organization } of waiting) {
    events.set(organization, [...(events.get(organization) ?? []), event]);
  }
  return events;
}

const valuesOf = ({ organization, sinceMs }: HistoryFilter): unknown[] => [organization ?? null, sinceMs];
