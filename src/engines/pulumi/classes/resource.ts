import type { ResourceEngine } from "../program/resource-class.ts";

/** The name of the package of the native plugin, under which the engine looks for it. */
export const PACKAGE = "orgform";

/** How the engine asks the plugin for a resource. */
export const engine: ResourceEngine = {
  sealsMembers: true,
  keyPlaces: "configuration",
  tokenOf: ({ name }) => `${PACKAGE}:index:${name}`,
  ownProperties: () => ({}),
  // The token of the same resource as a dynamic one: a stack with dynamic resources keeps their objects.
  ownOptions: ({ name }) => ({ aliases: [{ type: `pulumi-nodejs:dynamic/${PACKAGE}:${name}` }] }),
};
