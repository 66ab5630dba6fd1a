import { type AnyResource, fieldsOf, isSettings } from "../model/definition.ts";
import { OrgformProblem, PartialResultError } from "../model/diagnostics.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { ensure, type Ensured } from "./ensure.ts";
import { guard } from "./guards.ts";
import { observe } from "./observe.ts";
import type { Context } from "./session.ts";
import { HELD_BACK, scopeOf, store, type Stored } from "./state.ts";
import { desiredFrom, sync, type SyncProgress } from "./sync.ts";
import { findAdopted, whyNotOurs } from "./take-over.ts";
import { awaitOutside } from "./wait.ts";

/**
 * Creates what is declared, or takes over what a killed earlier run made of it.
 *
 * @throws PartialResultError when the object exists and a later step failed: id and what is known go into state.
 */
export async function create(definition: AnyResource, inputs: Values, context: Context): Promise<Stored> {
  const scope = scopeOf(definition, inputs);
  const target = isSettings(definition)
    ? await existing(definition, inputs, scope, context)
    : await ensureGuarded(definition, inputs, scope, context);
  context.session.claims.claim(definition, target.id, "made");
  const progress: SyncProgress = { wire: target.wire, wrote: !isSettings(definition) };
  try {
    const resend = new Set(target.isNew ? [] : writeOnlyFields(definition));
    await sync(definition, target.at, { values: desiredFrom(definition, inputs), resend }, progress, context);
    progress.wire = await awaitOutside(definition, target.at, inputs, progress.wire, context);
    const stored = store(definition, progress.wire, target.at, inputs);
    warnHeldBack(definition, stored, context);
    return stored;
  } catch (error) {
    if (!progress.wrote) throw error;
    const { id, state } = store(definition, progress.wire, target.at, inputs);
    throw new PartialResultError(`${definition.name} ${id} exists, but is not complete`, id, state, error);
  }
}

async function ensureGuarded(
  definition: AnyResource,
  inputs: Values,
  scope: IdentityParts,
  context: Context,
): Promise<Ensured> {
  guard(definition, { verb: "create", inputs, state: undefined }, undefined);
  return ensure(definition, inputs, scope, context);
}

/** The object that a settings resource sets: it must exist, and must not hold somebody else's settings. */
async function existing(
  definition: AnyResource,
  inputs: Values,
  at: IdentityParts,
  context: Context,
): Promise<Ensured> {
  const id = formatId(definition.identity.parts, at);
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire === undefined) {
    throw new OrgformProblem("missing_object", `There is no object ${id} for this ${definition.name}`, "Check its id.");
  }
  const found = { wire, at, id };
  if (inputs["adopt"] === undefined) {
    const why = await whyNotOurs(definition, found, inputs, context);
    if (why !== undefined) throw foreignSettings(definition, id, why);
  } else {
    const adopted = await findAdopted(definition, inputs, at, context);
    if (adopted.id !== id) throw adoptsAnother(definition, id, adopted.id);
  }
  guard(definition, { verb: "create", inputs, state: undefined }, wire);
  return { ...found, isNew: false };
}

function foreignSettings(definition: AnyResource, id: string, why: string): OrgformProblem {
  return new OrgformProblem(
    "adoption_conflict",
    `${definition.name} ${id} is set already, and not to what is declared`,
    `Nothing was written. What differs: ${why}.\nTo take it over and change it to what is declared, set \`adopt: ${JSON.stringify(id)}\`.`,
  );
}

function adoptsAnother(definition: AnyResource, id: string, adopted: string): OrgformProblem {
  return new OrgformProblem(
    "adoption_failed",
    `\`adopt\` of this ${definition.name} names ${adopted}, its inputs name ${id}`,
    "Give the same object in both places, or leave `adopt` out.",
  );
}

function writeOnlyFields(definition: AnyResource): string[] {
  return fieldsOf(definition, "inputs")
    .filter(([, rules]) => rules.writeOnly === true)
    .map(([name]) => name);
}

/** Says which declared settings wait, and for what. */
export function warnHeldBack(definition: AnyResource, stored: { readonly state: Values }, { report }: Context): void {
  const held = stored.state[HELD_BACK];
  if (!Array.isArray(held) || held.length === 0) return;
  report.warn(
    `${held.join(", ")} of this ${definition.name} held back: ${definition.gate?.reason ?? ""}. It is set by the first update after that.`,
  );
}
