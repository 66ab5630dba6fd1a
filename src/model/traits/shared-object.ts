import type { Fields, ValuesOf } from "../field.ts";
import type { ServiceContext } from "../guard.ts";
import type { Identity } from "../identity.ts";

/** Trait: resources of several kinds stand for the same object of the service, or answer for objects of other kinds. */
export interface SharedObject<Api, I extends Fields, Part extends string> {
  /** What the object is at the service, the same for all that stand for it; else the name. */
  readonly objectKind?: string;
  /** Others stand for the object for a part of its life each: a program that is written from objects declares those. */
  readonly isCombined?: boolean;
  /**
   * Objects of other kinds that a declaration of this one answers for, so that nobody reports or adopts them as
   * undeclared: the member whom an accepted invite became. Their own resources may still be declared beside it.
   */
  readonly covers?: (at: Identity<Part>, declared: Partial<ValuesOf<I>>) => readonly ManagedObject[];
  /** Further objects that the declaration leaves to somebody else, which the service has to be asked for. */
  readonly leaves?: (
    at: Identity<Part>,
    declared: Partial<ValuesOf<I>>,
    ask: ServiceContext<Api>,
  ) => Promise<readonly ManagedObject[]>;
}

/** An object of the service, whichever resource it is declared with. */
export interface ManagedObject {
  /** What it is: the `objectKind` of its resources, or their name. */
  readonly kind: string;
  readonly id: string;
}
