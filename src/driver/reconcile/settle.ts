import { PartialResultError } from "../../model/diagnostics.ts";
import type { Operation } from "../operation.ts";
import type { Wire } from "../session/list-cache.ts";
import { store } from "../state.ts";
import { subjectOf } from "../hooks/subject.ts";
import type { Obtained } from "./obtain.ts";
import type { Synced } from "./sync.ts";

/**
 * Phase 5: the object after everything that has to happen outside.
 *
 * @throws PartialResultError if the object was created or changed, but the sync or the external event failed.
 */
export async function settle({ operation, from, incomplete }: Obtained, synced: Synced): Promise<Wire> {
  try {
    if (synced.failure !== undefined) throw synced.failure.error;
    return await settled(operation, synced.wire);
  } catch (error) {
    if (!synced.wrote) throw error;
    const { definition, at } = operation;
    const { id, state } = store(definition, synced.wire, at, { ...from, unsent: synced.unsent });
    throw new PartialResultError(incomplete, id, state, error);
  }
}

async function settled(operation: Operation, first: Wire): Promise<Wire> {
  let wire = first;
  for (const { settle: settleOutside } of operation.definition.capabilities ?? []) {
    if (settleOutside !== undefined) wire = await settleOutside(wire, subjectOf(operation));
  }
  return wire;
}
