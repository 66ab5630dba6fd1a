import type { AnyResource } from "../../model/definition.ts";
import { parseId } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { declaredTitleOf } from "../../model/title.ts";
import { withAdoptAdvice } from "../adoption/resolve-id.ts";
import { exclusively } from "../creation/exclusive.ts";
import { filledIn, lacksSetting } from "../hooks.ts";
import { withDependencies, withLocation } from "../location.ts";
import { explaining, named } from "../operation-error.ts";
import { Operation } from "../operation.ts";
import { isRetired, retiredProblem } from "../retired.ts";
import type { Context } from "../session/session.ts";
import { migrate, type Prior, scopeOf, type Stored } from "../state.ts";

/** An engine's request. */
export interface Asked {
  readonly definition: AnyResource;
  readonly inputs: Values;
  readonly context: Context;
  /** Undefined for an object that is in no state. */
  readonly prior: Prior | undefined;
}

/** The other phases. `state` has the present shape, and is undefined for an object that is in no state. */
export type Phases = (operation: Operation, state: Values | undefined) => Promise<Stored>;

/** Phase 1: creates the operation, and keeps everything else off the object while it runs. */
export function begin(asked: Asked, phases: Phases): Promise<Stored> {
  const { prior } = asked;
  return prior === undefined ? beginCreate(asked, phases) : beginUpdate(asked, prior, phases);
}

function beginCreate({ definition, inputs, context }: Asked, phases: Phases): Promise<Stored> {
  const title = declaredTitleOf(definition, inputs);
  return explaining({ verb: "create", resource: definition.name, title }, () => {
    const beginWith = (whole: Values): Promise<Stored> => {
      const scope = withLocation(definition, scopeOf(definition, whole), whole);
      const operation = new Operation(definition, whole, scope, context);
      return exclusively(operation, () => withAdoptAdvice(operation, () => phases(operation, undefined)));
    };
    // Values that were unknown in the preview are known by now. Everything else begins at once, before later requests.
    if (!lacksSetting(definition, inputs)) return beginWith(inputs);
    return filledIn(definition, inputs, () => context).then(beginWith);
  });
}

function beginUpdate({ definition, inputs, context }: Asked, prior: Prior, phases: Phases): Promise<Stored> {
  return explaining({ verb: "update", ...named(definition, prior.id) }, () => {
    const state = migrate(definition, prior.state);
    const located = withLocation(definition, parseId(definition.identity.parts, prior.id), state);
    const at = withDependencies(definition, located, inputs);
    const operation = new Operation(definition, inputs, at, context);
    return phases(operation, state).catch(async (error: unknown) => {
      if (await isRetired(definition, at, error, context)) throw retiredProblem(definition, operation.title, error);
      throw error;
    });
  });
}
