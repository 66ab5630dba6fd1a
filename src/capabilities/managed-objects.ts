import type { Capability, ManagedObjects } from "../model/capability.ts";

/**
 * Several resources represent the same object of the service, or a declaration manages objects of other kinds as well. So one
 * run has only one resource for an object, and nobody reports or adopts as undeclared what a declaration manages or excludes.
 */
export function managedObjects<Api, At, Declared>(rules: ManagedObjects<Api, At, Declared>): Capability<Api> {
  return { name: "managed objects", managedObjects: rules };
}
