import type { Intent, Intents } from "../../../src/driver/driver.ts";

/** Intents that are kept as long as the test, with what is kept as text to look through. */
export function memoryIntents(): Intents & { readonly kept: Map<string, Intent>; text(): string } {
  const kept = new Map<string, Intent>();
  return {
    kept,
    text: () => JSON.stringify([...kept]),
    place: "memory",
    read: (key) => Promise.resolve(kept.get(key)),
    write: (key, intent) => {
      kept.set(key, intent);
      return Promise.resolve();
    },
    remove: (key) => {
      kept.delete(key);
      return Promise.resolve();
    },
  };
}
