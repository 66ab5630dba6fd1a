import type { Capability } from "../../src/model/hooks/capability.ts";
import { check, find, plan, type Prior, read, reconcile, remove, stackDrift } from "../../src/driver/driver.ts";
import type { Values } from "../../src/model/json-value.ts";
import { fakeBox, root, startDriver } from "./fake-resources.ts";
import { FakeService } from "./fake-service.ts";

/** The declaration of a made-up object. */
export const DECLARED = { organizationId: "o1", name: "a", color: "red", isProtected: true };

/** A box with one capability or several, at a service of its own that notes the requests. */
export function madeUp(capabilities: readonly Capability[], changes: Parameters<typeof fakeBox>[0] = {}) {
  const definition = fakeBox({ ...changes, capabilities });
  const service = new FakeService();
  /** One process, with an engine's calls to the driver. */
  const start = (options: Parameters<typeof startDriver>[1] = {}) => {
    const driver = startDriver(service, options);
    const { context } = driver;
    return {
      ...driver,
      warnings: () => driver.said.filter(({ severity }) => severity === "warn").map(({ text }) => text),
      previewNew: (inputs: Values = DECLARED) =>
        check(definition, inputs, { settings: { howToSet: (name) => name }, held: undefined }, () => context),
      preview: (inputs: Values, prior: Prior) => plan(definition, inputs, () => context, prior),
      ensure: (inputs: Values = DECLARED, prior?: Prior) => reconcile(definition, inputs, context, prior),
      read: ({ id, state }: Prior) => read(definition, id, state, context),
      remove: ({ id, state }: Prior) => remove(definition, id, state, context),
      find: (id: string) => find(definition, id, context),
    };
  };
  /** The requests since the last call. */
  const requests = (): string[] => service.calls.splice(0);
  return { definition, service, start, requests };
}

/** A stack that has made one made-up object, and comparisons of it with the service. */
export async function madeUpStack(capabilities: readonly Capability[] = []) {
  const { definition, service, start } = madeUp(capabilities);
  const { id, state, inputs } = await start().ensure();
  const made = { resource: "Box", address: "box.a", id, state, inputs, unreadable: [], fingerprints: {} };
  const compare = (changes: Partial<Parameters<typeof stackDrift>[0]> = {}) =>
    stackDrift({
      definitions: [root, definition],
      objects: [made],
      unknown: [],
      session: start().session,
      host: "https://boxes.example",
      ignored: { ignoresAll: () => false, ignores: () => false },
      ...changes,
    });
  return { service, made, compare };
}
