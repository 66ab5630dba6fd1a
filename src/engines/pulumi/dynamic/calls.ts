import * as pulumi from "@pulumi/pulumi";

import type { FunctionCaller } from "../program/function-calls.ts";
import type { ProgramSurroundings } from "./program-calls.ts";
import type * as Runtime from "./runtime.ts";
import { printed } from "../../../model/messages.ts";

// Loaded with the first call: a program without one pays nothing for it.
const loadRuntime = (): Promise<typeof Runtime> => import("./runtime.ts");

function surroundings(): ProgramSurroundings {
  const config = new pulumi.Config("orgform");
  return {
    isPreview: pulumi.runtime.isDryRun(),
    configured: (name) => config.get(name),
    report: {
      warn: (text) => void pulumi.log.warn(printed(text)),
      info: (text) => void pulumi.log.info(printed(text)),
      status: (text) => void pulumi.log.info(printed(text), undefined, undefined, true),
    },
  };
}

/** Calls the functions in this process; rows are read while they are asked for. */
export const caller: FunctionCaller = {
  async call(name, args) {
    const { programCalls } = await loadRuntime();
    return programCalls().call(name, args, surroundings());
  },
  async *rows(name, args) {
    const { programCalls } = await loadRuntime();
    yield* programCalls().rows(name, args, surroundings());
  },
};
