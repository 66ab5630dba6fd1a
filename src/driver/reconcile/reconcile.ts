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
 * Makes an object match the declaration, and returns the new state. Its phases:
 *
 * 1. `begin`: nothing else works on the object, and errors name the operation.
 * 2. `obtain`: the current object. It's in the state, or is adopted, or an earlier run of this program created it, or
 * it's created now.
 * 3. `guard`: refuses changes that the current object forbids.
 * 4. `sync`: sends the differences from the declaration; nothing if there are none.
 * 5. `settle`: waits for events outside the program.
 * 6. `store`: the state from the last observation, and the warnings for people.
 *
 * An update that only changes arguments for the provider ends in the second phase, without any request.
 *
 * @param prior - the object's values in the state; absent for one that isn't in a state
 * @throws PartialResultError if the object was created or changed and a later step failed: the known values go into
 *   the state.
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

/** Phase 3: refuses changes that the current object forbids; an object that a create found is then released again. */
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
