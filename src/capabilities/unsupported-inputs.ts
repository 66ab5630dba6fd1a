import type { Capability, UnsupportedInputs } from "../model/capability.ts";

/**
 * Some versions of the service do not take all inputs. What state holds of them stays there; what is new or changed is
 * refused before anything is sent.
 */
export function unsupportedInputs<Wire>(rules: UnsupportedInputs<Wire>): Capability<unknown, Wire> {
  return { name: "unsupported inputs", unsupportedInputs: rules };
}
