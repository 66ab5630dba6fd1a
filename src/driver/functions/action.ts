import { randomUUID } from "node:crypto";

import { STATE_VERSION } from "../../model/definition.ts";
import { argumentProblem, OrgformProblem } from "../../model/diagnostics.ts";
import type { FieldChange } from "../../model/field-change.ts";
import { sameValue, type Values } from "../../model/json-value.ts";
import { fieldName, message, typeName } from "../../model/messages.ts";
import { actionArguments, type ActionResource, actionResult, RAN_AT, RESULT, TRIGGERS } from "../../model/action.ts";
import { containsUnknown } from "../../model/unknown.ts";
import { callFunction } from "./call.ts";
import type { Context } from "../session/session.ts";
import { declaredIn, migrate, type Prior, type Stored } from "../state.ts";

/** Calls the function at first and when a trigger changed, and notes the run; any other change is only stored. */
export async function reconcile(
  definition: ActionResource,
  inputs: Values,
  context: Context,
  prior?: Prior,
): Promise<Stored> {
  const state = prior === undefined ? undefined : migrate(definition, prior.state);
  const isKept = state !== undefined && sameValue(state[TRIGGERS], inputs[TRIGGERS]);
  const run = isKept ? state : await call(definition, inputs, context);
  return stored(definition, prior?.id ?? randomUUID(), inputs, run);
}

/** The state has all that is known: only a run changes it. */
export function read(
  definition: ActionResource,
  id: string,
  oldState: Values,
): Promise<Stored & { readonly observed: Values }> {
  const state = migrate(definition, oldState);
  return Promise.resolve({ id, state: { ...state }, inputs: declaredIn(definition, state), observed: state });
}

/** The refusal to import one. */
export function find(definition: ActionResource): Promise<never> {
  return Promise.reject(
    new OrgformProblem(
      "no_such_id",
      message`${typeName(definition.name)} cannot be imported`,
      "It's a function call, so the service stores nothing to import. Declare it, and it runs once.",
    ),
  );
}

/** The last run is only forgotten. */
export function remove(): Promise<void> {
  return Promise.resolve();
}

/** Warns in a preview that a destructive function runs again, if one of its triggers changes. */
export function warnOfRerun(
  { action, name }: ActionResource,
  inputs: Values,
  changes: readonly FieldChange[],
  { report }: Context,
): void {
  const { calls } = action;
  if (calls.confirmation === undefined || !changes.some(({ path }) => path === TRIGGERS)) return;
  const { triggers: _triggers, ...rest } = inputs;
  const what = containsUnknown(rest)
    ? "what it does depends on values that are not known yet"
    : message`it would ${calls.plan?.(actionArguments(action, rest)) ?? calls.confirmation(actionArguments(action, rest)).words}`;
  report.warn(
    message`${typeName(name)} runs again
${fieldName(TRIGGERS)} changed: ${what}. That cannot be undone. To prevent that, keep ${fieldName(TRIGGERS)} unchanged.`,
  );
}

async function call({ action, ...definition }: ActionResource, inputs: Values, context: Context): Promise<Values> {
  const { triggers, ...rest } = inputs;
  // The engine checked only the values that were known then; a confirmation might depend on values that are known only
  // now.
  const problems = definition.validate(rest);
  if (problems.length > 0) throw argumentProblem(definition, problems);
  const result = await callFunction(action.calls, { ...actionArguments(action, rest), triggers }, context);
  const ranAt = new Date(context.session.clock.now()).toISOString();
  return { [RAN_AT]: ranAt, [RESULT]: actionResult(action, result) };
}

function stored(definition: ActionResource, id: string, inputs: Values, run: Values): Stored {
  const declared = declaredIn(definition, inputs);
  const outputs = { [RAN_AT]: run[RAN_AT], [RESULT]: run[RESULT], [STATE_VERSION]: definition.stateVersion };
  return { id, state: { ...declared, ...outputs }, inputs: declared };
}
