import type { EngineRun, EngineStack } from "../../packages/fleet/src/fleet-engine.ts";

/** The stack of an organization, whose program is in a folder. */
export function engineStack(folder: string, changes: Partial<EngineStack>): EngineStack {
  return { name: "acme", formerNames: [], folder, values: {}, ...changes };
}

/** A run in a folder of its own, which nobody ends. */
export function engineRun(
  folder: string,
  environment: EngineRun["environment"],
  changes: Partial<EngineRun>,
): EngineRun {
  return {
    folder,
    environment,
    signal: new AbortController().signal,
    isRepair: false,
    isRefresh: false,
    onProgress: () => undefined,
    yaml: { parse: (text) => JSON.parse(text) as unknown, stringify: (value) => JSON.stringify(value) },
    isKept: false,
    ...changes,
  };
}
