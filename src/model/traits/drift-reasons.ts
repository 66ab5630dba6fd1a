import type { Text } from "../messages.ts";

/** Trait: the object tells why it is not what state holds. */
export interface DriftReasons<Wire> {
  /** Why an input drifted; said when a read finds it so. */
  readonly whyDrifted?: (field: string, wire: Wire) => Text | undefined;
}
