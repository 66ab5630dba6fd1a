import type { Text } from "../messages.ts";

/** Trait: older services have no objects of the kind yet; their list names its route. */
export interface AddedObject {
  /** Since when services have them, and what to do where one has none, for people: whole sentences. */
  readonly since?: Text;
}
