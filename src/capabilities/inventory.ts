import type { Capability, ManagedObjects } from "../model/capability.ts";
import type { ServiceContext } from "../model/guard.ts";
import type { ActivityLog } from "../model/activity-log.ts";

/**
 * Several resources represent the same object, or a declaration also manages objects of other kinds. So one run has only
 * one resource for an object. Objects that a declaration manages or excludes aren't reported or adopted as unmanaged.
 */
export function managedObjects<Api, At, Declared>(rules: ManagedObjects<Api, At, Declared>): Capability<Api> {
  return { name: "managed objects", managedObjects: rules };
}

/** Why an object needn't be declared; the hook returns the text. */
export type DefaultReason<Api, Wire, At> = (
  wire: Wire,
  at: At,
  ask: ServiceContext<Api>,
  isRootDeclared: boolean,
) => Promise<string | undefined>;

/** Some objects exist by default: a drift report lists them separately, with the reason. */
export function defaultCreated<Api, Wire, At>(reason: DefaultReason<Api, Wire, At>): Capability<Api, Wire> {
  return { name: "default created", defaultCreated: reason };
}

/** The service logs changes of the objects: a drift report names who last changed one, and when. */
export function activityLog<Api, Part extends string>(log: ActivityLog<Api, Part>): Capability {
  return { name: "activity log", activity: log };
}

/** A generated program for an existing object asks its user only for some of the secrets that the inputs can have. */
export function askedSecrets(places: NonNullable<Capability["askedSecrets"]>): Capability {
  return { name: "asked secrets", askedSecrets: places };
}
