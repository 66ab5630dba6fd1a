import { mayHaveBeenApplied } from "../../client/errors.ts";
import { hasServiceDefault, serviceDefaultOf } from "../../model/service-default.ts";
import { isForProvider } from "../../model/on-change.ts";
import type { Before } from "../../model/call.ts";
import { type AnyResource, fieldsOf } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { sameStored } from "../../model/diff.ts";
import { isHidden } from "../../model/field.ts";
import { hasParent } from "../../model/parts.ts";
import { pick, type Values } from "../../model/json-value.ts";
import { carried, isFinal, whyPending } from "../hooks.ts";
import { observe } from "../observe.ts";
import type { Operation } from "../operation.ts";
import type { Wire } from "../session/list-cache.ts";
import { writeContextIn } from "../session/session.ts";
import { fieldNames, message } from "../../model/messages.ts";
import { isPendingCreation } from "../hooks/pending-creation.ts";
import { pendingBy, pendingNow } from "../hooks/quota.ts";
import { takesDeferrable, isDeferrable } from "../hooks/deferred-fields.ts";
import { sortUnsupported, unsupportedSetting } from "../hooks/unsupported-inputs.ts";
import { serializedChange } from "../hooks/serialized-requests.ts";

/** A change whose answer was lost is looked at and sent at most once more. */
const MAX_WRITES = 2;

/** The starting point of a sync. */
export interface SyncStart {
  /** The last observation. */
  readonly wire: Wire;
  /** Something was created or changed, or might have been; a refused write changes nothing. */
  readonly wrote: boolean;
  /** Write-only inputs that the service might not have: it can't be asked for them, so they are sent. */
  readonly unsent: ReadonlySet<string>;
  /** The earlier values in the state; empty while the object isn't in the state. */
  readonly state: Values;
}

/** The progress of a sync. */
export interface Synced extends SyncStart {
  /** Why it was interrupted; undefined if the object has the desired form. */
  readonly failure?: { readonly error: unknown };
}

/** Key of a write that no input requires. It prepares another write, which might have been sent, and lost, before. */
const PENDING = "pending";

/** The desired inputs after an update: the declared ones, and the server-side default for each removed one. */
export function desiredFrom(definition: AnyResource, inputs: Values, before: Values = {}): Values {
  const desired: Record<string, unknown> = { ...inputs };
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    if (inputs[name] === undefined && before[name] !== undefined && hasServiceDefault(rules)) {
      desired[name] = serviceDefaultOf(rules);
    }
  }
  return desired;
}

/**
 * Makes the object match the desired form: sends only differences from the last observation, and nothing if there are
 * none.
 *
 * A failure is part of the result, because earlier writes belong in the state; it is not_applied if the service
 * accepted a change and didn't keep it.
 */
export async function sync(operation: Operation, desired: Values, start: SyncStart): Promise<Synced> {
  const { context } = operation;
  const sent = new Map<string, { count: number; lost: Error | undefined }>();
  let course = start;
  try {
    for (;;) {
      const { names, isPending, refused } = pending(operation, desired, course);
      if (refused.length > 0) throw unsupportedSetting(operation.definition, operation.title, refused);
      if (names.length === 0 && !isPending) return course;
      const held = pendingNow(operation, course.wire);
      if (held !== undefined) return { ...course, wire: held };
      const next = nextWrite(operation, { names, desired, course });
      const before = sent.get(next?.key ?? "") ?? { count: 0, lost: undefined };
      if (next === undefined || before.count === MAX_WRITES) {
        const observed = operation.definition.fromWire(course.wire, operation.at, desired);
        throw before.lost ?? notApplied(operation, names, observed);
      }
      const { answer, lost } = await write(next);
      course = { ...course, wrote: true };
      if (answer !== undefined) context.session.lists.put(operation.definition, operation.at, answer);
      const wire = answer ?? (await reread(operation));
      course = { ...course, wire: carried(operation.definition, wire, { by: "write", before: course.wire }) };
      sent.set(next.key, { count: before.count + 1, lost });
      if (lost === undefined) {
        course = { ...course, unsent: new Set([...course.unsent].filter((name) => !next.names.includes(name))) };
      }
    }
  } catch (error) {
    const held = await pendingBy(operation, error, course.wire);
    if (held !== undefined) return { ...course, wire: held };
    return { ...course, failure: { error } };
  }
}

/** One request that changes something. */
interface Write {
  /** Identifies the same write if it has to be repeated. */
  readonly key: string;
  /** The inputs that it sets. */
  readonly names: readonly string[];
  readonly send: () => Promise<Wire | undefined>;
}

