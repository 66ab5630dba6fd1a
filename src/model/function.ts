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

/** What an error of the service shows of itself. */
export interface Refusal {
  readonly status: number;
  readonly detail: string;
}

/** What a function does at the service; `destructive` can't be undone. */
export type Effect = "read" | "write" | "destructive";

/**
 * What a second call with the same arguments does, where nobody knows how the first one ended.
 *
 * - `safe`: it may simply be sent again;
 * - `lookup`: {@link FunctionDefinition.lookUp} tells whether it was carried out;
 * - `once`: it must not be sent again; an intent is written down before the call.
 */
export type Repeat = "safe" | "lookup" | "once";

/** What a function works with beside its arguments. */
export interface FunctionCall<Api> {
  readonly api: Api;
  /** What every call into the service is given. */
  readonly options: CallContext;
  /** Rows to ask for per request of a long list, at most 1,000: not many more than are wanted. */
  readonly pageSize: number;
  /** A short live status of long work, replaced by the next one. */
  readonly progress: (text: Text) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits; ends early, with the signal's reason as error, when the call is ended. */
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * One function: everything that the engines, the command line, the docs and the tests know about an operation that is
 * no part of a resource's life.
 *
 * A function either gives one object (`run`, `finds`) or rows (`rows`, `lists`), which are read while they are asked for.
 */
export interface FunctionDefinition<Api, A extends Fields, R extends Fields> {
  /** camelCase, a verb first; run-once resource, command and page are named after it. */
  readonly name: string;
  /** What it does, for users: one paragraph. */
  readonly doc: Text;
  /** Further paragraphs of the reference page: rules and surprises worth knowing. */
  readonly notes?: readonly Text[];
  readonly effect: Effect;
  readonly repeat: Repeat;
  /** OAuth-like scopes that an API key needs; empty where only an unscoped key may ask. */
  readonly scopes: readonly string[];
  /** Client calls that it makes, `noun.operation`: by them the table of operations says what a user reaches. */
  readonly operations: readonly string[];
  readonly arguments: A;
  /** Fields of the object, or of a row. */
  readonly result: R;
  /** Arguments of a typical call, for the reference and the tests. */
  readonly example: Partial<ValuesOf<A>>;
  /** What to do instead where the service closes the operation to API keys. */
  readonly alternative?: Text;
  /**
   * What is known of services that lack the operation or always fail on it: explains their error on these arguments;
   * without one, what there is to say of them at all.
   */
  readonly knownFailure?: (args: ValuesOf<A>, error?: Refusal) => Text | undefined;
  /** Of what a newer service may have no more as a whole: whole sentences on what took its place. */
  readonly successor?: Text;
  /** Of what an older service doesn't have yet: since when services have it, in whole sentences. */
  readonly since?: Text;
  /** What arguments that are right by themselves contradict each other in. */
  readonly validate?: (args: Values) => Problem[];
  /** What a write would do: completes "would ...". */
  readonly plan?: (args: ValuesOf<A>) => Text;
  /** Of a destructive function: the words that `confirm` must repeat, or their count. */
  readonly confirmation?: (args: ValuesOf<A>) => Confirmation;
  readonly run?: (args: ValuesOf<A>, call: FunctionCall<Api>) => Promise<ValuesOf<R>>;
  readonly rows?: (args: ValuesOf<A>, call: FunctionCall<Api>) => AsyncIterable<ValuesOf<R>>;
  /** A look-up of one object of this resource, in place of `run`: arguments are its scope and what it is asked by. */
  readonly finds?: AnyResource;
  /** The list of the objects of this resource, in place of `rows`: arguments are its scope. */
  readonly lists?: AnyResource;
  /** Whether it was carried out already: what it then gave, as far as that can be told. */
  readonly lookUp?: (args: ValuesOf<A>, call: FunctionCall<Api>) => Promise<ValuesOf<R> | undefined>;
}

/** What a person who really means it writes. */
export interface Confirmation {
  /** `delete 312 persons`. */
  readonly words: string;
  /** The number in the words, which is enough by itself; absent if there is nothing to count. */
  readonly count?: number;
}

/** A definition whose own types are forgotten: what runs functions and what offers them works on it. */
// oxlint-disable-next-line typescript/no-explicit-any -- functions are handled alike; each was checked against its own types by its declaration
export type AnyFunction = FunctionDefinition<any, any, any>;

/** Name of the argument that confirms a destructive call. */
export const CONFIRM = "confirm";

/** Name of the argument that allows a call that must not be repeated to be made once more. */
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

/** Whether the function gives rows rather than one object. */
export function givesRows(definition: Pick<AnyFunction, "rows" | "lists">): boolean {
  return definition.rows !== undefined || definition.lists !== undefined;
}

/** The arguments of a function with those that follow from its effect. */
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

/** What there is to say where a service lacks what the function is about: by itself, or by the resource that it shows. */
export function availabilityOf({ successor, since, finds, lists }: AnyFunction): {
  readonly successor: Text | undefined;
  readonly since: Text | undefined;
} {
  const definition = finds ?? lists;
  const shown = definition === undefined ? undefined : hookOf(definition, "availability");
  return { successor: successor ?? shown?.successor, since: since ?? shown?.since };
}

/** The fields of what a function gives: of its object, or of one of its rows. */
export function resultOf(definition: { readonly result: Fields }): [string, Field][] {
  return Object.entries(definition.result);
}

/** Arguments of a typical call, confirmed where the function asks for it. */
export function confirmedExample({ example, confirmation }: AnyFunction): Values {
  const confirm = confirmation?.(example).words;
  return { ...example, ...(confirm === undefined ? {} : { [CONFIRM]: confirm }) };
}

/** What a write would do, as a sentence. */
export function planOf(definition: AnyFunction, args: Values): Text {
  return message`would ${definition.plan?.(args) ?? message`call ${typeName(definition.name)}`}`;
}

/**
 * What is wrong with arguments beside each by itself: contradictions, and a confirmation that isn't the right one.
 *
 * While one of them isn't known yet, nothing is: what they say together is judged when all are known.
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

/** Validates arguments and fills in defaults; makes no request. A confirmation that isn't the right one is a problem. */
export function checkArguments(definition: AnyFunction, args: Values, settings: CheckSettings): Checked {
  const { name } = definition;
  const inputs = Object.fromEntries(argumentsOf(definition));
  const validate = (checked: Values) => contradictionsIn(definition, checked);
  return check({ name, inputs, outputs: {}, validate }, args, settings);
}
