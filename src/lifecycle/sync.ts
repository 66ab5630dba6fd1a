import { mayHaveBeenApplied } from "../api/errors.ts";
import { type AnyResource, fieldsOf } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { sameStored } from "../model/diff.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import { pick, type Values } from "../model/json-value.ts";
import { observe } from "./observe.ts";
import type { Context } from "./session.ts";
import type { Wire } from "./snapshot.ts";

/** A change whose answer was lost is looked at and sent at most once more. */
const MAX_WRITES = 2;

/** What is to hold, and what of it cannot be compared. */
export interface Desired {
  /** Inputs by name; a field that left the program stands with the service's default. */
  readonly values: Values;
  /** Write-only inputs that changed: the service cannot be asked for them, so they are sent. */
  readonly resend: ReadonlySet<string>;
}

/** The course of a sync, readable also after it failed. */
export interface SyncProgress {
  /** The last observation. */
  wire: Wire;
  /** A write was sent, whether its answer arrived or not. */
  wrote: boolean;
}

/** What is to hold after an update: the declared inputs, and the service's default for each that was removed. */
export function desiredFrom(definition: AnyResource, inputs: Values, before: Values = {}): Values {
  const desired: Record<string, unknown> = { ...inputs };
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    if (inputs[name] === undefined && before[name] !== undefined && "serviceDefault" in rules) {
      desired[name] = rules.serviceDefault;
    }
  }
  return desired;
}

/**
 * Brings the object to what is desired: sends only what differs from the last observation, nothing when nothing does.
 *
 * @throws not_applied when the service accepted a change and did not keep it.
 */
export async function sync(
  definition: AnyResource,
  at: IdentityParts,
  desired: Desired,
  progress: SyncProgress,
  context: Context,
): Promise<void> {
  let unsent = desired.resend;
  let lost: unknown;
  for (let writes = 0; ; writes += 1) {
    const names = pending(definition, at, { values: desired.values, resend: unsent }, progress.wire);
    if (names.length === 0) return;
    if (writes === MAX_WRITES) throw lost ?? notApplied(definition, at, names);
    const body: unknown = definition.toWire(pick(desired.values, names));
    progress.wrote = true;
    const answer = await write(definition, at, body, context);
    lost = answer.lost;
    if (lost === undefined) unsent = new Set();
    progress.wire = answer.wire;
  }
}

async function write(
  definition: AnyResource,
  at: IdentityParts,
  body: unknown,
  context: Context,
): Promise<{ wire: Wire; lost?: unknown }> {
  const { session, call } = context;
  try {
    const answer: Wire | undefined = await definition.ops.update?.(session.api, at, body, call);
    if (answer !== undefined) session.snapshot.put(definition, at, answer);
    return { wire: answer ?? (await reread(definition, at, context)) };
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    // The answer was lost, not the change perhaps: the next look decides whether it is sent again.
    return { wire: await reread(definition, at, context), lost: error };
  }
}

async function reread(definition: AnyResource, at: IdentityParts, context: Context): Promise<Wire> {
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire !== undefined) return wire;
  throw new OrgformProblem(
    "missing_object",
    `${definition.name} ${formatId(definition.identity.parts, at)} was deleted while it was being changed`,
    "Refresh, then run the update again.",
  );
}

/** Names of the inputs that have to be sent: they differ, can be changed in place, and are not held back. */
function pending(definition: AnyResource, at: IdentityParts, desired: Desired, wire: Wire): string[] {
  const observed: Values = definition.fromWire(wire, at);
  const isGateOpen = definition.gate?.isOpen(wire) ?? true;
  return fieldsOf(definition, "inputs")
    .filter(([, rules]) => rules.onChange !== "none" && rules.onChange !== "replace")
    .filter(([name]) => desired.values[name] !== undefined)
    .filter(([, rules]) => rules.gated !== true || isGateOpen)
    .filter(([name, rules]) =>
      rules.writeOnly === true ? desired.resend.has(name) : !sameStored(rules, desired.values[name], observed[name]),
    )
    .map(([name]) => name);
}

function notApplied(definition: AnyResource, at: IdentityParts, names: readonly string[]): OrgformProblem {
  return new OrgformProblem(
    "not_applied",
    `The service did not keep ${names.join(", ")} of ${definition.name} ${formatId(definition.identity.parts, at)}`,
    "It accepted the change, but a read shows the old value. The plan or the version of the service may not support it.",
  );
}
