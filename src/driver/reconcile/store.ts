import type { Values } from "../../model/json-value.ts";
import { declaredTitleOf } from "../../model/title.ts";
import { warnOfWritten } from "../hooks.ts";
import { warnOfDeferredFields } from "../hooks/deferred-fields.ts";
import { warnOfPendingCreation } from "../hooks/pending-creation.ts";
import { keptInputs, warnOfKeptInputs } from "../hooks/unsupported-inputs.ts";
import type { Wire } from "../session/list-cache.ts";
import { store, type Stored } from "../state.ts";
import { warnOfUnsupported } from "../unsupported-settings.ts";
import type { Obtained } from "./obtain.ts";

/** Phase 6: the new state, from the last observation; reports differences from the declaration, and their reasons. */
export function storeAndReport({ operation, from, state }: Obtained, wire: Wire): Stored {
  const { definition, inputs, at, context } = operation;
  const stored = store(definition, wire, at, from);
  warnOfPendingCreation(definition, stored, context);
  warnOfDeferredFields(definition, stored.state, context);
  const title = declaredTitleOf(definition, inputs);
  warnOfUnsupported({ title, state: stored.state, declared: inputs }, context.report);
  const observed: Values = definition.fromWire(wire, at, inputs);
  const kept = keptInputs(definition, { wire, observed, declared: inputs, held: state });
  warnOfKeptInputs(definition, operation.title, kept, context);
  warnOfWritten(definition, { title: operation.title, wire, inputs }, context);
  return stored;
}
