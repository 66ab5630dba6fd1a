import type { AnyResource } from "../model/definition.ts";
import type { FieldChange } from "../model/field-change.ts";
import { isPartialResult } from "../model/diagnostics.ts";
import type { Values } from "../model/json-value.ts";
import { withSeparateSecrets, inputOf, joinValues, memberOf, splitValues } from "../model/parts.ts";
import { valueAt, UNKNOWN } from "../model/unknown.ts";
import { isAction } from "../model/action.ts";
import * as imports from "./import.ts";
import { type Found, read as readObject } from "./read.ts";
import { reconcile as reconcileObject } from "./reconcile/reconcile.ts";
import { remove as removeObject } from "./remove.ts";
import { plannedOutputs as plannedOutputsInParts } from "./plan/outputs.ts";
import * as plans from "./plan/plan.ts";
import type { Context } from "./session/session.ts";
import type { Prior, Stored } from "./state.ts";
import * as action from "./functions/action.ts";

/*
 * The calls of engines. Their inputs and states have the form of programs; behind these verbs, each secret inside of an
 * input is a separate input (model/parts.ts).
 */

/** Makes the service match the declaration, and returns the new state; `prior` is the existing state. */
export async function reconcile(
  definition: AnyResource,
  inputs: Values,
  context: Context,
  prior?: Prior,
): Promise<Stored> {
  if (isAction(definition)) return action.reconcile(definition, inputs, context, prior);
  try {
    const before = prior === undefined ? undefined : priorInParts(definition, prior);
    const stored = await reconcileObject(
      withSeparateSecrets(definition),
      splitValues(definition, inputs),
      context,
      before,
    );
    return whole(definition, stored);
  } catch (error) {
    if (!isPartialResult(error)) throw error;
    throw error.holding(joinValues(definition, error.state));
  }
}

/** The current form of an object in the state; undefined means that it is confirmed to be gone. */
export async function read(
  definition: AnyResource,
  id: string,
  state: Values,
  context: Context,
): Promise<Found | undefined> {
  if (isAction(definition)) return action.read(definition, id, state);
  const found = await readObject(withSeparateSecrets(definition), id, splitValues(definition, state), context);
  return found === undefined ? undefined : { ...found, ...whole(definition, found) };
}

/** The existing object with an ID or a name that a user gave, for an import or a lookup. */
export async function find(definition: AnyResource, id: string, context: Context): Promise<Stored> {
  if (isAction(definition)) return action.find(definition);
  return whole(definition, await imports.find(withSeparateSecrets(definition), id, context));
}

/** Deletes an object in the state. */
export async function remove(definition: AnyResource, id: string, state: Values, context: Context): Promise<void> {
  return isAction(definition)
    ? action.remove()
    : removeObject(withSeparateSecrets(definition), id, splitValues(definition, state), context);
}

/** Compares state and declaration: see {@link plans.plan}. A change inside of an input is named by its path. */
export async function plan(
  definition: AnyResource,
  inputs: Values,
  context: () => Context,
  prior: Prior,
  options: plans.PlanOptions = {},
): Promise<plans.Plan> {
  const before = priorInParts(definition, prior);
  const planned = await plans.plan(
    withSeparateSecrets(definition),
    splitValues(definition, inputs),
    context,
    before,
    options,
  );
  const isOfUnknown = ({ path }: FieldChange): boolean => {
    const secret = memberOf(definition, path);
    return secret !== undefined && valueAt(inputs, secret.path.slice(0, -1)) === UNKNOWN;
  };
  return {
    ...planned,
    // The parent isn't known: its change is reported once.
    changes: planned.changes.filter((change) => !isOfUnknown(change)),
    replaces: [...new Set(planned.replaces.map((name) => inputOf(definition, name)))],
  };
}

/** The known outputs before a create or a change in place: see {@link plannedOutputsInParts}. */
export function plannedOutputs(definition: AnyResource, inputs: Values, prior?: Prior): Values {
  const before = prior === undefined ? undefined : priorInParts(definition, prior);
  return plannedOutputsInParts(withSeparateSecrets(definition), splitValues(definition, inputs), before);
}

/** The values that an import takes from an object: see {@link imports.importable}. */
export function importable(definition: AnyResource, values: Values, said: imports.Said = {}): Record<string, unknown> {
  const { declared, news } = said;
  const split = (some: Values | undefined): Values | undefined =>
    some === undefined ? undefined : splitValues(definition, some);
  const taken = imports.importable(withSeparateSecrets(definition), splitValues(definition, values), {
    declared: split(declared),
    news: split(news),
  });
  return joinValues(definition, taken);
}

/** The inputs that a program has to declare for an imported object; never a secret. */
export function declarable(definition: AnyResource, inputs: Values): Record<string, unknown> {
  return joinValues(definition, imports.declarable(withSeparateSecrets(definition), splitValues(definition, inputs)));
}

function priorInParts(definition: AnyResource, { id, state }: Prior): Prior {
  return { id, state: splitValues(definition, state) };
}

function whole(definition: AnyResource, { id, state, inputs }: Stored): Stored {
  return { id, state: joinValues(definition, state), inputs: joinValues(definition, inputs) };
}
