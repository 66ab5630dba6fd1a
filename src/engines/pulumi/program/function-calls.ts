import * as pulumi from "@pulumi/pulumi";

import type * as declared from "./functions.generated.ts";
import { FUNCTION_TYPES } from "./tables.generated.ts";

/** What came of a function that writes: in a preview, what it would do; in any other run, what it gave. */
export type Outcome<Result> =
  | { readonly planned: true; readonly plan: string }
  | ({ readonly planned: false } & Result);

/** Arguments each of which, or each part of which, may be an output. */
export type InputsOf<Args> = { readonly [Name in keyof Args]: pulumi.Input<PartsOf<Args[Name]>> };

type PartsOf<Value> = Value extends readonly (infer Item)[]
  ? pulumi.Input<PartsOf<Item>>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: pulumi.Input<PartsOf<Value[Name]>> }
    : Value;

/** What the generated tables tell about a function. */
export interface FunctionType {
  readonly name: string;
  /** It gives rows, one after the other. */
  readonly isRows: boolean;
  /** What it gives holds a secret. */
  readonly isSecret: boolean;
  /** In a preview there is no result, only a plan. */
  readonly isWrite: boolean;
}

/** How an engine calls a function. */
export interface FunctionCaller {
  /** Calls it; rows come all at once. */
  readonly call: (name: string, args: object) => Promise<object>;
  /** Gives its rows. */
  readonly rows: (name: string, args: object) => AsyncGenerator<object, void>;
}

/** Calls a function once its arguments are known; a secret argument or result makes the output secret. */
export function outputForm<Result>(
  args: object,
  action: (known: object) => Promise<object>,
  { isSecret, isWrite }: Pick<FunctionType, "isSecret" | "isWrite">,
): pulumi.Output<Result> {
  const output = pulumi.output(args as pulumi.Inputs).apply(async (known) => {
    const given = await action(known);
    if (!isWrite) return given;
    const { planned, ...result } = given as { readonly planned: boolean };
    // What a write will give is known after it alone.
    return planned ? pulumi.unknown : result;
  });
  return (isSecret ? pulumi.secret(output) : output) as pulumi.Output<Result>; // -- the generated function names the type of its result
}

function callsOf(type: FunctionType, caller: FunctionCaller): Record<string, (args?: object) => object> {
  const { name, isRows } = type;
  // As properties, so that each has the name of its function.
  return {
    [name]: (args = {}) => (isRows ? caller.rows(name, args) : caller.call(name, args)),
    [`${name}Output`]: (args = {}) => outputForm(args, (known) => caller.call(name, known), type),
  };
}

/** Makes the calls of all functions for one engine. */
export function functionCalls(caller: FunctionCaller): typeof declared {
  const calls = Object.fromEntries(FUNCTION_TYPES.flatMap((type) => Object.entries(callsOf(type, caller))));
  return calls as unknown as typeof declared; // -- table and declarations are written from the same functions
}
