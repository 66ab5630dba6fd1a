import { message, typeName } from "../model/messages.ts";
import { isApiError, mayHaveBeenApplied, isNotFound } from "../client/errors.ts";
import { hasServiceDefault, serviceDefaultOf } from "../model/service-default.ts";
import type { DeletionTarget } from "../model/call.ts";
import { type AnyResource, fieldsOf } from "../model/definition.ts";
import type { GuardContext } from "../model/guard.ts";
import { parseId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { objectKey } from "../model/managed-keys.ts";
import { apart, naturalKeyOf } from "./creation/exclusive.ts";
import { explaining, named } from "./operation-error.ts";
import { guard, guardObject, needsObject } from "./guards.ts";
import { isRetained, valuesBeforeDelete } from "./hooks.ts";
import { confirmGone, observe, observeUntilDeleted, observeUntilGone } from "./observe.ts";
import { Operation } from "./operation.ts";
import { withLocation } from "./location.ts";
import { removedFromStateText, isRetired } from "./retired.ts";
import { type Context, writeContextIn } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import { declaredIn, migrate } from "./state.ts";
import { sync } from "./reconcile/sync.ts";
import { isBeingDeleted, keepsDeleted, warnOfDeletion } from "./hooks/async-deletion.ts";
import { dueAtOf, findPending } from "./hooks/pending-creation.ts";
import { serializedRemoval } from "./hooks/serialized-requests.ts";

/**
 * Deletes an object; an object that is confirmed to be gone already is a success.
 *
 * A resource of settings without a call for it restores the server-side defaults instead. An object that a create of
 * the same run adopted stays: another resource manages it now (a rename in the program).
 */
export async function remove(definition: AnyResource, id: string, oldState: Values, context: Context): Promise<void> {
  context.session.ownership.hold(definition, id);
  return explaining({ verb: "delete", ...named(definition, id) }, async () => {
    const state = migrate(definition, oldState);
    const at = withLocation(definition, parseId(definition.identity.parts, id), state);
    const operation = new Operation(definition, declaredIn(definition, state), at, context);
    return apart(operation, () => removeUnlessTaken(operation, state).catch(forgetting(operation)));
  });
}

/** Removes an object from the state if the service no longer has its kind. */
function forgetting({ definition, at, context, id, title }: Operation): (error: unknown) => Promise<void> {
  return async (error) => {
    if (!(await isRetired(definition, at, error, context))) throw error;
    context.report.warn(removedFromStateText(definition, title));
    context.session.ownership.release(definition, id);
  };
}

async function removeUnlessTaken(operation: Operation, state: Values): Promise<void> {
  const { definition, at, context, id } = operation;
  if (context.session.ownership.kindOf(definition, id) === "made") {
    context.report.info(
      message`${typeName(definition.name)} ${id} is now managed by another resource of this run, so it wasn't deleted.`,
    );
    return;
  }
  if (!isRetained(definition, state)) {
    const asked = { verb: "delete", inputs: operation.inputs, state } as const;
    await guard(definition, asked, context);
    let looking: Promise<Wire> | undefined;
    const look = (): Promise<Wire> =>
      (looking ??=
        dueAtOf(definition, state) === undefined
          ? observe(definition, at, context, { fresh: !isOfList(definition) })
          : findPending(definition, at, context));
    if (await isThereFor(operation, asked, look)) {
      if (definition.ops.delete !== undefined) await destroy(operation, asked, { look, state });
      else if (definition.kind === "settings")
        await updateBeforeDelete(operation, defaultsOf(definition, state), state);
    }
  }
  context.session.ownership.release(definition, id);
  await context.session.creations.deleted(naturalKeyOf(operation), id, objectKey(definition, id));
}

/** Whether nothing but a list shows the object: the shared one is looked at, as each look of its own would be a list. */
function isOfList({ ops, collection }: AnyResource): boolean {
  return ops.read === undefined && collection?.servesReads === true;
}

/** Passes the object to the guards that need it; false if it's confirmed to be gone, so there is nothing to do. */
async function isThereFor(
  { definition, context }: Operation,
  asked: GuardContext,
  look: () => Promise<Wire>,
): Promise<boolean> {
  if (!needsObject(definition, asked)) return true;
  const wire = await look();
  if (wire === undefined) return false;
  await guardObject(definition, asked, wire, context);
  return true;
}

async function destroy(operation: Operation, asked: GuardContext, target: DeletionTarget<Wire>): Promise<void> {
  const { definition, at, context } = operation;
  const { session } = context;
  await updateBeforeDelete(operation, valuesBeforeDelete(definition, target.state), target.state);
  let rest: Wire;
  try {
    rest = await sendRemoval(operation, target);
  } catch (error) {
    if (isNotFound(error)) rest = await removeCurrentForm(operation, asked, target, error);
    else rest = await rowAfterFailedDelete(operation, error);
  }
  if (rest !== undefined) {
    warnOfDeletion(operation, rest);
    session.lists.put(definition, at, rest);
    return;
  }
  await observeUntilGone(operation);
  session.lists.remove(definition, at);
}

/**
 * The row after a failed deletion that might have had an effect, perhaps in an earlier run. A service that keeps
 * deleted objects refuses to delete them again.
 *
 * @throws the error, while the object exists.
 */
async function rowAfterFailedDelete({ definition, at, context }: Operation, error: unknown): Promise<Wire> {
  const isRefusedAgain = keepsDeleted(definition) && isApiError(error) && error.category === "invalid";
  if (!mayHaveBeenApplied(error) && !isRefusedAgain) throw error;
  const left = await observeUntilDeleted(definition, at, context, { fresh: true });
  if (left !== undefined && !isBeingDeleted(definition, left)) throw error;
  return keepsDeleted(definition) ? left : undefined;
}

async function sendRemoval(operation: Operation, target: DeletionTarget<Wire>): Promise<Wire> {
  const { definition, at, context } = operation;
  const { session } = context;
  const send = async (): Promise<Wire> => definition.ops.delete?.(session.api, at, writeContextIn(context), target);
  return serializedRemoval(operation, send);
}

/**
 * An object that the service doesn't find is gone, or was a different one in the shared list (an invite that was sent
 * again, or accepted meanwhile): then its current form is removed.
 */
async function removeCurrentForm(
  operation: Operation,
  asked: GuardContext,
  { state }: DeletionTarget<Wire>,
  absence: unknown,
): Promise<Wire> {
  const { definition, at, context } = operation;
  if (!isOfList(definition)) {
    await confirmGone(definition, at, context, absence);
    return undefined;
  }
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire === undefined) return undefined;
  await guardObject(definition, asked, wire, context);
  return sendRemoval(operation, { look: () => Promise.resolve(wire), state });
}

/** Sets these values, if the object still exists. */
async function updateBeforeDelete(operation: Operation, values: Values | undefined, state: Values): Promise<void> {
  const { definition, at, context } = operation;
  if (values === undefined || Object.keys(values).length === 0 || definition.ops.update === undefined) return;
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire === undefined) return;
  const start = { wire, wrote: false, unsent: new Set(Object.keys(values)), state };
  const { failure } = await sync(operation, values, start);
  if (failure !== undefined) throw failure.error;
}

/** The service's defaults for the values in the state. */
function defaultsOf(definition: AnyResource, state: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    if (state[name] !== undefined && hasServiceDefault(rules)) values[name] = serviceDefaultOf(rules);
  }
  return values;
}
