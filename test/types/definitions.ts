/** What the compiler has to refuse in a declaration of a resource. Nothing here is run. */
import { z } from "zod";

import { defineResource } from "../../src/model/definition.ts";
import { field, type ValuesOf } from "../../src/model/field.ts";

interface LabelWire {
  readonly id: string;
  readonly title: string;
}

const inputs = {
  name: field(z.string(), { doc: "Name.", onChange: "replace" }),
  size: field(z.number().optional(), { doc: "Size.", serviceDefault: 1 }),
  isKept: field(z.boolean().default(true), { doc: "Kept.", onChange: "none" }),
};

const outputs = { labelId: field(z.string(), { doc: "Id.", stable: true }) };

const rest = {
  name: "Label",
  doc: "A label.",
  notes: [],
  stateVersion: 1,
  migrations: {},
  inputs,
  outputs,
  identity: { parts: ["labelId"], of: (wire: LabelWire) => ({ labelId: wire.id }) },
  scopes: { read: [], write: [] },
  ops: { read: () => Promise.resolve<LabelWire>({ id: "1", title: "a" }) },
} as const;

/** A declaration whose functions agree with its fields. */
export const label = defineResource({
  ...rest,
  toWire: (values) => ({ title: values.name }),
  fromWire: (wire: LabelWire) => ({ name: wire.title, labelId: wire.id }),
});

/** Defaults are filled in, optional fields may be absent. */
export const values: ValuesOf<typeof inputs> = { name: "a", isKept: true };

// @ts-expect-error -- a field with a default is there after the check
export const withoutDefault: ValuesOf<typeof inputs> = { name: "a" };

// @ts-expect-error -- a value of another type
export const wrongValue: ValuesOf<typeof inputs> = { name: "a", isKept: true, size: "big" };

export const misspelt = [
  // @ts-expect-error -- no such effect of a change
  field(z.string(), { doc: "Name.", onChange: "replaces" }),
  // @ts-expect-error -- no such mark
  field(z.string(), { doc: "Name.", secrets: true }),
  // @ts-expect-error -- every field is documented
  field(z.string(), { secret: true }),
  // @ts-expect-error -- no such setting
  field(z.string(), { doc: "Name.", fromConfig: "organization" }),
];

export const disagreeing = [
  defineResource({
    ...rest,
    toWire: (given) => given,
    // @ts-expect-error -- an output is missing
    fromWire: (wire: LabelWire) => ({ name: wire.title }),
  }),
  defineResource({
    ...rest,
    toWire: (given) => given,
    // @ts-expect-error -- an input of another type
    fromWire: (wire: LabelWire) => ({ name: 5, labelId: wire.id }),
  }),
  defineResource({
    ...rest,
    // @ts-expect-error -- no such input
    toWire: (given) => ({ title: given.title as string }),
    fromWire: (wire: LabelWire) => ({ labelId: wire.id }),
  }),
];
