import type { Values } from "../../src/model/json-value.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import type { Model } from "./model.ts";

/** What a refresh finds of an object; `unknown` when it cannot tell. */
export type Verdict = "unchanged" | "changed" | "missing" | "unknown";

/** What the engine finds of each object in a refresh that stores nothing. */
export async function refreshedOnly(model: Model): Promise<Map<string, Verdict>> {
  const run = model.start();
  const verdicts = new Map<string, Verdict>();
  for (const { resource, name, inputs, entry } of model.stored()) {
    verdicts.set(name, await verdictOf(run, resource, entry, inputs));
  }
  return verdicts;
}

/** A refresh of one object: a read, and a comparison of what it found with what was declared. */
async function verdictOf(run: EngineRun, resource: string, entry: Entry, inputs: Values): Promise<Verdict> {
  try {
    const found = await run.read(resource, entry);
    if (found === undefined) return "missing";
    return (await run.diff(resource, found, inputs)).changes ? "changed" : "unchanged";
  } catch {
    return "unknown";
  }
}
