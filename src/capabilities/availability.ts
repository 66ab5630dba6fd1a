import type { Text } from "../model/messages.ts";

/** Which services have objects of a kind, and what is declared in their place; texts are whole sentences. */
export interface Availability {
  /** Older services have no objects of the kind yet: since when services have them, and what to do where one has none. */
  readonly since?: Text;
  /** What replaced the kind, because newer services no longer have objects of it. */
  readonly successor?: Text;
  /** The resource is deprecated: what to declare in its place. */
  readonly deprecation?: Text;
}

/**
 * Not every service has objects of this kind: older ones don't have them yet, or newer ones no longer do.
 *
 * If the service reports that, the list is empty, and a refused create names the workaround. Objects of a removed kind stay
 * in the state until a deletion removes them from it. A deprecated resource's warning says what to declare instead.
 *
 * The driver takes only the service's own word for it: the route is absent, and the same key reads what the objects belong
 * to. Something in front of the service that answers in its place ends with unconfirmed_absence.
 *
 * @see src/driver/retired.ts
 * @see src/model/deprecations.ts
 * @see test/unit/capabilities/availability.test.ts
 */
export function availability(rules: Availability): { readonly name: string; readonly availability: Availability } {
  return { name: "availability", availability: rules };
}
