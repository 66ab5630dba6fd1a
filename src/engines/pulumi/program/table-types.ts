/** A resource in the generated tables. */
export interface ResourceType {
  /** PascalCase name. */
  readonly name: string;
  /** The stable name of the module `orgform/dyn/<module>.cjs`. */
  readonly module: string;
  /** Whether `get` looks up an existing object; the record of a run isn't one. */
  readonly isLookedUp: boolean;
  /** Inputs that are properties of the resource too. */
  readonly inputs: readonly string[];
  /** Inputs that are made secrets before they leave the program. */
  readonly secretInputs: readonly string[];
  /** Inputs and outputs that stay secrets in state. */
  readonly secretOutputs: readonly string[];
  /** Outputs that the service decides: unknown in a preview of a creation. */
  readonly outputs: readonly string[];
  /** Places of secrets inside of inputs that are none. */
  readonly secretMembers?: readonly (readonly string[])[];
  /** A replacement is created before the old object is deleted. */
  readonly createsReplacementFirst?: boolean;
  /** The input that keeps it, and everything in it, from being deleted. */
  readonly protectedBy?: string;
}

/** A function in the generated tables. */
export interface FunctionType {
  readonly name: string;
  /** It gives rows, one after the other. */
  readonly isRows: boolean;
  /** Whether its result contains a secret. */
  readonly isSecret: boolean;
  /** A preview has no result, only a plan. */
  readonly isWrite: boolean;
}
