import type {
  AdoptionPolicy,
  Capability,
  NestedName,
  PendingCreation,
  ResolvedOutputs,
  WrongParentCreation,
} from "../model/capability.ts";

/**
 * What the service shows of an existing object, by which create decides whether to adopt it: who created it and when,
 * whether it is meant whoever created it, and whether a second object with the same natural key is allowed.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a policy that asks nothing of the wire form serves every resource
export function adoption<Api = any, Wire = any>(policy: AdoptionPolicy<Api, Wire>): Capability<Api, Wire> {
  return { name: "adoption", adoption: policy };
}

/** The name of the object lies inside of an input, or follows from several: summaries, lists, and the natural key take it from there. */
export function nestedName(name: NestedName): Capability {
  return { name: "nested name", nestedName: name };
}

/**
 * The service can't store the object until something else has happened. Create then only warns and stores it as
 * pending. The first update after the event creates the object.
 */
export function pendingCreation(rules: PendingCreation): Capability {
  return { name: "pending creation", pendingCreation: rules };
}

/**
 * The service can create an object below another parent than requested. After a create, the driver looks for the object
 * at the requested parent; if it is elsewhere, the driver deletes and recreates it.
 */
export function wrongParentCreation<Api, Part extends string>(rules: WrongParentCreation<Api, Part>): Capability<Api> {
  return { name: "wrong-parent creation", wrongParentCreation: rules };
}

/** Some outputs are resolved only once, at a create or an import, because neither the object nor its ID shows them. */
export function resolvedOutputs<Api, Part extends string>(rules: ResolvedOutputs<Api, Part>): Capability<Api> {
  return { name: "resolved outputs", resolvedOutputs: rules };
}
