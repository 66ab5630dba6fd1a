import type { Capability } from "../model/capability.ts";

/**
 * The request that creates an object does not carry these inputs, everywhere or in some services; the update that follows
 * sets them. So an object that an interrupted run has left may lack them.
 */
export function setAfterwards(...inputs: readonly string[]): Capability {
  return { name: "inputs set after the create", setAfterwards: inputs };
}
