import * as pulumi from "@pulumi/pulumi";

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

/** What the output form of a function goes by. */
export interface OutputMarks {
  /** What the function gives holds a secret. */
  readonly isSecret: boolean;
  /** In a preview there is no result, only a plan. */
  readonly isWrite: boolean;
}

/** Calls a function once its arguments are known; a secret argument or result makes the output secret. */
export function outputForm<Result>(
  args: object,
  action: (known: object) => Promise<object>,
  { isSecret, isWrite }: OutputMarks,
): pulumi.Output<Result> {
  const output = pulumi.output(args as pulumi.Inputs).apply(async (known) => {
    const given = await action(known);
    if (!isWrite) return given;
    const { planned, ...result } = given as { readonly planned: boolean };
    // What a write will give is known after it alone.
    return planned ? pulumi.unknown : result;
  });
  return (isSecret ? pulumi.secret(output) : output) as pulumi.Output<Result>; // -- the generated function names the type of its result
}
