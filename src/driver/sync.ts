import { mayHaveBeenApplied } from "../client/errors.ts";
import type { Before } from "../model/call.ts";
import { type AnyResource, fieldsOf } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { sameStored } from "../model/diff.ts";
import { isHidden } from "../model/field.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import { pick, type Values } from "../model/json-value.ts";
import { titleOf } from "../model/title.ts";
import { observe } from "./observe.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";

/** A change whose answer was lost is looked at and sent at most once more. */
const MAX_WRITES = 2;

/** The course of a sync, readable also after it failed. */
export interface SyncProgress {
  /** The last observation. */
  wire: Wire;
  /** Something was made or changed, or may have been; a refused write changes nothing. */
  wrote: boolean;
  /** Write-only inputs that the service does not surely hold: it cannot be asked for them, so they are sent. */
  unsent: ReadonlySet<string>;
  /** What state held before; empty while the object is not in state. */
  readonly state: Values;
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
  desired: Values,
  progress: SyncProgress,
  context: Context,
): Promise<void> {
  const sent = new Map<string, { count: number; lost: Error | undefined }>();
  for (;;) {
    const { names, isDue } = pending(definition, at, desired, progress);
    if (names.length === 0 && !isDue) return;
    const next = nextWrite(definition, at, { names, desired, progress }, context);
    const before = sent.get(next?.key ?? "") ?? { count: 0, lost: undefined };
    if (next === undefined || before.count === MAX_WRITES) throw before.lost ?? notApplied(definition, at, names);
    const lost = await write(definition, at, next.send, progress, context);
    sent.set(next.key, { count: before.count + 1, lost });
    if (lost === undefined)
      progress.unsent = new Set([...progress.unsent].filter((name) => !next.names.includes(name)));
  }
}

/** One request that changes something. */
interface Write {
  /** What is counted as the same write when it has to be repeated. */
  readonly key: string;
  /** The inputs that it sets. */
  readonly names: readonly string[];
  readonly send: () => Promise<Wire | undefined>;
}

/** The next of the requests that set these inputs: those of one body together, then each that has its own call. */
function nextWrite(
  definition: AnyResource,
  at: IdentityParts,
  change: { readonly names: readonly string[]; readonly desired: Values; readonly progress: SyncProgress },
  { session, call }: Context,
): Write | undefined {
  const { names, desired, progress } = change;
  const { update, setters = {} } = definition.ops;
  const before: Before<Wire> = { wire: progress.wire, state: progress.state, desired };
  const together = names.filter((name) => setters[name] === undefined);
  // An object that is due is written although no input differs.
  if (together.length > 0 || names.length === 0) {
    if (update === undefined) return undefined;
    const body: unknown = definition.toWire(pick(desired, together), before);
    return { key: "", names: together, send: () => update(session.api, at, body, call) };
  }
  const [name = ""] = names;
  const setter = setters[name];
  if (setter === undefined) return undefined;
  return { key: name, names: [name], send: () => setter(session.api, at, desired[name], before, call) };
}

/** Sends one change and notes what is the case afterwards; returns the failure that lost its answer. */
async function write(
  definition: AnyResource,
  at: IdentityParts,
  send: () => Promise<Wire | undefined>,
  progress: SyncProgress,
  context: Context,
): Promise<Error | undefined> {
  let lost: Error | undefined;
  try {
    const answer = await send();
    progress.wrote = true;
    if (answer !== undefined) {
      context.session.lists.put(definition, at, answer);
      progress.wire = answer;
      return undefined;
    }
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    // The answer was lost, not the change perhaps: the next look decides whether it is sent again.
    progress.wrote = true;
    lost = error as Error;
  }
  progress.wire = await reread(definition, at, context);
  return lost;
}

async function reread(definition: AnyResource, at: IdentityParts, context: Context): Promise<Wire> {
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire !== undefined) return wire;
  throw new OrgformProblem(
    "missing_object",
    `${titleOf(definition, formatId(definition.identity.parts, at))} vanished meanwhile`,
    "It was deleted while it was being changed. Refresh, then run the update again: it is made anew.",
  );
}

/** What is still to be sent. */
interface Pending {
  /** Names of the inputs that differ, can be changed in place, and are not held back. */
  readonly names: string[];
  /** The object has to be written whatever its inputs. */
  readonly isDue: boolean;
}

function pending(definition: AnyResource, at: IdentityParts, desired: Values, progress: SyncProgress): Pending {
  const observed: Values = definition.fromWire(progress.wire, at, desired);
  if (definition.isFinal?.(observed) === true) return { names: [], isDue: false };
  const isGateOpen = definition.gate?.isOpen(progress.wire) ?? true;
  const names = fieldsOf(definition, "inputs")
    .filter(([, rules]) => rules.onChange !== "none" && rules.onChange !== "replace")
    .filter(([name]) => desired[name] !== undefined)
    .filter(([, rules]) => rules.gated !== true || isGateOpen)
    .filter(([name, rules]) =>
      isHidden(rules, observed[name]) ? progress.unsent.has(name) : !sameStored(rules, desired[name], observed[name]),
    )
    .map(([name]) => name);
  return { names, isDue: definition.due?.(observed, desired) !== undefined };
}

function notApplied(definition: AnyResource, at: IdentityParts, names: readonly string[]): OrgformProblem {
  return new OrgformProblem(
    "not_applied",
    `Not all of ${titleOf(definition, formatId(definition.identity.parts, at))} was kept`,
    `The service accepted ${names.join(", ")}, but a read shows another value. ` +
      "The plan or the version of the service may not support it.",
  );
}
