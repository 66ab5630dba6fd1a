import type { Text } from "../messages.ts";

/** Trait: newer services have no objects of the kind any more; their list names its route. */
export interface RetiredObject {
  /** What took their place, for people: whole sentences. */
  readonly successor?: Text;
}
