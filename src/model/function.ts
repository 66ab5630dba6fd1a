import * as z from "zod";
import type { AnyResource } from "./definition.ts";
import type { CallContext } from "./call-context.ts";
import type { Problem } from "./diagnostics.ts";
import { type Field, field, type Fields, type ValuesOf } from "./field.ts";
import { hookOf } from "./hook-of.ts";
import type { Values } from "./json-value.ts";
import { message, type Text, typeName } from "./messages.ts";
import { containsUnknown } from "./unknown.ts";
import { check, type Checked, type CheckSettings } from "./check.ts";

/** The visible parts of the service's error. */
export interface Refusal {
  readonly status: number;
  readonly detail: string;
}

/** The effect of a function at the service; `destructive` can't be undone. */
export type Effect = "read" | "write" | "destructive";

/**
 * What to do with the same arguments again if the outcome of the first call is unknown.
 *
 * - `safe`: it can be sent again;
 * - `lookup`: {@link FunctionDefinition.lookUp} finds whether it was carried out;
 * - `once`: it must not be sent again; an intent is stored before the call.
 */
export type Repeat = "safe" | "lookup" | "once";

/** The context of a function, besides its arguments. */
export interface FunctionCall<Api> {
  readonly api: Api;
  /** Options of every request to the service. */
  readonly options: CallContext;
  /** Rows for each request of a long list, at most 1,000: not many more than are needed. */
  readonly pageSize: number;
  /** A short live status of a long operation; the next one replaces it. */
  readonly progress: (text: Text) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits; if the call is ended, it ends early with the signal's reason as error. */
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * One function: everything that the engines, the command line, the docs, and the tests know about an operation that
 * isn't a part of a resource's life.
 *
 * A function either returns one object (`run`, `finds`) or rows (`rows`, `lists`), which are read during the iteration.
 */
export interface FunctionDefinition<Api, A extends Fields, R extends Fields> {
  /** camelCase, a verb first; the run-once resource, command, and page have its name. */
  readonly name: string;
  /** Describes the function for users: one paragraph. */
  readonly doc: Text;
  /** Further paragraphs of the reference page: rules and surprises worth knowing. */
  readonly notes?: readonly Text[];
  readonly effect: Effect;
  readonly repeat: Repeat;
  /** OAuth-like scopes that an API key needs; empty if only unscoped keys are allowed. */
  readonly scopes: readonly string[];
  /** The client's requests that it sends, `noun.operation`: the table of operations shows what users can reach by these. */
  readonly operations: readonly string[];
  readonly arguments: A;
  /** Fields of the object, or of a row. */
  readonly result: R;
  /** Arguments of a typical call, for the reference and the tests. */
  readonly example: Partial<ValuesOf<A>>;
  /** What to do instead if the service closes the operation to API keys. */
  readonly alternative?: Text;
  /**
   * What is known about services that lack the operation or always fail: explains their error for these arguments or,
   * without an error, the limits in general.
   */
  readonly knownFailure?: (args: ValuesOf<A>, error?: Refusal) => Text | undefined;
  /** For a function that newer services no longer have: its replacement, in whole sentences. */
  readonly successor?: Text;
  /** For a function that older services don't have: since when services have it, in whole sentences. */
  readonly since?: Text;
  /** Contradictions between arguments that are valid separately. */
  readonly validate?: (args: Values) => Problem[];
  /** What a write would do: completes "would ...". */
  readonly plan?: (args: ValuesOf<A>) => Text;
  /** For a destructive function: the words that `confirm` must repeat, or their count. */
  readonly confirmation?: (args: ValuesOf<A>) => Confirmation;
  readonly run?: (args: ValuesOf<A>, call: FunctionCall<Api>) => Promise<ValuesOf<R>>;
  readonly rows?: (args: ValuesOf<A>, call: FunctionCall<Api>) => AsyncIterable<ValuesOf<R>>;
  /** A lookup of one object of this resource, instead of `run`: the arguments are its scope and the lookup fields. */
  readonly finds?: AnyResource;
  /** The list of the objects of this resource, instead of `rows`: the arguments are its scope. */
  readonly lists?: AnyResource;
  /** Finds whether it was already carried out, and returns the result as far as it can be found. */
  readonly lookUp?: (args: ValuesOf<A>, call: FunctionCall<Api>) => Promise<ValuesOf<R> | undefined>;
}

/** The text that a person writes to confirm a call. */
export interface Confirmation {
  /** `delete 312 persons`. */
  readonly words: string;
  /** The number in the words, which is enough on its own; absent if there is nothing to count. */
  readonly count?: number;
}

/** A definition without its own types, for the code that runs and offers functions. */
// oxlint-disable-next-line typescript/no-explicit-any -- functions are handled alike; each was checked against its own types by its declaration
export type AnyFunction = FunctionDefinition<any, any, any>;

/** Name of the argument that confirms a destructive call. */
export const CONFIRM = "confirm";

/** Name of the argument that allows one more call of a function that must not be repeated. */
export const RERUN = "rerun";

/** Name of the argument that bounds the number of rows. */
export const LIMIT = "limit";

const CONFIRM_FIELD = field(z.string().min(1).optional(), {
  doc: "Words that confirm the call, such as `delete 2 persons`. Required to run it, because it can't be undone. Without them, the error shows the words to repeat.",
  onChange: "none",
});

const RERUN_FIELD = field(z.boolean().default(false), {
  doc: "Whether to make the call even if a call with the same arguments has already started. A second call takes effect a second time.",
  onChange: "none",
});

const LIMIT_FIELD = field(z.number().int().min(1).optional(), {
  doc: "Maximum number of rows, from 1. Default: all rows.",
});

/** Whether the function returns rows rather than one object. */
export function givesRows(definition: Pick<AnyFunction, "rows" | "lists">): boolean {
  return definition.rows !== undefined || definition.lists !== undefined;
}

/** The arguments of a function, including those that follow from its effect. */
export function argumentsOf(
  definition: Pick<AnyFunction, "rows" | "lists" | "effect" | "repeat"> & { readonly arguments: Fields },
): [string, Field][] {
  return Object.entries({
    ...definition.arguments,
    ...(givesRows(definition) ? { [LIMIT]: LIMIT_FIELD } : {}),
    ...(definition.effect === "destructive" ? { [CONFIRM]: CONFIRM_FIELD } : {}),
    ...(definition.repeat === "once" ? { [RERUN]: RERUN_FIELD } : {}),
  });
}

/** Where the function is available: its own text, or that of the resource that it shows. */
export function availabilityOf({ successor, since, finds, lists }: AnyFunction): {
  readonly successor: Text | undefined;
  readonly since: Text | undefined;
} {
  const definition = finds ?? lists;
  const shown = definition === undefined ? undefined : hookOf(definition, "availability");
  return { successor: successor ?? shown?.successor, since: since ?? shown?.since };
}

/** The fields of a function's result: of its object, or of one of its rows. */
export function resultOf(definition: { readonly result: Fields }): [string, Field][] {
  return Object.entries(definition.result);
}

/** Arguments of a typical call, confirmed if the function requires it. */
export function confirmedExample({ example, confirmation }: AnyFunction): Values {
  const confirm = confirmation?.(example).words;
  return { ...example, ...(confirm === undefined ? {} : { [CONFIRM]: confirm }) };
}

/** The planned effect of a write, as a sentence. */
export function planOf(definition: AnyFunction, args: Values): Text {
  return message`would ${definition.plan?.(args) ?? message`call ${typeName(definition.name)}`}`;
}

/**
 * Problems with the arguments together: contradictions, and a wrong confirmation.
 *
 * If any argument is still unknown, there are no problems yet: the arguments are checked together only when all are
 * known.
 */
export function contradictionsIn(definition: AnyFunction, args: Values): Problem[] {
  if (containsUnknown(args)) return [];
  const problems = definition.validate?.(args) ?? [];
  return problems.length > 0 ? problems : unconfirmed(definition, args);
}

function unconfirmed(definition: AnyFunction, args: Values): Problem[] {
  const wanted = definition.confirmation?.(args);
  if (wanted === undefined) return [];
  const given = args[CONFIRM];
  const allowed = [wanted.words, ...(wanted.count === undefined ? [] : [String(wanted.count)])];
  if (typeof given === "string" && allowed.includes(given)) return [];
  const found = given === undefined ? "nothing was given" : `found ${JSON.stringify(given)}`;
  const words = allowed.map((text) => JSON.stringify(text)).join(" or ");
  return [{ path: CONFIRM, reason: `must be ${words}, because this can't be undone; ${found}` }];
}

/** Validates arguments and fills in defaults; sends no request. A wrong confirmation is a problem. */
export function checkArguments(definition: AnyFunction, args: Values, settings: CheckSettings): Checked {
  const { name } = definition;
  const inputs = Object.fromEntries(argumentsOf(definition));
  const validate = (checked: Values) => contradictionsIn(definition, checked);
  return check({ name, inputs, outputs: {}, validate }, args, settings);
}
