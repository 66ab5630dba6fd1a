import type { Text } from "../model/messages.ts";

/** The services that have objects of a kind, and the replacement to declare. Texts are whole sentences. */
export interface Availability {
  /** For kinds that older services don't have yet: since when services have them, and what to do on older ones. */
  readonly since?: Text;
  /** The replacement of a kind that newer services no longer have. */
  readonly successor?: Text;
  /** For a deprecated resource: the resource to declare instead. */
  readonly deprecation?: Text;
}

/**
 * Not every service has objects of this kind: older ones don't have them yet, or newer ones no longer do.
 *
 * If the service reports that, the list is empty, and a refused create names the workaround. Objects of a removed kind stay
 * in the state until a deletion removes them from it. A deprecated resource's warning says what to declare instead.
 *
 * The driver trusts only the service itself: the route is absent, and the same key can read the parent of the objects.
 * If something in front of the service responds instead, the run ends with unconfirmed_absence.
 *
 * @see src/driver/retired.ts
 * @see src/model/deprecations.ts
 * @see test/unit/capabilities/availability.test.ts
 */
export function availability(rules: Availability): { readonly name: string; readonly availability: Availability } {
  return { name: "availability", availability: rules };
}
