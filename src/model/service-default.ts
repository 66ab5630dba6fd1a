import { sameValue } from "./json-value.ts";

/** The values of a field that was never set, if services of different age or region differ. */
class UnlikeDefaults<Default> {
  readonly first: Default;
  readonly others: readonly unknown[];

  constructor(first: Default, others: readonly unknown[]) {
    this.first = first;
    this.others = others;
  }
}

/** The service's value of a field that was never set. */
export type ServiceDefault<Default = unknown> = Default | UnlikeDefaults<Default>;

/** A field, as far as it can have such a default. */
interface Defaulted {
  readonly serviceDefault?: ServiceDefault;
}

/**
 * The default of a field if services of different age or region differ.
 *
 * @param first - sent when the field leaves the program
 * @param others - values that an object can have instead and still count as equal to the first
 */
export function differingDefaults<const Default>(first: Default, others: readonly unknown[]): ServiceDefault<Default> {
  return new UnlikeDefaults(first, others);
}

/** Whether the service's value of a field that was never set is known. */
export function hasServiceDefault(declared: Defaulted): boolean {
  return "serviceDefault" in declared;
}

/** The value to send when the field leaves the program: the service's value of a field that was never set. */
export function serviceDefaultOf({ serviceDefault }: Defaulted): unknown {
  return serviceDefault instanceof UnlikeDefaults ? serviceDefault.first : serviceDefault;
}

/** All values that any service has for a field that was never set. */
export function serviceDefaultsOf({ serviceDefault }: Defaulted): readonly unknown[] {
  return serviceDefault instanceof UnlikeDefaults ? [serviceDefault.first, ...serviceDefault.others] : [serviceDefault];
}

/** Whether a normalized value is one that some service has for a field that was never set. */
export function isSomeDefault(declared: Defaulted, value: unknown): boolean {
  return serviceDefaultsOf(declared).some((one) => sameValue(value, one));
}