/** The next of the requests that set these inputs: those of one body together, then each that has its own call. */
function nextWrite(
  operation: Operation,
  change: { readonly names: readonly string[]; readonly desired: Values; readonly course: SyncStart },
): Write | undefined {
  const { definition, at, context } = operation;
  const { names, desired, course } = change;
  const { session, call } = context;
  const { update, setters = {} } = definition.ops;
  const before: Before<Wire> = { wire: course.wire, state: course.state, desired };
  const together = names.filter((name) => setters[name] === undefined);
  // An object with a pending update is written although no input differs.
  if (together.length > 0 || names.length === 0) {
    if (update === undefined) return undefined;
    const body: unknown = definition.toWire(pick(desired, together), before);
    const key = together.length > 0 ? "" : PENDING;
    const send = () => update(session.api, at, body, writeContextIn(context), before);
    return { key, names: together, send: () => serializedChange(operation, send) };
  }
  const [name = ""] = names;
  const setter = setters[name];
  if (setter === undefined) return undefined;
  return { key: name, names: [name], send: () => setter(session.api, at, desired[name], before, call) };
}

/** The result of a write that was carried out, or might have been. */
interface Written {
  /** The object as the answer shows it. */
  readonly answer: Wire | undefined;
  /** The answer was lost, not the change perhaps: the next look decides whether it is sent again. */
  readonly lost: Error | undefined;
}

async function write({ send }: Write): Promise<Written> {
  try {
    return { answer: await send(), lost: undefined };
  } catch (error) {
    if (!(error instanceof Error) || !mayHaveBeenApplied(error)) throw error;
    return { answer: undefined, lost: error };
  }
}

async function reread({ definition, at, context, title }: Operation): Promise<Wire> {
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire !== undefined) return wire;
  throw new OrgformProblem(
    "missing_object",
    message`${title} was deleted meanwhile`,
    "It was deleted outside this program while it was being changed. Refresh, then run the update again. It then creates the object again.",
  );
}

/** The writes that remain. */
interface Pending {
  /** Names of the inputs that differ, can be changed in place, and aren't deferred. */
  readonly names: string[];
  /** The object has to be written whatever its inputs. */
  readonly isPending: boolean;
  /** Names of the inputs that differ and that the service doesn't support. */
  readonly refused: readonly string[];
}

function pending({ definition, at, inputs }: Operation, desired: Values, course: SyncStart): Pending {
  const { wire, unsent, state: held } = course;
  const observed: Values = definition.fromWire(wire, at, desired);
  if (isFinal(definition, observed) || isPendingCreation(definition, observed))
    return { names: [], isPending: false, refused: [] };
  const { left, refused } = sortUnsupported(definition, { wire, observed, declared: inputs, held });
  const isMet = takesDeferrable(definition, wire);
  const names = fieldsOf(definition, "inputs")
    .filter(([, rules]) => !isForProvider(rules) && rules.onChange !== "replace")
    .filter(([name]) => desired[name] !== undefined && !left.has(name))
    .filter(([name]) => !isDeferrable(definition, name) || isMet)
    .filter(([name, rules]) =>
      isHidden(rules, observed[name])
        ? hasParent(definition, name, desired) && (unsent.has(name) || !hasParent(definition, name, observed))
        : !sameStored(rules, desired[name], observed[name]),
    )
    .map(([name]) => name);
  return { names, isPending: whyPending(definition, observed, desired) !== undefined, refused };
}

/** The longest value that a message shows, with its quotes. */
const MAX_SHOWN_CHARS = 300;

function notApplied({ definition, title }: Operation, names: readonly string[], observed: Values): OrgformProblem {
  const [name = "", ...others] = names;
  const shown = others.length === 0 ? plainValue(definition, name, observed) : undefined;
  return new OrgformProblem(
    "not_applied",
    message`Not all of ${title} was kept`,
    message`The service accepted ${fieldNames(names)}, but a read shows ${shown ?? "another value"}. The plan or the version of the service may not support it.`,
  );
}

/** The text of a value, if a message can show it: no secret, nothing long, and neither a list nor an object. */
function plainValue(definition: AnyResource, name: string, observed: Values): string | undefined {
  const value = observed[name];
  const [, rules] = fieldsOf(definition, "inputs").find(([one]) => one === name) ?? [];
  if (rules?.secret === true || !["string", "number", "boolean"].includes(typeof value)) return undefined;
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN_CHARS ? undefined : text;
}
