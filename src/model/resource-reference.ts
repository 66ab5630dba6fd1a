import type { PartNames } from "./identity.ts";

/** A resource as another one names it: its definition, of which nothing else matters there. */
export interface ResourceReference {
  readonly name: string;
}

/** A resource whose objects are rows of a certain form: only that form and their identity matter to who looks for one. */
export interface ResourceOf<Wire, Part extends string> extends ResourceReference {
  readonly identity: { readonly parts: PartNames<Part>; readonly of: (wire: Wire, scope: never) => unknown };
}

/** A resource whose list, of rows of a certain form, is chosen by these parts: nothing else matters to who lists them. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever its identity is
export interface ListOf<Wire, Scope extends string> extends ResourceOf<Wire, any> {
  readonly collection?: { readonly scope: PartNames<Scope> };
}
