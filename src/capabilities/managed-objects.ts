import type { ServiceContext } from "../model/guard.ts";

/** The object that a resource represents, where several do; and objects of other kinds that a declaration manages. */
export interface ManagedObjects<Api, At, Declared> {
  /** What the object is at the service, the same for all resources that represent it; by default the resource's name. */
  readonly kind?: string;
  /** Other resources represent the object for a part of its life each: a program that is written from objects declares those. */
  readonly isCombined?: boolean;
  /**
   * Objects of other kinds that a declaration manages, so that nobody reports or adopts them as undeclared: the member whom
   * an accepted invite became. Their own resources may still be declared beside it.
   */
  readonly manages?: (at: At, declared: Declared) => readonly ManagedObject[];
  /** Objects that the declaration leaves to other systems, so no report lists them. They are read from the service. */
  readonly excludes?: (at: At, declared: Declared, ask: ServiceContext<Api>) => Promise<readonly ManagedObject[]>;
}

/** An object of the service, whichever resource it is declared with. */
export interface ManagedObject {
  /** What it is: the `kind` that its resources share, or their name. */
  readonly kind: string;
  readonly id: string;
}

/**
 * Several resources represent the same object, or a declaration also manages objects of other kinds. So one run has only
 * one resource for an object. Objects that a declaration manages or excludes aren't reported or adopted as unmanaged.
 *
 * @see src/model/managed-keys.ts
 * @see test/unit/capabilities/managed-objects.test.ts
 */
export function managedObjects<Api, At, Declared>(
  rules: ManagedObjects<Api, At, Declared>,
): { readonly name: string; readonly managedObjects: ManagedObjects<Api, At, Declared> } {
  return { name: "managed objects", managedObjects: rules };
}
