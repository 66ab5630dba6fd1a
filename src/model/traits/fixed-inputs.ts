/** Trait: some services change an input no more that others change in place. */
export interface FixedInputs<Wire> {
  readonly fixed?: {
    /** The inputs. */
    readonly names: readonly string[];
    /** Whether they are fixed at the service that shows this object: then a change replaces it. */
    readonly isFixed: (wire: Wire) => boolean;
  };
}
