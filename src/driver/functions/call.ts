import { type ApiError, isAbsentRoute, isApiError, isTransportError, mayHaveBeenApplied } from "../../client/errors.ts";
import { type AnyResource, scopePartsOf } from "../../model/definition.ts";
import { argumentProblem, OrgformProblem } from "../../model/diagnostics.ts";
import {
  type AnyFunction,
  availabilityOf,
  contradictionsIn,
  type FunctionCall,
  givesRows,
  LIMIT,
  resultOf,
} from "../../model/function.ts";
import type { IdentityParts } from "../../model/identity.ts";
import { pick, textsByName, type Values } from "../../model/json-value.ts";
import { type Begun, beginOnce } from "./idempotency.ts";
import { list, type Listed, lookUp } from "../inventory/list.ts";
import { clientErrorIn, OperationError } from "../operation-error.ts";
import type { Context } from "../session/session.ts";
import { message, type Text, typeName } from "../../model/messages.ts";

/**
 * Calls a function with checked arguments and returns its object, or for a function that returns rows, all of them as
 * `items`.
 *
 * A write whose response was lost is sent again only if that is safe, or if the service shows that it wasn't carried
 * out.
 *
 * @throws arguments_invalid for arguments that contradict each other, and for a wrong confirmation
 * @throws call_repeated for a function that must not be repeated and was begun before
 * @throws call_unconfirmed if nobody knows whether such a function was carried out
 */
export async function callFunction(definition: AnyFunction, args: Values, context: Context): Promise<Values> {
  refuseContradictions(definition, args);
  return explainingCall(definition, args, async () => {
    if (givesRows(definition)) return { items: await collected(rowsOf(definition, args, context)) };
    if (definition.repeat !== "once") return attempt(definition, args, context);
    const begun = await beginOnce(definition, args, context);
    return begun.result ?? finishing(begun, { definition, args }, () => carryOut(definition, args, context));
  });
}

/** The engine checked only the values that were known then; a confirmation might depend on values that are known only now. */
function refuseContradictions(definition: AnyFunction, args: Values): void {
  const problems = contradictionsIn(definition, args);
  if (problems.length > 0) throw argumentProblem(definition, problems);
}

/** The rows of a function, read while they are asked for. */
export async function* streamFunction(
  definition: AnyFunction,
  args: Values,
  context: Context,
): AsyncGenerator<Values, void> {
  const rows = rowsOf(definition, args, context)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await explainingCall(definition, args, () => rows.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rows.return?.();
  }
}

async function* rowsOf(definition: AnyFunction, args: Values, context: Context): AsyncGenerator<Values, void> {
  const limit = limitIn(args);
  let count = 0;
  for await (const row of allRowsOf(definition, args, context)) {
    yield row;
    count += 1;
    if (count >= limit) return;
  }
}

function limitIn(args: Values): number {
  return args[LIMIT] === undefined ? Infinity : Number(args[LIMIT]);
}

async function* allRowsOf(definition: AnyFunction, args: Values, context: Context): AsyncGenerator<Values, void> {
  const { lists, rows } = definition;
  if (lists !== undefined) {
    const found = await list(lists, scopeIn(lists, args), context);
    // A newer service shows fields in rows that others show only for a single object.
    const names = resultOf(definition).map(([name]) => name);
    for (const { id, values } of found.toSorted(byId)) yield pick({ ...values, id }, names);
  } else if (rows !== undefined) {
    yield* rows(args, callOf(context, limitIn(args)));
  }
}

/** The service says nothing of the order of a list; by ids, two reads of the same objects are the same. */
function byId({ id: one }: Listed, { id: other }: Listed): number {
  const right = other.split("/");
  const differences = one.split("/").map((part, index) => byPart(part, right[index] ?? ""));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Numbers come first, and count as numbers. */
function byPart(one: string, other: string): number {
  const isNumber = (part: string): boolean => /^\d+$/u.test(part);
  if (isNumber(one) !== isNumber(other)) return isNumber(one) ? -1 : 1;
  const difference = isNumber(one) ? Number(one) - Number(other) : 0;
  return difference === 0 && one !== other ? (one < other ? -1 : 1) : difference;
}

/** The arguments that choose a list. */
function scopeIn(resource: AnyResource, args: Values): IdentityParts {
  return textsByName(pick(args, scopePartsOf(resource)));
}

async function collected<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const row of rows) items.push(row);
  return items;
}

