import type { PartNames } from "./identity.ts";

/** A resource that another one names: its definition, of which nothing else matters there. */
export interface ResourceReference {
  readonly name: string;
}

/** A resource whose objects are rows of a certain form: a lookup needs only the form and the identity. */
export interface ResourceOf<Wire, Part extends string> extends ResourceReference {
  readonly identity: { readonly parts: PartNames<Part>; readonly of: (wire: Wire, scope: never) => unknown };
}

/** A resource whose list has rows of a certain form and is chosen by these parts: a listing needs nothing else. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever its identity is
export interface ListOf<Wire, Scope extends string> extends ResourceOf<Wire, any> {
  readonly collection?: { readonly scope: PartNames<Scope> };
}
