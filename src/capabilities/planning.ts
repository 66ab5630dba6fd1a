import type {
  Availability,
  Capability,
  DeferredFields,
  PendingUpdate,
  UnsupportedInputs,
} from "../model/capability.ts";

/**
 * Not every service has objects of this kind: older ones don't have them yet, or newer ones no longer do.
 *
 * If the service reports that, the list is empty, and a refused create names the workaround. Objects of a removed kind stay
 * in the state until a deletion removes them from it. A deprecated resource's warning says what to declare instead.
 */
export function availability(rules: Availability): Capability {
  return { name: "availability", availability: rules };
}

/**
 * The service refuses these inputs until a condition is met. They are stored but not sent; the first update after that
 * sends them. The output `heldBack` lists them.
 */
export function deferredFields<Wire>(rules: DeferredFields<Wire>): Capability<unknown, Wire> {
  return { name: "deferred fields", deferredFields: rules };
}

/**
 * Some versions of the service don't accept all inputs. Their values in the state stay there; new or changed values are
 * refused before anything is sent.
 */
export function unsupportedInputs<Wire>(rules: UnsupportedInputs<Wire>): Capability<unknown, Wire> {
  return { name: "unsupported inputs", unsupportedInputs: rules };
}

/** The object might need an update although it matches the declaration: an expired invite, an interrupted rotation. */
export function pendingUpdate(update: PendingUpdate): Capability {
  return { name: "pending update", pendingUpdate: update };
}

/** Warnings about things that a difference can't show. The hooks say when each is called. */
export function warnings(hooks: Pick<Capability, "inputWarnings" | "planWarnings">): Capability {
  return { name: "warnings", ...hooks };
}
