import type { Values } from "../../src/model/json-value.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import type { Model } from "./model.ts";

/** What a refresh finds out about an object; `unknown` if it can't tell. */
export type Verdict = "unchanged" | "changed" | "missing" | "unknown";

/** What a refresh that stores nothing finds out about each object. */
export async function refreshedOnly(model: Model): Promise<Map<string, Verdict>> {
  const run = model.start();
  const verdicts = new Map<string, Verdict>();
  for (const { resource, name, inputs, entry } of model.stored()) {
    verdicts.set(name, await verdictOf(run, resource, entry, inputs));
  }
  return verdicts;
}

/** Refreshes one object: reads it, and compares it with its declaration. */
async function verdictOf(run: EngineRun, resource: string, entry: Entry, inputs: Values): Promise<Verdict> {
  try {
    const found = await run.read(resource, entry);
    if (found === undefined) return "missing";
    return (await run.diff(resource, found, inputs)).changes ? "changed" : "unchanged";
  } catch {
    return "unknown";
  }
}
