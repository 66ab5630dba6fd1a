import { ChannelError, type Environment, secretText } from "../channels/secret-text.ts";
import type { WatchFile } from "../file/watch-schema.ts";
import { PostgresError } from "../postgres/postgres-database.ts";

/**
 * The URL of the database that a watch file names: a secret.
 *
 * @returns undefined if the history is a file
 * @throws PostgresError if the variable or file is missing
 */
export function databaseUrl({ database }: Pick<WatchFile, "database">, environment: Environment): string | undefined {
  if (database === undefined) return undefined;
  try {
    return secretText(database, environment, "leave out `database`");
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    throw new PostgresError(`The history has no database: ${error.message}.`, { cause: error });
  }
}
