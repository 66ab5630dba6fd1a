import { Connection } from "@temporalio/client";

import { connectionOptions, type TemporalPlace } from "./connection.ts";
import { TemporalError } from "./no-policy.ts";

/** Connects to a server. @throws TemporalError if it can't be reached */
export async function connected(temporal: TemporalPlace): Promise<Connection> {
  try {
    return await Connection.connect(connectionOptions(temporal));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TemporalError(`There is no Temporal server at ${temporal.address}: ${reason}`, { cause: error });
  }
}
