import type { Before } from "../call.ts";
import type { IdentityParts } from "../identity.ts";
import type { Values } from "../json-value.ts";

/** The context of a row that is read. */
export interface Reading {
  readonly at: IdentityParts;
  /** The declared values; undefined for an object that is imported or listed. */
  readonly declared: Values | undefined;
}

/** The context of a value that is sent. */
export interface Sending<Row> {
  /** All inputs of the request. */
  readonly inputs: Values;
  /** The changed object; undefined on create. */
  readonly before: Before<Row> | undefined;
}

/** How an output, or an input that never changes in place, is read from a row of the service. */
export interface ShownCodec<in Row, out Shown> {
  /** The value in a row; undefined if the row doesn't have one. */
  readonly read: (row: Row, reading: Reading) => Shown;
  readonly write?: never;
}

/** How an input is read from a row of the service, and written to a body. */
export interface FieldCodec<in Row, out Body, out Shown, in Given> {
  /** The value in a row: null if the service says that it isn't set, undefined if the row doesn't have it. */
  readonly read: (row: Row, reading: Reading) => Shown;
  /** The part of a body that sets a declared value, or the service's default for an input that left the program. */
  readonly write: (given: Given, sending: Sending<Row>) => Body;
}

/** Any codec: code that resolves codecs handles those of every resource. */
export type AnyCodec = ShownCodec<never, unknown> | FieldCodec<never, unknown, unknown, never>;
