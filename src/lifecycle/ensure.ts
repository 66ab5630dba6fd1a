import { isApiError, isTransportError, mayHaveBeenApplied } from "../api/errors.ts";
import { type AnyResource, fieldsOf } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import { pick, type Values } from "../model/json-value.ts";
import { isNotFound } from "./observe.ts";
import type { Context } from "./session.ts";
import type { Wire } from "./snapshot.ts";
import { findAdopted, findOwn, type Found } from "./take-over.ts";

/** Pauses between looks for an object whose create answer was lost: the service may still be at work on it. */
const LOOKS_AFTER_LOSS_MS = [0, 1_000, 2_000] as const;

/** The same after a time-out, where the service is known to be slow. */
const LOOKS_AFTER_TIMEOUT_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** What ensure found or made. */
export interface Ensured extends Found {
  /** The object was made by this call. */
  readonly isNew: boolean;
}

/** Makes sure that the object exists: adopts what the user named, takes over its own earlier try, or makes it. */
export async function ensure(
  definition: AnyResource,
  inputs: Values,
  scope: IdentityParts,
  context: Context,
): Promise<Ensured> {
  if (inputs["adopt"] !== undefined) {
    return { ...(await findAdopted(definition, inputs, scope, context)), isNew: false };
  }
  const earlier = await findOwn(definition, inputs, scope, context);
  if (earlier !== undefined) return { ...earlier, isNew: false };
  return make(definition, inputs, scope, context);
}

async function make(
  definition: AnyResource,
  inputs: Values,
  scope: IdentityParts,
  context: Context,
): Promise<Ensured> {
  for (let isRepeat = false; ; isRepeat = true) {
    try {
      const wire = await send(definition, inputs, scope, context);
      if (wire !== undefined) return { ...wire, isNew: true };
      return { ...(await lookAgain(definition, inputs, scope, context, [...LOOKS_AFTER_LOSS_MS])), isNew: true };
    } catch (error) {
      const found = await afterFailure(definition, inputs, scope, context, error);
      if (found !== undefined) return { ...found, isNew: true };
      if (isRepeat || !wasLost(error) || isTooSlowToRepeat(definition, error)) throw unconfirmed(definition, error);
    }
  }
}

async function send(
  definition: AnyResource,
  inputs: Values,
  scope: IdentityParts,
  { session, call }: Context,
): Promise<Found | undefined> {
  const sendable = fieldsOf(definition, "inputs").filter(([, rules]) => rules.onChange !== "none" && rules.gated !== true);
  const body: unknown = definition.toWire(pick(inputs, sendable.map(([name]) => name)));
  const wire: Wire | undefined = await definition.ops.create?.(session.api, scope, body, call);
  if (wire === undefined) return undefined;
  const at = definition.identity.of(wire, scope);
  session.snapshot.put(definition, at, wire);
  return { wire, at, id: formatId(definition.identity.parts, at) };
}

/** What a failed create left behind: looked for after a conflict and after a lost answer; other failures are final. */
async function afterFailure(
  definition: AnyResource,
  inputs: Values,
  scope: IdentityParts,
  context: Context,
  error: unknown,
): Promise<Found | undefined> {
  const isConflict = isApiError(error) && error.category === "conflict";
  if (isConflict) {
    context.session.snapshot.drop(definition, scope);
    const found = await findOwn(definition, inputs, scope, context);
    if (found === undefined) throw taken(definition, inputs, error);
    return found;
  }
  if (!mayHaveBeenApplied(error)) throw error;
  const pauses = isTimeout(error) ? LOOKS_AFTER_TIMEOUT_MS : LOOKS_AFTER_LOSS_MS;
  return findOwnWithin(definition, inputs, scope, context, [...pauses]);
}

async function findOwnWithin(
  definition: AnyResource,
  inputs: Values,
  scope: IdentityParts,
  context: Context,
  pausesMs: number[],
): Promise<Found | undefined> {
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await context.session.clock.sleep(pauseMs, context.call.signal);
    context.session.snapshot.drop(definition, scope);
    const found = await findOwn(definition, inputs, scope, context);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function lookAgain(
  definition: AnyResource,
  inputs: Values,
  scope: IdentityParts,
  context: Context,
  pausesMs: number[],
): Promise<Found> {
  const found = await findOwnWithin(definition, inputs, scope, context, pausesMs);
  if (found !== undefined) return found;
  throw unconfirmed(definition, undefined);
}

/** The answer never arrived; an answered failure (a 500) is not repeated, it would fail again. */
function wasLost(error: unknown): boolean {
  if (isTransportError(error)) return true;
  return isApiError(error) && [502, 503, 504].includes(error.status);
}

function isTimeout(error: unknown): boolean {
  return isTransportError(error) && error.code === "timeout";
}

/**
 * After a time-out the service may apply the first request at any later moment. Where it keeps the natural key unique
 * a second request is harmless; elsewhere it could make a second object.
 */
function isTooSlowToRepeat(definition: AnyResource, error: unknown): boolean {
  return isTimeout(error) && definition.naturalKey?.isUnique !== true;
}

function unconfirmed(definition: AnyResource, error: unknown): unknown {
  if (error !== undefined && !wasLost(error)) return error;
  return new OrgformProblem(
    "create_unconfirmed",
    `It is not known whether this ${definition.name} was created`,
    `The answer of the service was lost and the object was not found afterwards. Run again: it is looked for before one is made.${causeText(error)}`,
    { cause: error },
  );
}

function taken(definition: AnyResource, inputs: Values, error: unknown): unknown {
  if (isNotFound(error)) return error;
  const fields = (definition.naturalKey?.fields ?? []).map((name) => `${name} ${JSON.stringify(inputs[name])}`);
  return new OrgformProblem(
    "adoption_conflict",
    `${definition.name} with ${fields.join(", ")} is taken`,
    `The service says that it exists, but this API key cannot see it: it belongs to another organization.${causeText(error)}`,
    { cause: error },
  );
}

function causeText(error: unknown): string {
  return error instanceof Error ? `\n${error.message}` : "";
}
