import { PostgresError } from "../postgres/postgres-database.ts";
import { HistoryError } from "./sqlite-database.ts";

/** A history that can't be used, in a file or in a database; the message has the next step, and no secret. */
type HistoryFailure = HistoryError | PostgresError;

/** Distinguishes a history that can't be used from a fault of the program. */
export const isHistoryFailure = (error: unknown): error is HistoryFailure =>
  error instanceof HistoryError || error instanceof PostgresError;
