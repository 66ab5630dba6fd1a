import type { HogFunctionBody, HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import type { InputsToSend } from "./hog-function-inputs.ts";
import { unlessGiven } from "./hog-function-json.ts";

/** What is sent of a function; the form of its inputs depends on their types, which the template may tell. */
export interface FunctionBody extends Omit<HogFunctionBody, "inputs"> {
  readonly type?: string | undefined;
  readonly template_id?: string | undefined;
  readonly inputs?: InputsToSend | undefined;
}

/** How fields of a function stand on the wire. */
export const { same, custom, shown } = codecsOf<HogFunctionWire, FunctionBody>();

/** Reads what a template may give: null where it did and no program asks for it. */
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
