import type {
  Availability,
  Capability,
  DeferredFields,
  PendingUpdate,
  UnsupportedInputs,
} from "../model/capability.ts";

/**
 * Not every service has objects of the kind: older ones don't have them yet, or newer ones no longer do.
 *
 * Where the service says so itself, a list is empty and a refused create names the way out. What newer services no longer have
 * stays in state, and a removal forgets it. A deprecated resource is warned of with what to declare in its place.
 */
export function availability(rules: Availability): Capability {
  return { name: "availability", availability: rules };
}

/**
 * The service refuses these inputs until a condition holds. They are stored and not sent; the first update after that sets
 * them. The output `heldBack` lists them.
 */
export function deferredFields<Wire>(rules: DeferredFields<Wire>): Capability<unknown, Wire> {
  return { name: "deferred fields", deferredFields: rules };
}

/**
 * Some versions of the service do not take all inputs. What state holds of them stays there; what is new or changed is
 * refused before anything is sent.
 */
export function unsupportedInputs<Wire>(rules: UnsupportedInputs<Wire>): Capability<unknown, Wire> {
  return { name: "unsupported inputs", unsupportedInputs: rules };
}

/** The object may have to be written although it holds what is declared: an expired invite, a rotation that was interrupted. */
export function pendingUpdate(update: PendingUpdate): Capability {
  return { name: "pending update", pendingUpdate: update };
}

/** Warnings about what a difference can't show. The hooks say when each is asked. */
export function warnings(hooks: Pick<Capability, "inputWarnings" | "planWarnings">): Capability {
  return { name: "warnings", ...hooks };
}
