import type { Api } from "../../client/client.ts";
import type { Fields } from "../../model/field.ts";
import type { FunctionDefinition } from "../../model/function.ts";

type Defined<A extends Fields, R extends Fields> = FunctionDefinition<Api, A, R>;

/** Declares a function. */
export function declareFunction<A extends Fields, R extends Fields>(declared: Defined<A, R>): Defined<A, R> {
  return declared;
}

/** Declares a function that only reads, so it can always be called again. */
export function declareRead<A extends Fields, R extends Fields>(
  declared: Omit<Defined<A, R>, "effect" | "repeat">,
): Defined<A, R> {
  return { ...declared, effect: "read", repeat: "safe" };
}
