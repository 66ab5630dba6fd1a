import * as pulumi from "@pulumi/pulumi";

import { outputForm, type OutputMarks } from "../program/output-form.ts";
import type { ProgramSurroundings } from "./program-calls.ts";
import type * as Runtime from "./runtime.ts";

// Loaded with the first call: a program without one pays nothing for it.
const loadRuntime = (): Promise<typeof Runtime> => import("./runtime.ts");

function surroundings(): ProgramSurroundings {
  const config = new pulumi.Config("orgform");
  return {
    isPreview: pulumi.runtime.isDryRun(),
    configured: (name) => config.get(name),
    report: {
      warn: (text) => void pulumi.log.warn(text),
      info: (text) => void pulumi.log.info(text),
      status: (text) => void pulumi.log.info(text, undefined, undefined, true),
    },
  };
}

/** Calls a function in this process. */
export async function call<Result>(name: string, args: object): Promise<Result> {
  const { programCalls } = await loadRuntime();
  return (await programCalls().call(name, args, surroundings())) as Result; // -- the generated function names the type of its result
}

/** Reads rows while they are asked for. */
export async function* rows<Row>(name: string, args: object): AsyncGenerator<Row, void> {
  const { programCalls } = await loadRuntime();
  yield* programCalls().rows(name, args, surroundings()) as AsyncGenerator<Row, void>; // -- as above
}

/** Calls a function once its arguments are known. */
export function callOutput<Result>(name: string, args: object, marks: OutputMarks): pulumi.Output<Result> {
  return outputForm(args, (known) => call(name, known), marks);
}
