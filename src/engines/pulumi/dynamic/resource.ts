import type { ResourceEngine } from "../program/resource-class.ts";
import { PROVIDER_KEY } from "./values.ts";

/**
 * The text that every state contains and that never changes: a `require` of a module that never moves. It contains no
 * key and no configuration, and needs no closure to be serialized.
 */
function providerTextOf(module: string): string {
  return `exports.handler = () => require("orgform/dyn/${module}.cjs");`;
}

/** How the engine runs a resource as a dynamic one. */
export const engine: ResourceEngine = {
  // In the responses of a provider that doesn't support secrets, the engine marks only whole properties.
  sealsMembers: false,
  keyPlaces: "configuration and state",
  tokenOf: ({ name }) => `pulumi-nodejs:dynamic/orgform:${name}`,
  ownProperties: ({ module }) => ({ [PROVIDER_KEY]: providerTextOf(module) }),
  ownOptions: () => ({}),
};
