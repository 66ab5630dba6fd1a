import type * as pulumi from "@pulumi/pulumi";

/** What came of a function that writes: in a preview, what it would do; in any other run, what it gave. */
export type Outcome<Result> =
  | { readonly planned: true; readonly plan: string }
  | ({ readonly planned: false } & Result);

/** Arguments each of which, or each part of which, may be an output. */
export type InputsOf<Args> = { readonly [Name in keyof Args]: pulumi.Input<PartsOf<Args[Name]>> };

type PartsOf<Value> = Value extends readonly (infer Item)[]
  ? pulumi.Input<PartsOf<Item>>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: pulumi.Input<PartsOf<Value[Name]>> }
    : Value;
