import type { AnyResource } from "../model/definition.ts";
import type { Values } from "../model/json-value.ts";
import { isAction } from "../model/traits/action.ts";
import { find as findObject } from "./import.ts";
import { type Found, read as readObject } from "./read.ts";
import { reconcile as reconcileObject } from "./reconcile.ts";
import { remove as removeObject } from "./remove.ts";
import type { Context } from "./session/session.ts";
import type { Prior, Stored } from "./state.ts";
import * as action from "./traits/action.ts";

/** Brings what is declared about, and gives what goes into state; `prior` is what state holds already. */
export async function reconcile(
  definition: AnyResource,
  inputs: Values,
  context: Context,
  prior?: Prior,
): Promise<Stored> {
  return isAction(definition)
    ? action.reconcile(definition, inputs, context, prior)
    : reconcileObject(definition, inputs, context, prior);
}

/** What has become of what state holds; undefined means that it is confirmed to be gone. */
export async function read(
  definition: AnyResource,
  id: string,
  state: Values,
  context: Context,
): Promise<Found | undefined> {
  return isAction(definition) ? action.read(definition, id, state) : readObject(definition, id, state, context);
}

/** What exists already under an id or a name that a user gave, for an import or a look-up. */
export async function find(definition: AnyResource, id: string, context: Context): Promise<Stored> {
  return isAction(definition) ? action.find(definition) : findObject(definition, id, context);
}

/** Ends what state holds. */
export async function remove(definition: AnyResource, id: string, state: Values, context: Context): Promise<void> {
  return isAction(definition) ? action.remove() : removeObject(definition, id, state, context);
}
