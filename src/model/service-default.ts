import { sameValue } from "./json-value.ts";

/** What services of unlike age or region hold of a field that was never set. */
class UnlikeDefaults<Default> {
  readonly first: Default;
  readonly others: readonly unknown[];

  constructor(first: Default, others: readonly unknown[]) {
    this.first = first;
    this.others = others;
  }
}

/** What the service holds when a field was never set. */
export type ServiceDefault<Default = unknown> = Default | UnlikeDefaults<Default>;

/** A field, as far as it has such a default. */
interface Defaulted {
  readonly serviceDefault?: ServiceDefault;
}

/**
 * The default of a field of which services of another age or region hold something else.
 *
 * @param first - what is sent when the field leaves the program
 * @param others - what an object may hold in its place and still be as new as one with the first
 */
export function unlikeDefaults<const Default>(first: Default, others: readonly unknown[]): ServiceDefault<Default> {
  return new UnlikeDefaults(first, others);
}

/** Whether it is known what the service holds of a field that was never set. */
export function hasServiceDefault(declared: Defaulted): boolean {
  return "serviceDefault" in declared;
}

/** What is sent when the field leaves the program: what the service holds when it was never set. */
export function serviceDefaultOf({ serviceDefault }: Defaulted): unknown {
  return serviceDefault instanceof UnlikeDefaults ? serviceDefault.first : serviceDefault;
}

/** Everything that some service holds of a field that was never set. */
export function serviceDefaultsOf({ serviceDefault }: Defaulted): readonly unknown[] {
  return serviceDefault instanceof UnlikeDefaults ? [serviceDefault.first, ...serviceDefault.others] : [serviceDefault];
}

/** Whether a value, normalized, is one that some service holds of a field that was never set. */
export function isSomeDefault(declared: Defaulted, value: unknown): boolean {
  return serviceDefaultsOf(declared).some((one) => sameValue(value, one));
}
