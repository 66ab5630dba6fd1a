import { check as checkInputs, type Checked, type CheckSettings } from "../model/check.ts";
import { identityIn } from "../model/declared-identity.ts";
import { type AnyResource, fieldsOf, HELD_BACK, STATUS } from "../model/definition.ts";
import { diffInputs, type FieldChange } from "../model/diff.ts";
import { formatId, type IdentityParts, parseId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { titleOf } from "../model/title.ts";
import { firstLineOf } from "./failure.ts";
import { comparisonWith } from "./fingerprint.ts";
import { guardPreview } from "./guards.ts";
import { remarkAhead } from "./remarks.ts";
import type { Context } from "./session/session.ts";
import { declaredIn, migrate } from "./state.ts";

/** Validates what the user wrote and fills in defaults; for a new object, guards that can judge now are asked. */
export async function check(
  definition: AnyResource,
  news: Values,
  options: { readonly settings: CheckSettings; readonly isNew: boolean },
  context: () => Context,
): Promise<Checked> {
  const checked = checkInputs(definition, news, options.settings);
  if (options.isNew && checked.problems.length === 0) {
    const at = identityIn(definition, checked.inputs) as IdentityParts;
    await guardPreview(definition, { verb: "create", inputs: checked.inputs, state: undefined }, at, context);
    await remarkAhead(definition, at, { inputs: checked.inputs, state: undefined }, context);
  }
  return checked;
}

/** What an update would do. */
export interface Plan {
  /** Field by field; empty when nothing is to be done. */
  readonly changes: readonly FieldChange[];
  /** Names of the fields that make the object be replaced; empty for a change in place. */
  readonly replaces: readonly string[];
}

/**
 * Compares state and declaration; at most one shared listing is read, and only for settings that were held back and
 * for guards that judge in a preview by the object.
 *
 * A setting that waits for the resource's gate is no difference until the gate is open: then it is one, once.
 */
export async function diff(
  definition: AnyResource,
  id: string,
  oldState: Values,
  inputs: Values,
  context: () => Context,
): Promise<Plan> {
  const at = parseId(definition.identity.parts, id);
  const state = migrate(definition, oldState);
  // From here on no create of this run takes the object over.
  context().session.ownership.own(definition, id, "known");
  const changes = await changesIn(definition, at, { state, inputs }, context);
  const replaces = changes.filter((change) => change.effect === "replace").map((change) => change.path);
  if (changes.length > 0) {
    const asked =
      replaces.length > 0
        ? ({ verb: "delete", inputs: declaredIn(definition, state), state } as const)
        : ({ verb: "update", inputs, state } as const);
    await guardPreview(definition, asked, at, context);
  }
  const held = changes.length === 0 ? state : undefined;
  if (replaces.length === 0) await remarkAhead(definition, at, { inputs, state: held }, context);
  return { changes, replaces };
}

/**
 * What differs between state and declaration, and what an update has to do although nothing does: what a refresh and a
 * report of drift call changed. No guard is asked.
 *
 * @param sides - state of the present shape, and the inputs that are declared
 */
export async function changesIn(
  definition: AnyResource,
  at: IdentityParts,
  { state, inputs }: { readonly state: Values; readonly inputs: Values },
  context: () => Context,
): Promise<FieldChange[]> {
  const differences = diffInputs(definition, state, inputs, comparisonWith(state));
  const isFinal = definition.isFinal?.(state) === true;
  const changes = isFinal ? differences.filter(({ effect }) => effect !== "update") : differences;
  const changed = new Set(changes.map((change) => change.path));
  const waiting = heldBackIn(state).filter((name) => !changed.has(name) && inputs[name] !== undefined);
  if (waiting.length > 0) changes.push(...(await released(definition, at, waiting, context())));
  return [...changes, ...(await overdue(definition, at, { state, inputs }, context))];
}

/**
 * Whether an update only changes what state holds, so that nothing has to be read or sent.
 *
 * An update without any change is not: the engine asks for it to complete what failed in part before.
 */
export function isStoredOnly(
  definition: AnyResource,
  {
    state,
    inputs,
    changes,
  }: { readonly state: Values; readonly inputs: Values; readonly changes: readonly FieldChange[] },
): boolean {
  if (changes.length === 0 || heldBackIn(state).length > 0 || definition.wait !== undefined) return false;
  if (definition.deferral?.isDeferred(state) === true || definition.due?.(state, inputs) !== undefined) return false;
  return changes.every((change) => change.effect === "store");
}

/** A write that is due although no input differs, and an object that could not be made before and perhaps can be now. */
async function overdue(
  definition: AnyResource,
  at: IdentityParts,
  { state, inputs }: { readonly state: Values; readonly inputs: Values },
  context: () => Context,
): Promise<FieldChange[]> {
  const announce = (reason: string): FieldChange[] => [
    { path: definition.dueOutput ?? STATUS, kind: "change", effect: "update", secret: false, reason },
  ];
  const reason = definition.due?.(state, inputs);
  if (reason !== undefined) return announce(reason);
  const { deferral } = definition;
  if (deferral?.isDeferred(state) !== true) return [];
  const { session, report, call } = context();
  try {
    const wire = await session.lists.find(definition, at, call);
    if (wire === undefined || !deferral.isDeferred(definition.fromWire(wire, at))) return announce("can be made now");
    report.warn(`${titleOf(definition, formatId(definition.identity.parts, at))} still waits: ${deferral.reason}.`);
  } catch (error) {
    report.warn(`Could not look whether this ${definition.name} can be made now: ${firstLineOf(error)}`);
  }
  return [];
}

/** The names that a state lists as held back. */
export function heldBackIn(state: Values): string[] {
  const held = state[HELD_BACK];
  return Array.isArray(held) ? held.filter((name) => typeof name === "string") : [];
}

async function released(
  definition: AnyResource,
  at: IdentityParts,
  waiting: readonly string[],
  { session, report, call }: Context,
): Promise<FieldChange[]> {
  let isOpen: boolean;
  try {
    const wire = await session.lists.find(definition, at, call);
    isOpen = wire !== undefined && definition.gate?.isOpen(wire) === true;
  } catch (error) {
    report.warn(`Could not look whether ${waiting.join(", ")} can be set now: ${firstLineOf(error)}`);
    return [];
  }
  if (!isOpen) {
    report.warn(`${waiting.join(", ")} held back: ${definition.gate?.reason ?? ""}.`);
    return [];
  }
  return fieldsOf(definition, "inputs")
    .filter(([path]) => waiting.includes(path))
    .map(([path, rules]) => ({
      path,
      kind: "change",
      effect: "update",
      secret: rules.secret === true,
      reason: "was held back and can be set now",
    }));
}
