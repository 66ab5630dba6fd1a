import { readFileSync } from "node:fs";

import { type Clock, machineClock } from "../clock.ts";
import type { Fleet } from "../expansion/expand.ts";
import type { FleetPlace } from "../fleet-place.ts";
import { PostgresDatabase, PostgresError } from "../postgres/postgres-database.generated.ts";
import { RecordError } from "./database.ts";
import { POSTGRES_MIGRATIONS } from "./postgres-migrations.ts";
import { PostgresLock } from "./postgres-lock.ts";
import { PostgresRecord } from "./postgres-record.ts";
import { FileLock, type RunLock } from "./run-lock.ts";
import type { RunRecord } from "./run-record.ts";
import { SqliteRecord } from "./sqlite-record.ts";

/** The record of a fleet, and the lock of its runs. */
export interface OpenRecord {
  readonly record: RunRecord;
  readonly lock: RunLock;
}

/** Where a fleet's record is. */
export interface RecordPlace {
  readonly place: FleetPlace;
  readonly database: Fleet["database"];
  readonly environment: NodeJS.ProcessEnv;
  readonly clock?: Clock;
}

/**
 * Opens the record: in the database that the fleet file names, or in a file.
 *
 * @throws RecordError for a record that can't be used; the message contains no password
 */
export async function openRecord({
  place,
  database: source,
  environment,
  clock = machineClock,
}: RecordPlace): Promise<OpenRecord> {
  if (source === undefined) {
    return { record: new SqliteRecord(place.recordFile, clock), lock: new FileLock(place.lockFile) };
  }
  try {
    const url = urlFrom(source, environment);
    const database = await PostgresDatabase.open({ url, schema: "orgform_fleet", migrations: POSTGRES_MIGRATIONS });
    const lock = new PostgresLock(database, place.name, clock);
    return { record: new PostgresRecord({ database, fleet: place.name, lock, clock }), lock };
  } catch (error) {
    if (error instanceof PostgresError) throw new RecordError(error.message);
    throw error;
  }
}

function urlFrom(source: NonNullable<Fleet["database"]>, environment: NodeJS.ProcessEnv): string {
  const text = "environment" in source ? environment[source.environment] : fileText(source.file);
  const url = text?.trim() ?? "";
  if (url !== "") return url;
  const where = "environment" in source ? `variable ${source.environment}` : `file ${source.file}`;
  throw new RecordError(
    `The field database of the fleet file names the ${where}, which is missing or empty. Set it to the URL of the database, or leave out \`database\`.`,
  );
}

function fileText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
