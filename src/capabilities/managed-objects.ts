import type { ServiceContext } from "../model/guard.ts";

/**
 * The object that a resource represents, if several resources do, and objects of other kinds that a declaration
 * manages.
 */
export interface ManagedObjects<Api, At, Declared> {
  /** The kind of the service's object, the same for all resources that represent it. Default: the resource's name. */
  readonly kind?: string;
  /**
   * Other resources each represent the object for a part of its life. A program written from existing objects declares
   * those.
   */
  readonly isCombined?: boolean;
  /**
   * Objects of other kinds that a declaration manages, so they aren't reported or adopted as undeclared, such as the
   * member from an accepted invite. Their own resources can still be declared too.
   */
  readonly manages?: (at: At, declared: Declared) => readonly ManagedObject[];
  /** Objects that the declaration leaves to other systems, so no report lists them. They are read from the service. */
  readonly excludes?: (at: At, declared: Declared, ask: ServiceContext<Api>) => Promise<readonly ManagedObject[]>;
}

/** An object of the service, whichever resource it is declared with. */
export interface ManagedObject {
  /** The `kind` that its resources share, or their name. */
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
