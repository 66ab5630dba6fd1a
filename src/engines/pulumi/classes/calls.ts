import * as pulumi from "@pulumi/pulumi";

import type { FunctionCaller } from "../program/function-calls.ts";
import { PACKAGE } from "./resource.ts";

function call<Result>(name: string, args: object): Promise<Result> {
  return pulumi.runtime.invoke(`${PACKAGE}:index:${name}`, args);
}

/** Yields the rows of a plugin function, which returns all of them together. */
async function* rows(name: string, args: object): AsyncGenerator<object, void> {
  const { items } = await call<{ readonly items: readonly object[] }>(name, args);
  yield* items;
}

/** Calls the functions of the plugin. */
export const caller: FunctionCaller = { call, rows };
