import { type AnyResource, fieldsOf } from "../model/definition.ts";
import { sameStored } from "../model/diff.ts";
import { parseId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { explaining, named } from "./operation-error.ts";
import { carried, warnWhyDrifted, stillAwaited } from "./hooks.ts";
import { observeStored } from "./observe.ts";
import { withLocation } from "./location.ts";
import { isRetired, retiredText } from "./retired.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import { declaredIn, migrate, store, type Stored } from "./state.ts";
import { fieldName, message, type Text } from "../model/messages.ts";
import { titleOf } from "../model/title.ts";
import { staysPending } from "./hooks/pending-creation.ts";
import { warnOfUnsupported } from "./unsupported-settings.ts";
import { keptInputs, warnOfKeptInputs } from "./hooks/unsupported-inputs.ts";

/** An object as a refresh finds it. */
export interface Found extends Stored {
  /** The service's values, in the model's terms, declared or not. */
  readonly observed: Values;
  /** The service no longer has objects of the kind, in words for people: the state was kept unchanged. */
  readonly retired?: Text;
}

/**
 * Reads an object in the state; undefined means that it is confirmed to be gone.
 *
 * @throws unconfirmed_absence, or the error of the read: then the state must stay unchanged.
 */
export async function read(
  definition: AnyResource,
  id: string,
  oldState: Values,
  context: Context,
): Promise<Found | undefined> {
  context.session.ownership.hold(definition, id);
  return explaining({ verb: "read", ...named(definition, id) }, async () => {
    const state = migrate(definition, oldState);
    const at = withLocation(definition, parseId(definition.identity.parts, id), state);
    const declared = declaredIn(definition, state);
    if (await staysPending(definition, at, state, context)) return { id, state, inputs: declared, observed: state };
    const seen = await observeStored(definition, at, context, { state, declared })
      .then((wire) => ({ wire }))
      .catch(async (error: unknown) => {
        if (!(await isRetired(definition, at, error, context))) throw error;
      });
    if (seen === undefined) {
      const retired = retiredText(definition, titleOf(definition, id));
      context.report.warn(retired);
      return { id, state, inputs: declared, observed: state, retired };
    }
    if (seen.wire === undefined || stillAwaited(definition, seen.wire) !== undefined) return undefined;
    const wire = carried(definition, seen.wire, { by: "state", state });
    const stored = store(definition, wire, at, { declared, previous: state });
    const observed: Values = definition.fromWire(wire, at, declared);
    const title = titleOf(definition, id);
    warnOfKeptInputs(definition, title, keptInputs(definition, { wire, observed, declared, held: state }), context);
    reportHiddenDrift(definition, { title, declared, found: stored.inputs, wire }, context);
    warnOfUnsupported({ title, state: stored.state, declared }, context.report, state);
    return { ...stored, observed };
  });
}

/** The differences that a read found from the program's declarations. */
interface Drift {
  /** How messages name the object. */
  readonly title: Text;
  readonly declared: Values;
  readonly found: Values;
  readonly wire: Wire;
}

/**
 * Reports drift that the engine can't show: a secret is `[secret]` on both sides of a difference, and no field shows
 * why something changed.
 */
function reportHiddenDrift(definition: AnyResource, { title, declared, found, wire }: Drift, context: Context): void {
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    if (declared[name] === undefined || sameStored(rules, declared[name], found[name])) continue;
    warnWhyDrifted(definition, name, wire, context);
    if (rules.secret === true)
      context.report.info(
        message`${fieldName(name)} (secret) of ${title} differs from the state: it was changed outside this program.`,
      );
  }
}