/** Sends a call that can be repeated; if its response is lost, checks whether it was carried out. */
async function attempt(definition: AnyFunction, args: Values, context: Context): Promise<Values> {
  const lookUp = async (): Promise<Values | undefined> => definition.lookUp?.(args, callOf(context));
  const earlier = definition.repeat === "lookup" ? await lookUp() : undefined;
  if (earlier !== undefined) return earlier;
  try {
    return await carryOut(definition, args, context);
  } catch (error) {
    const isInterrupted = context.call.signal?.aborted === true;
    if (definition.effect === "read" || isInterrupted || !mayHaveBeenApplied(error)) throw error;
    try {
      const applied = definition.repeat === "lookup" ? await lookUp() : undefined;
      return applied ?? (await carryOut(definition, args, context));
    } catch (later) {
      // A request that wasn't sent says nothing about the first one.
      throw isTransportError(later) && !mayHaveBeenApplied(later) ? error : later;
    }
  }
}

async function carryOut(definition: AnyFunction, args: Values, context: Context): Promise<Values> {
  const { finds } = definition;
  if (finds !== undefined) {
    const scope = scopeIn(finds, args);
    const wanted = Object.fromEntries(Object.entries(args).filter(([name]) => !(name in scope)));
    const { id, values } = await lookUp(finds, scope, wanted, context);
    return { ...values, id };
  }
  if (definition.run === undefined)
    throw new OrgformProblem("internal", message`${typeName(definition.name)} cannot be called`);
  return definition.run(args, callOf(context));
}

/** Closes the idempotency record: with the result or, if the service certainly did nothing, by deleting it. */
async function finishing(
  begun: Begun,
  { definition, args }: { readonly definition: AnyFunction; readonly args: Values },
  action: () => Promise<Values>,
): Promise<Values> {
  let result: Values;
  try {
    result = await action();
  } catch (error) {
    if (!mayHaveBeenApplied(error)) await begun.forget();
    else throw begun.unconfirmed(explained(definition, args, error));
    throw error;
  }
  // If this fails, the record stays unchanged: the call was sent.
  await begun.finish(result);
  return result;
}

/** The service takes more, and a page has to fit into memory. */
const LARGEST_PAGE = 1_000;

function callOf({ session, report, call }: Context, limit = Infinity): FunctionCall<unknown> {
  const { signal } = call;
  return {
    api: session.api,
    options: session.contextOf(call),
    pageSize: Math.min(limit, LARGEST_PAGE),
    progress: (text) => report.status(text),
    now: session.clock.now,
    sleep: (ms) => session.clock.sleep(ms, signal),
  };
}

async function explainingCall<T>(definition: AnyFunction, args: Values, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw explained(definition, args, error);
  }
}

/** Adds the function before an error of the service and, if declared, advice after it. */
function explained(definition: AnyFunction, args: Values, error: unknown): unknown {
  if (error instanceof OrgformProblem || !(error instanceof Error)) return error;
  const advice =
    availabilityAdvice(definition, error) ?? (isApiError(error) ? adviceOn(definition, args, error) : undefined);
  return new OperationError({ verb: "call", resource: definition.name }, error, advice);
}

/** For a function that the service no longer has: what replaced it. For one that it doesn't have yet: since when services have it. */
function availabilityAdvice(definition: AnyFunction, error: unknown): Text | undefined {
  if (!isAbsentRoute(clientErrorIn(error))) return undefined;
  const { successor, since } = availabilityOf(definition);
  return successor === undefined ? since : message`The service no longer has this. ${successor}`;
}

function adviceOn({ alternative, knownFailure }: AnyFunction, args: Values, error: ApiError): Text | undefined {
  const { category, code } = error;
  if (category === "permission") return alternative;
  const isOfOperation = category === "unavailable" || category === "invalid" || code === "endpoint_not_found";
  return isOfOperation ? knownFailure?.(args, error) : undefined;
}
