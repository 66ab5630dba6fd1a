import type { Capability, ManagedObjects } from "../model/capability.ts";
import type { ServiceContext } from "../model/guard.ts";
import type { ActivityLog } from "../model/activity-log.ts";

/**
 * Several resources represent the same object of the service, or a declaration manages objects of other kinds as well. So one
 * run has only one resource for an object, and nobody reports or adopts as undeclared what a declaration manages or excludes.
 */
export function managedObjects<Api, At, Declared>(rules: ManagedObjects<Api, At, Declared>): Capability<Api> {
  return { name: "managed objects", managedObjects: rules };
}

/** Why nobody has to declare an object; the hook says in which words. */
export type DefaultReason<Api, Wire, At> = (
  wire: Wire,
  at: At,
  ask: ServiceContext<Api>,
  isRootDeclared: boolean,
) => Promise<string | undefined>;

/** Some of the objects exist although nobody declares them: a report of drift lists them apart, with the reason. */
export function defaultCreated<Api, Wire, At>(reason: DefaultReason<Api, Wire, At>): Capability<Api, Wire> {
  return { name: "default-created", defaultCreated: reason };
}

/** The service keeps a log of what was done to the objects: a report of drift names who changed one last, and when. */
export function activityLog<Api, Part extends string>(log: ActivityLog<Api, Part>): Capability {
  return { name: "activity log", activity: log };
}

/** A program that is written for an existing object asks its user for some of the secrets alone that the inputs may have. */
export function askedSecrets(places: NonNullable<Capability["askedSecrets"]>): Capability {
  return { name: "asked secrets", askedSecrets: places };
}
