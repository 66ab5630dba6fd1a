import { join } from "node:path";

import { afterAll, describe, expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { type AnyResource, fieldsOf } from "../../../src/model/definition.ts";
import type { Field } from "../../../src/model/field.ts";
import type { AnyFunction } from "../../../src/model/function.ts";
import { isRecord } from "../../../src/model/json-value.ts";
import { Message, printed } from "../../../src/model/messages.ts";
import { RECORDS, RequestLog } from "../../support/recorded-requests.ts";

/**
 * What each resource and function tells the driver besides its fields' types and docs: what it does in a preview, by
 * which lists and keys objects are found, how long a deletion takes, and the words for all that. A changed trait shows in
 * review. `ORGFORM_RECORD_REQUESTS=1 npx jest test/unit/catalog/traits` writes it again.
 */
const log = new RequestLog(join(__dirname, "traits.txt"));

/** A trait as JSON: functions are only named, because other tests call them, and other resources have their names. */
function plain(value: unknown): unknown {
  if (typeof value === "function") return "(decided)";
  if (typeof value === "string" || value instanceof Message) return printed(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  if ("identity" in value) return value["name"];
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

const line = (what: string, traits: object): string => `${what} ${JSON.stringify(plain(traits))}`;

function fieldLines(side: string, fields: readonly (readonly [string, Field])[]): string[] {
  return fields.flatMap(([name, { schema: _type, doc: _page, wire, refersTo, ...marks }]) => {
    const of = refersTo === undefined ? {} : { refersTo: { ...refersTo, resource: refersTo.resource().name } };
    const isOwn = wire === undefined;
    if (!isOwn && Object.keys(marks).length === 0 && refersTo === undefined) return [];
    return [line(`${side} ${name}${isOwn ? ", without a codec" : ""}`, { ...marks, ...of })];
  });
}

function resourceLines(resource: AnyResource): string[] {
  const { kind, stateVersion, migrations, identity, naturalKey = {}, scopes, ops, parent, validate } = resource;
  const { capabilities: ofList = [], ...list } = resource.collection ?? {};
  const { guards = [], capabilities = [] } = resource;
  return [
    line(kind, { stateVersion, migrations, isValidated: validate !== undefined, parent: parent?.name ?? "none" }),
    line("identity", identity.parts),
    line("natural key", naturalKey),
    line("scopes", scopes),
    line("calls", ops),
    line("list", list),
    ...ofList.map(({ name, ...traits }) => line(`list capability "${name}"`, traits)),
    ...capabilities.map(({ name, ...traits }) => line(`capability "${name}"`, traits)),
    ...guards.map((guard) => line("guard", guard)),
    ...fieldLines("input", fieldsOf(resource, "inputs")),
    ...fieldLines("output", fieldsOf(resource, "outputs")),
  ];
}

function functionLines({
  name: _name,
  doc: _page,
  notes: _notes,
  example: _own,
  ...definition
}: AnyFunction): string[] {
  const { arguments: asked, result, knownFailure, ...traits } = definition;
  const failure = knownFailure?.({});
  const marked = ([, { schema: _type, doc: _page, ...marks }]: readonly [string, Field]) =>
    Object.keys(marks).length > 0;
  // Look-ups have the fields of their resource.
  const isLookUp = definition.finds !== undefined || definition.lists !== undefined;
  return [
    line(definition.effect, traits),
    ...(failure === undefined ? [] : [line("is known to fail", { failure })]),
    ...fieldLines("argument", isLookUp ? [] : Object.entries<Field>(asked).filter(marked)),
    ...fieldLines("result", isLookUp ? [] : Object.entries<Field>(result).filter(marked)),
  ];
}

const all: readonly (readonly [string, () => string[]])[] = [
  ...resources.map((one) => [one.name, () => resourceLines(one)] as const),
  ...functions.map((one) => [one.name, () => functionLines(one)] as const),
];

describe("the record of traits", () => {
  test.each(all)("is up to date for %s", (name, linesOf) => {
    const section = log.note(name, linesOf());
    expect(section).toBe(RECORDS ? section : log.before.get(name));
  });

  test("has nothing else", () => {
    expect(RECORDS ? [] : [...log.before.keys()]).toEqual(RECORDS ? [] : all.map(([name]) => name));
  });

  afterAll(() => log.write());
});
