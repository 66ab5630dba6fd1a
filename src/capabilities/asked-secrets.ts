import type { Capability } from "../model/capability.ts";

/** A program that is written for an existing object asks its user for some of the secrets alone that the inputs may have. */
export function askedSecrets(places: NonNullable<Capability["askedSecrets"]>): Capability {
  return { name: "asked secrets", askedSecrets: places };
}
