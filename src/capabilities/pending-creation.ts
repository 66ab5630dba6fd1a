import type { Capability, PendingCreation } from "../model/capability.ts";

/**
 * The service cannot hold the object before something else has happened. Create leaves it at a warning and stores it as
 * pending; the first update after that makes the object.
 */
export function pendingCreation(rules: PendingCreation): Capability {
  return { name: "pending creation", pendingCreation: rules };
}
