import * as pulumi from "@pulumi/pulumi";

import type * as declared from "./functions.generated.ts";
import type { FunctionType } from "./table-types.ts";
import { FUNCTION_TYPES } from "./tables.generated.ts";

/** How an engine calls a function. */
export interface FunctionCaller {
  /** Calls it; all rows come together. */
  readonly call: (name: string, args: object) => Promise<object>;
  /** Yields its rows. */
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
    const { planned, ...result }: Readonly<Record<string, unknown>> = { ...given };
    // The result of a write is known only afterwards.
    return planned ? pulumi.unknown : result;
  });
  return (isSecret ? pulumi.secret(output) : output) as pulumi.Output<Result>; // -- the generated function names the type of its result
}

function callsOf(type: FunctionType, caller: FunctionCaller): Record<string, (args?: object) => object> {
  const { name, isRows } = type;
  // As properties, so each has the name of its function.
  return {
    [name]: (args = {}) => (isRows ? caller.rows(name, args) : caller.call(name, args)),
    [`${name}Output`]: (args = {}) => outputForm(args, (known) => caller.call(name, known), type),
  };
}

/** Creates the calls of all functions for one engine. */
export function functionCalls(caller: FunctionCaller): typeof declared {
  const calls = Object.fromEntries(FUNCTION_TYPES.flatMap((type) => Object.entries(callsOf(type, caller))));
  return calls as unknown as typeof declared; // -- table and declarations are written from the same functions
}
