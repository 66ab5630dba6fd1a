import * as pulumi from "@pulumi/pulumi";

import { outputForm, type OutputMarks } from "../program/output-form.ts";
import { PACKAGE } from "./resource.ts";

/** Calls a function of the plugin. */
export function call<Result>(name: string, args: object): Promise<Result> {
  return pulumi.runtime.invoke(`${PACKAGE}:index:${name}`, args);
}

/** Gives the rows of a function of the plugin, which it answers with all at once. */
export async function* rows<Row>(name: string, args: object): AsyncGenerator<Row, void> {
  const { items } = await call<{ readonly items: readonly Row[] }>(name, args);
  yield* items;
}

/** Calls a function of the plugin once its arguments are known. */
export function callOutput<Result>(name: string, args: object, marks: OutputMarks): pulumi.Output<Result> {
  return outputForm(args, (known) => call(name, known), marks);
}
