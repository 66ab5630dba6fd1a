import type * as z from "zod";

import type { Field, Fields } from "../field.ts";
import type { Reading, Sending } from "./codec.ts";

/** The row that the codecs of these fields read; unknown without any. */
export type RowOf<F extends Fields> = ReadBy<F[keyof F]> extends (row: infer Row) => void ? Row : unknown;

type ReadBy<One> =
  One extends Field<z.ZodType, infer C>
    ? C extends { readonly read: (row: infer Row, reading: Reading) => unknown }
      ? (row: Row) => void
      : never
    : never;

/** The body that the codecs of these inputs write; unknown without any. */
export type BodyOf<F extends Fields> = [WrittenBy<F[keyof F]>] extends [never] ? unknown : WrittenBy<F[keyof F]>;

type WrittenBy<One> =
  One extends Field<z.ZodType, infer C>
    ? C extends { readonly write: (given: never, sending: Sending<never>) => infer Body }
      ? Body
      : never
    : never;
