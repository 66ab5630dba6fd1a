/** What the compiler has to refuse in a declaration of a resource. Nothing here is run. */
import { z } from "zod";

import { defineResource } from "../../src/model/definition.ts";
import type { CallContext } from "../../src/model/call-context.ts";
import { field, type Observed, type ValuesOf } from "../../src/model/field.ts";
import { codecsOf } from "../../src/model/wire/codecs.ts";

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
  kind: "object",
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
  // @ts-expect-error -- what changes the object and what resends its secrets are two things
  field(z.string(), { doc: "Name.", onChange: ["replace", "resend"] }),
  // @ts-expect-error -- how far the service returns it
  field(z.string(), { doc: "Name.", returned: false }),
  // @ts-expect-error -- a secret, or a value that may hold some
  field(z.string(), { doc: "Name.", secret: false }),
  // @ts-expect-error -- which updates leave it alone
  field(z.string(), { doc: "Name.", stable: "sometimes" }),
  // @ts-expect-error -- the resource comes first
  field(z.string(), { doc: "Name.", refersTo: { by: "labelId" } }),
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

/** A part of an organization: the list is chosen by one part of the identity. */
const shelved = {
  ...rest,
  toWire: () => ({ title: undefined }),
  fromWire: (wire: LabelWire) => ({ name: wire.title, labelId: wire.id }),
  ops: {},
} as const;

/** Every call is given exactly the parts that `identity.parts` and `collection.scope` name. */
export const shelf = defineResource({
  ...shelved,
  identity: {
    parts: ["shelfId", "labelId"],
    of: (wire: LabelWire, scope) => ({ shelfId: scope.shelfId, labelId: wire.id }),
  },
  ops: { read: (_api: unknown, at) => Promise.resolve<LabelWire>({ id: at.labelId, title: at.shelfId }) },
  collection: {
    name: "labels",
    scope: ["shelfId"],
    words: "the labels",
    list: (_api: unknown, scope) => Promise.resolve<LabelWire[]>([{ id: "1", title: scope.shelfId }]),
    servesReads: true,
  },
});

const collection = { name: "labels", scope: ["shelfId"], words: "the labels", servesReads: true } as const;

export const misspeltParts = [
  defineResource({
    ...shelved,
    identity: {
      parts: ["shelfId", "labelId"],
      // @ts-expect-error -- no such part: the id string would lack one
      of: (wire: LabelWire) => ({ shelfId: "s", labelID: wire.id }),
    },
    collection,
  }),
  defineResource({
    ...shelved,
    identity: { parts: ["labelId"], of: (wire: LabelWire) => ({ labelId: wire.id }) },
    // @ts-expect-error -- no such part: the request would have an empty path segment
    ops: { read: (_api: unknown, at) => Promise.resolve<LabelWire>({ id: at.labelID, title: "" }) },
  }),
  defineResource({
    ...shelved,
    identity: {
      parts: ["shelfId", "labelId"],
      // @ts-expect-error -- not among the parts that choose the list
      of: (wire: LabelWire, scope) => ({ shelfId: scope.labelId, labelId: wire.id }),
    },
    collection,
  }),
  defineResource({
    ...shelved,
    identity: { parts: ["labelId"], of: (wire: LabelWire) => ({ labelId: wire.id }) },
    // @ts-expect-error -- the list is chosen by a part that no object has
    collection,
  }),
];

/** What is looked for is named by the parts of its own identity. */
export async function looking(call: CallContext): Promise<void> {
  const found: LabelWire | undefined = await call.find(shelf, { shelfId: "s", labelId: "1" });
  await call.all(shelf, { shelfId: found?.id ?? "" });
  // @ts-expect-error -- a part is missing
  await call.find(shelf, { labelId: "1" });
  // @ts-expect-error -- no such part
  await call.all(shelf, { shelf: "s" });
}

/** What is observed may be null, and what nobody could declare. */
export const observed: Observed<typeof inputs> = { name: null, size: undefined, isKept: true };

// @ts-expect-error -- null is not what a text is
export const observedName: string = observed.name;

const { same, mapped, shown } = codecsOf<{ readonly id: string; readonly title: string | null }, { title?: string }>();

/** A codec agrees with the types of the client and with its field. */
export const wired = [
  field(z.string(), { doc: "Name.", wire: same("title") }),
  // @ts-expect-error -- no such key
  same("titel"),
  // @ts-expect-error -- a key that no body has
  same("id"),
  // @ts-expect-error -- a value that no body has
  mapped("title", { small: 1 }),
  // @ts-expect-error -- an output that is always there may be absent
  field(z.string(), { doc: "Name.", wire: shown("title") }),
  // @ts-expect-error -- the service takes no null for what left the program
  field(z.string().optional(), { doc: "Name.", serviceDefault: null, wire: same("title") }),
];
