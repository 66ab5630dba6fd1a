import type { AnyResource } from "../../model/definition.ts";
import type { Values } from "../../model/json-value.ts";
import { guardObject } from "../guards.ts";
import type { Context } from "../session/session.ts";
import type { Prior, Stored } from "../state.ts";
import { begin } from "./begin.ts";
import { type Obtained, obtain } from "./obtain.ts";
import { settle } from "./settle.ts";
import { storeAndReport } from "./store.ts";
import { desiredFrom, sync } from "./sync.ts";

/**
 * Brings an object to what is declared, and gives what goes into state. Its phases:
 *
 * 1. `begin`: nothing else works on the object, and errors say what was tried.
 * 2. `obtain`: the object as it is. It's in state, or is adopted, or an earlier run of this program made it, or it's made now.
 * 3. `guard`: refuses what the object as it is forbids.
 * 4. `sync`: sends what differs from the declaration; nothing if nothing does.
 * 5. `settle`: waits for what has to happen outside.
 * 6. `store`: state from the last observation, and what people should know of it.
 *
 * An update that changes arguments for the provider alone ends in the second phase, without any request.
 *
 * @param prior - what state holds of the object; absent for one that is in no state
 * @throws PartialResultError when the object was made or changed and a later step failed: what is known goes into state.
 */
export function reconcile(definition: AnyResource, inputs: Values, context: Context, prior?: Prior): Promise<Stored> {
  return begin({ definition, inputs, context, prior }, async (operation, state) => {
    const obtained = await obtain(operation, state);
    if (obtained.kind === "restated") return obtained.stored;
    await guard(obtained);
    const synced = await sync(obtained.operation, desiredOf(obtained), obtained);
    const wire = await settle(obtained, synced);
    return storeAndReport(obtained, wire);
  });
}

/** Phase 3: refuses what the object as it is forbids; what a create found is nobody's again then. */
async function guard({ operation, asked, wire, isNew }: Obtained): Promise<void> {
  if (isNew) return;
  const { definition, id, context } = operation;
  await guardObject(definition, asked, wire, context).catch((error: unknown) => {
    if (asked.verb === "create") context.session.ownership.release(definition, id);
    throw error;
  });
}

function desiredOf({ operation: { definition, inputs }, state }: Obtained): Values {
  return desiredFrom(definition, inputs, state);
}
