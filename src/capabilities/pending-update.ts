import type { Capability, PendingUpdate } from "../model/capability.ts";

/** The object may have to be written although it holds what is declared: an expired invite, a rotation that was interrupted. */
export function pendingUpdate(update: PendingUpdate): Capability {
  return { name: "pending update", pendingUpdate: update };
}
