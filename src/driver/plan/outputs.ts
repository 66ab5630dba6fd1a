import { isAction } from "../../model/action.ts";
import { isDeferrable } from "../hooks/deferred-fields.ts";
import { type AnyResource, DEFERRED_FIELDS, fieldsOf, STATE_VERSION, WITHOUT_EFFECT } from "../../model/definition.ts";
import { type Field, isStableIn } from "../../model/field.ts";
import type { Values } from "../../model/json-value.ts";
import { UNKNOWN } from "../../model/unknown.ts";
import { migrate, type Prior } from "../state.ts";
import { isSupportedEverywhere } from "../unsupported-settings.ts";
import { type Compared, inputChanges, isStoredOnly, replacing, refuseReplacement } from "./changes.ts";

/**
 * The known outputs before a create or a change in place: for an engine that requests them separately. Sends no
 * request.
 *
 * @param prior - the object's values in the state; absent for a new one
 * @throws replacement_needed
 */
export function plannedOutputs(definition: AnyResource, inputs: Values, prior?: Prior): Values {
  if (prior === undefined) return newOutputs(definition);
  const state = migrate(definition, prior.state);
  const changes = inputChanges(definition, { state, inputs });
  refuseReplacement(definition, prior.id, changes);
  // Asked for although no input differs: the object has a pending update.
  return changes.length === 0
    ? changedOutputs(definition, { state, inputs, changes })
    : outputsAfter(definition, { state, inputs, changes });
}

export function outputsAfter(definition: AnyResource, compared: Compared): Values {
  const { state, changes } = compared;
  if (replacing(changes).length > 0) return newOutputs(definition);
  const isKept = changes.length === 0 || isStoredOnly(definition, compared);
  if (!isKept) return changedOutputs(definition, compared);
  return Object.fromEntries(outputsOf(definition).map(([name]) => [name, state[name]]));
}

/** Of a new object nothing that the service decides is known. */
function newOutputs(definition: AnyResource): Values {
  const unknown = outputsOf(definition).map(([name]) => [name, UNKNOWN] as const);
  return { ...Object.fromEntries(unknown), [STATE_VERSION]: definition.stateVersion };
}

/** After a change in place, stable outputs are known, and it is known that nothing is deferred if nothing can be deferred. */
function changedOutputs(definition: AnyResource, compared: Compared): Values {
  const { state } = compared;
  const outputs = outputsOf(definition).map(([name, rules]) => {
    const isKept =
      name === DEFERRED_FIELDS
        ? defersNothing(definition, compared)
        : name === WITHOUT_EFFECT
          ? isSupportedEverywhere(definition, compared.inputs)
          : isStableIn(name, rules ?? { stable: true }, compared);
    return [name, isKept ? state[name] : UNKNOWN] as const;
  });
  return { ...Object.fromEntries(outputs), [STATE_VERSION]: definition.stateVersion };
}

/** The outputs, and, without rules, those parts of the identity that the service sets and that aren't fields. */
function outputsOf(definition: AnyResource): (readonly [string, Field | undefined])[] {
  const outputs = fieldsOf(definition, "outputs");
  const named = new Set([...fieldsOf(definition, "inputs"), ...outputs].map(([name]) => name));
  const parts = isAction(definition) ? [] : definition.identity.parts.filter((part) => !named.has(part));
  return [...outputs, ...parts.map((part) => [part, undefined] as const)];
}

/** Whether nothing is deferred and nothing changes that could be. */
function defersNothing(definition: AnyResource, { state, changes }: Compared): boolean {
  const deferrable = fieldsOf(definition, "inputs").filter(([name]) => isDeferrable(definition, name));
  return (
    state[DEFERRED_FIELDS] === undefined && deferrable.every(([name]) => changes.every(({ path }) => path !== name))
  );
}
