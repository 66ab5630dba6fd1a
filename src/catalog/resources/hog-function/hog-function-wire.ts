import type { HogFunctionBody, HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import type { InputsToSend } from "./hog-function-inputs.ts";
import { unlessGiven } from "./hog-function-json.ts";

/** The request body of a function; the form of its inputs depends on their types, which the template might define. */
export interface FunctionBody extends Omit<HogFunctionBody, "inputs"> {
  readonly type?: string | undefined;
  readonly template_id?: string | undefined;
  readonly inputs?: InputsToSend | undefined;
}

/** The wire form of a function's fields. */
export const { same, custom, shown } = codecsOf<HogFunctionWire, FunctionBody>();

/** Reads a value that a template can provide: null if it did and no program declares it. */
export function besideTemplate<Shown>(
  name: string,
  read: (row: HogFunctionWire, declared: unknown) => Shown,
  given: (template: NonNullable<HogFunctionWire["template"]>) => unknown,
): (row: HogFunctionWire, reading: Reading) => Shown | null {
  return (row, { declared }) => {
    const own = declared?.[name];
    return unlessGiven(read(row, own), own, row.template === null ? undefined : given(row.template));
  };
}
