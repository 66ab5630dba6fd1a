import type * as pulumi from "@pulumi/pulumi";

/** The outcome of a function that writes: in a preview, the planned effect; in any other run, the result. */
export type Outcome<Result> =
  | { readonly planned: true; readonly plan: string }
  | ({ readonly planned: false } & Result);

/** Arguments that, as a whole or in any part, can be outputs. */
export type InputsOf<Args> = { readonly [Name in keyof Args]: pulumi.Input<PartsOf<Args[Name]>> };

type PartsOf<Value> = Value extends readonly (infer Item)[]
  ? pulumi.Input<PartsOf<Item>>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: pulumi.Input<PartsOf<Value[Name]>> }
    : Value;
