import type { PostgresSession } from "../postgres/postgres-database.generated.ts";
import type { SharedContents } from "./run-record.ts";

/** Where a run begins. */
interface Beginning {
  /** Its transaction. */
  readonly session: PostgresSession;
  readonly fleet: string;
  /** UTC, RFC 3339. */
  readonly started: string;
}

/**
 * The rollout that a new run of a shard belongs to: the latest one, if it has the same contents and no run of this
 * shard yet; otherwise a new one. Shards that begin at the same time wait for each other.
 */
export async function rolloutOf(
  { shard, digest, names }: SharedContents,
  { session, fleet, started }: Beginning,
): Promise<number> {
  // A process that stops in the middle blocks the others no longer than this.
  await session.rows("SET LOCAL idle_in_transaction_session_timeout = 10000");
  await session.rows("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", [`orgform_fleet rollouts ${fleet}`]);
  const [latest] = await session.rows<{ id: number; digest: string; lacks: boolean }>(
    `SELECT id, digest, NOT EXISTS (
         SELECT FROM orgform_fleet.runs WHERE rollout = rollouts.id AND (options::jsonb #>> '{shard,index}')::integer = $3
       ) AS lacks
       FROM orgform_fleet.rollouts WHERE fleet = $1 AND shards = $2 ORDER BY id DESC LIMIT 1`,
    [fleet, shard.of, shard.index],
  );
  if (latest?.lacks === true && latest.digest === digest) return latest.id;
  const [made] = await session.rows<{ id: number }>(
    `INSERT INTO orgform_fleet.rollouts (fleet, shards, digest, names, started, apart) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [fleet, shard.of, digest, JSON.stringify(names), started, latest?.lacks === true],
  );
  return made?.id ?? 0;
}
