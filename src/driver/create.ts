import { ADOPT, type AnyResource, existsByNature, HELD_BACK } from "../model/definition.ts";
import { unshownInputs } from "../model/write-only.ts";
import { OrgformProblem, PartialResultError } from "../model/diagnostics.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { declaredTitleOf, titleOf } from "../model/title.ts";
import { ensure, type Ensured } from "./ensure.ts";
import { exclusively } from "./exclusive-create.ts";
import { explaining } from "./failure.ts";
import { guard, guardObject } from "./guards.ts";
import { observe } from "./observe.ts";
import { runOnce } from "./run-once.ts";
import type { Context } from "./session/session.ts";
import { scopeOf, store, type Stored } from "./state.ts";
import { desiredFrom, sync, type SyncProgress } from "./sync.ts";
import { claimedTwice, findAdopted, whyNotOurs } from "./take-over.ts";
import { awaitOutside } from "./wait.ts";

/**
 * Creates what is declared, or takes over what a killed earlier run made of it.
 *
 * @throws PartialResultError when the object exists and a later step failed: id and what is known go into state.
 */
export async function create(definition: AnyResource, inputs: Values, context: Context): Promise<Stored> {
  if (definition.runs !== undefined) return runOnce(definition.runs, definition, inputs, context);
  return explaining("create", declaredTitleOf(definition, inputs), () =>
    exclusively(definition, inputs, context, () => make(definition, inputs, context)),
  );
}

async function make(definition: AnyResource, inputs: Values, context: Context): Promise<Stored> {
  const scope = scopeOf(definition, inputs);
  const asked = { verb: "create", inputs, state: undefined } as const;
  await guard(definition, asked, context);
  const target = existsByNature(definition)
    ? await existing(definition, inputs, scope, context)
    : await ensure(definition, inputs, scope, context);
  if (!target.isNew) await guardObject(definition, asked, target.wire, context);
  const { ownership } = context.session;
  // Found free and claimed meanwhile: no other call comes between this look and the claim.
  if (ownership.kindOf(definition, target.id) !== undefined) throw claimedTwice(definition, target.id);
  ownership.own(definition, target.id, "made");
  const progress: SyncProgress = {
    wire: target.wire,
    // What existed before and was not changed stays out of state: a destroy would delete it.
    wrote: !existsByNature(definition) && inputs[ADOPT] === undefined,
    unsent: new Set(target.isNew ? [] : unshownInputs(definition)),
    state: {},
  };
  try {
    await sync(definition, target.at, desiredFrom(definition, inputs), progress, context);
    progress.wire = await awaitOutside(definition, target.at, inputs, progress.wire, context);
  } catch (error) {
    if (!progress.wrote) throw error;
    const { id, state } = store(definition, progress.wire, target.at, { declared: inputs, unsent: progress.unsent });
    throw new PartialResultError(`${titleOf(definition, id)} is incomplete`, id, state, error);
  }
  const stored = store(definition, progress.wire, target.at, { declared: inputs });
  warnOfWaiting(definition, stored, context);
  return stored;
}

/** The object that a settings resource sets: it must exist, and must not hold somebody else's settings. */
async function existing(
  definition: AnyResource,
  inputs: Values,
  at: IdentityParts,
  context: Context,
): Promise<Ensured> {
  const id = formatId(definition.identity.parts, at);
  if (inputs[ADOPT] !== undefined) await findAdopted(definition, inputs, at, context);
  // What only a list shows is looked for in the shared one: many are created, and each look of its own would be a list.
  const wire = await observe(definition, at, context, { fresh: definition.ops.read !== undefined });
  if (wire === undefined) {
    throw new OrgformProblem(
      "missing_object",
      `There is no object for this ${definition.name}`,
      `The inputs name ${id}. Create it first, or correct its id.`,
    );
  }
  if (context.session.ownership.kindOf(definition, id) !== undefined) throw claimedTwice(definition, id);
  const found = { wire, at, id };
  const why = inputs[ADOPT] === undefined ? await whyNotOurs(definition, found, inputs, context) : undefined;
  if (why !== undefined) throw foreignSettings(definition, id, why);
  return { ...found, isNew: false };
}

function foreignSettings(definition: AnyResource, id: string, why: string): OrgformProblem {
  return new OrgformProblem(
    "adoption_conflict",
    `${titleOf(definition, id)} is set otherwise`,
    `Nothing was written. What differs: ${why}.\nTo take it over and change it to what is declared, set \`adopt: ${JSON.stringify(id)}\`.`,
  );
}

/** Says what waits, the object itself or declared settings of it, and for what. */
export function warnOfWaiting(definition: AnyResource, stored: Stored, { report }: Context): void {
  if (definition.deferral?.isDeferred(stored.state) === true) {
    report.warn(`${titleOf(definition, stored.id)} is not made yet: ${definition.deferral.reason}.`);
  }
  const held = stored.state[HELD_BACK];
  if (!Array.isArray(held) || held.length === 0) return;
  report.warn(
    `${held.join(", ")} of this ${definition.name} held back: ${definition.gate?.reason ?? ""}. It is set by the first update after that.`,
  );
}
