import type { ResourceEngine } from "../program/resource-class.ts";
import { PROVIDER_KEY } from "./values.ts";

/**
 * The text that goes into every state and stays the same for ever: a `require` of a module that never moves. It holds
 * no key and no configuration, and needs no closure to be serialized.
 */
function providerTextOf(module: string): string {
  return `exports.handler = () => require("orgform/dyn/${module}.cjs");`;
}

/** How the engine runs a resource as a dynamic one. */
export const engine: ResourceEngine = {
  // The engine marks whole properties alone in what a provider answers that knows no secrets.
  sealsMembers: false,
  keyPlaces: "configuration and state",
  tokenOf: ({ name }) => `pulumi-nodejs:dynamic/orgform:${name}`,
  ownProperties: ({ module }) => ({ [PROVIDER_KEY]: providerTextOf(module) }),
  ownOptions: () => ({}),
};
