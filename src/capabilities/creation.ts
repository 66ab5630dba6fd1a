import type {
  AdoptionPolicy,
  Capability,
  NestedName,
  PendingCreation,
  ResolvedOutputs,
  WrongParentCreation,
} from "../model/capability.ts";

/**
 * What the service shows of an object that exists already, by which create judges whether it may adopt it: who made it and
 * when, whether it is meant whoever made it, and whether a second one of the same natural key is allowed.
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
 * The service cannot hold the object before something else has happened. Create leaves it at a warning and stores it as
 * pending; the first update after that makes the object.
 */
export function pendingCreation(rules: PendingCreation): Capability {
  return { name: "pending creation", pendingCreation: rules };
}

/**
 * The service may make an object below another parent than it was asked to. After a create the object is looked for where it
 * was to be; one that is elsewhere is removed and made again.
 */
export function wrongParentCreation<Api, Part extends string>(rules: WrongParentCreation<Api, Part>): Capability<Api> {
  return { name: "wrong-parent creation", wrongParentCreation: rules };
}

/** Some outputs are resolved once, when an object is made or imported, since neither it nor its id shows them. */
export function resolvedOutputs<Api, Part extends string>(rules: ResolvedOutputs<Api, Part>): Capability<Api> {
  return { name: "resolved outputs", resolvedOutputs: rules };
}
