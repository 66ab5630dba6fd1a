import { isAction } from "../../model/action.ts";
import { wronglyTyped } from "../../model/check.ts";
import { identityIn } from "../../model/declared-identity.ts";
import { type IdentityParts, parseId } from "../../model/identity.ts";
import { type AnyResource, fieldsOf } from "../../model/definition.ts";
import { argumentProblem } from "../../model/diagnostics.ts";
import { effectOf } from "../../model/diff.ts";
import type { FieldChange } from "../../model/field-change.ts";
import type { Values } from "../../model/json-value.ts";
import { deletesBeforeReplacement } from "../../model/hook-of.ts";
import { titleOf } from "../../model/title.ts";
import { warnOfRerun } from "../functions/action.ts";
import { guardPreview } from "../guards.ts";
import { changesForService, warnInPreview, warnInPlan } from "../hooks.ts";
import { refuseUnsupportedChange } from "../hooks/unsupported-inputs.ts";
import { withDependencies, withLocation } from "../location.ts";
import type { Context } from "../session/session.ts";
import { declaredIn, migrate, type Prior } from "../state.ts";
import { warnOfUnsupported } from "../unsupported-settings.ts";
import { type Sides, type Compared, changesIn, replacing } from "./changes.ts";
import { refuseSecondDeclaration } from "./declared-twice.ts";
import { outputsAfter } from "./outputs.ts";
import { runPreviewChecks } from "./preview.ts";
import { refuseUnknownReferences } from "./references.ts";

/** The effect of an apply on an object in the state. */
export interface Plan {
  /** Field by field; empty when nothing is to be done. */
  readonly changes: readonly FieldChange[];
  /** Names of the fields that make the object be replaced; empty for a change in place. */
  readonly replaces: readonly string[];
  /** Whether a replacement deletes the old object before it creates the new one. */
  readonly deletesFirst: boolean;
  /** The service's values after the apply: those that certainly stay unchanged, and `UNKNOWN`. */
  readonly outputs: Values;
}

/** How an engine uses a plan. */
export interface PlanOptions {
  /**
   * The engine carries out the kind of change that was announced, also when a value turns out to be another one: an
   * unknown value of a field whose change replaces the object counts as a replacement. Else it counts as a change in
   * place until it is known, because an engine deletes dependents for a replacement.
   */
  readonly unknownReplaces?: boolean;
}

/**
 * Compares state and declaration; reads at most one shared list, and only for deferred settings and for guards that
 * check the object in a preview.
 *
 * A setting that waits for a precondition is no difference until the precondition is met: then it is one, once.
 *
 * @throws arguments_invalid for inputs that no check accepts: of another type than their field
 */
export async function plan(
  definition: AnyResource,
  inputs: Values,
  context: () => Context,
  prior: Prior,
  { unknownReplaces = false }: PlanOptions = {},
): Promise<Plan> {
  // First, because it knows the values that no message can show.
  const { ownership } = context().session;
  const problems = wronglyTyped(definition, inputs);
  if (problems.length > 0) throw argumentProblem(definition, problems, "inputs");
  const state = migrate(definition, prior.state);
  const located = withLocation(definition, parseId(definition.identity.parts, prior.id), state);
  const at = withDependencies(definition, located, inputs);
  // From here on no create of this run takes the object over.
  ownership.own(definition, prior.id, "known");
  ownership.hold(definition, prior.id);
  const found = await changesIn(definition, at, { state, inputs }, context);
  const served = await changesForService(definition, at, { changes: found, state, inputs }, context);
  const changes = unknownReplaces ? served.map((change) => announced(definition, { state, inputs }, change)) : served;
  const replaces = replacing(changes);
  refuseSecondDeclaration(definition, at, inputs, context(), { id: prior.id, isChanged: changes.length > 0 });
  if (changes.length > 0) await previewUpdate(definition, { id: prior.id, at, state, inputs, changes }, context);
  const held = changes.length === 0 ? state : undefined;
  if (replaces.length === 0) {
    const kept = Object.fromEntries(
      Object.entries(inputs).filter(([name]) => !changes.some(({ path }) => path === name)),
    );
    warnOfUnsupported({ title: titleOf(definition, prior.id), state, declared: kept }, context().report);
    await warnInPlan(definition, at, { inputs, state: held }, context);
  }
  if (isAction(definition)) warnOfRerun(definition, inputs, changes, context());
  return {
    changes,
    replaces,
    deletesFirst: deletesBeforeReplacement(definition),
    outputs: outputsAfter(definition, { state, inputs, changes }),
  };
}

/** Asks the service whether it would let a change pass. */
async function previewUpdate(
  definition: AnyResource,
  { id, at, state, inputs, changes }: Compared & { readonly id: string; readonly at: IdentityParts },
  context: () => Context,
): Promise<void> {
  const isReplaced = replacing(changes).length > 0;
  const asked = isReplaced
    ? ({ verb: "delete", inputs: declaredIn(definition, state), state } as const)
    : ({ verb: "update", inputs, state } as const);
  const looks = async (): Promise<void> => {
    await refuseUnsupportedChange(definition, at, { inputs, changes }, context);
    await guardPreview(definition, asked, at, context);
    if (changes.some(({ effect }) => effect === "update")) await warnInPreview(definition, asked, context);
  };
  const foreseen = { definition, verb: "update", title: titleOf(definition, id) } as const;
  const looksAtAll = async (): Promise<void> => {
    await looks();
    // Resolved outputs of the existing object hold for its replacement only if that is in the same list.
    const where = isReplaced ? withLocation(definition, identityIn(definition, inputs), inputs) : at;
    const changed = new Set(changes.map(({ path }) => path));
    await refuseUnknownReferences({ ...foreseen, at: where, inputs, changed }, context());
  };
  // A change that is only stored requests nothing from the service, whatever the key can do.
  await (changes.every(({ effect }) => effect === "store") ? looks() : runPreviewChecks(foreseen, context, looksAtAll));
}

/** A change to an unknown value, as its strongest possible effect. */
function announced(definition: AnyResource, { state, inputs }: Sides, change: FieldChange): FieldChange {
  const { path, kind } = change;
  const rules = fieldsOf(definition, "inputs").find(([name]) => name === path)?.[1];
  if (kind !== "unknown" || rules === undefined) return change;
  return { ...change, effect: effectOf(definition, rules, { before: state[path], after: inputs[path] }) };
}
