import { beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { actionOf } from "../../../../../src/app/actions.ts";
import { systemClock } from "../../../../../src/app/clock.ts";
import { lookUpsOf } from "../../../../../src/app/look-ups.ts";
import { served } from "../../../../../src/app/served.ts";
import { functions } from "../../../../../src/catalog/functions/index.ts";
import {
  type AttributeType,
  canBeWriteOnly,
  storedName,
  typeFields,
  typeFrom,
  valueToModel,
  valueToTerraform,
  withoutPairs,
} from "../../../../../src/engines/terraform/provider/attribute-types.ts";
import { ResourceSchema } from "../../../../../src/engines/terraform/provider/resource-schema.ts";
import { isAction } from "../../../../../src/model/action.ts";
import { member } from "../../../../../src/model/block.ts";
import { fieldsOf, FINGERPRINTS, isListed, STATE_VERSION } from "../../../../../src/model/definition.ts";
import { deprecationOf } from "../../../../../src/model/deprecations.ts";
import { field, isOptional } from "../../../../../src/model/field.ts";
import { givesRows } from "../../../../../src/model/function.ts";
import { isRecord, type Values } from "../../../../../src/model/json-value.ts";
import { fieldName, message, printed } from "../../../../../src/model/messages.ts";
import { snakeName } from "../../../../../src/model/names.ts";
import { UNKNOWN, valueAt } from "../../../../../src/model/unknown.ts";
import { fakeBox, plain } from "../../../../support/fake-resources.ts";
import { TerraformProcess } from "../../../../support/terraform-process.ts";

/** A value of a message in a form that a person reads: types are texts. */
function readable(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (Array.isArray(value)) return value.map(readable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readable(inner)]));
}

/** The attributes of a message by name. */
function attributesIn(piece: unknown): Record<string, Values> {
  const { attributes } = readable(piece) as { attributes: readonly Values[] }; // -- the form of every message with attributes
  return Object.fromEntries(attributes.map(({ name, ...rest }) => [String(name), rest]));
}

/** What an attribute has besides, once a message has gone over the wire. */
const NO_MARKS = { writeOnly: false, deprecated: false };

const blockOf = (schema: ResourceSchema): Values => schema.message()["block"] as Values;

const HUB = z.strictObject({
  hostName: member(z.string(), { doc: message`Host, as in ${fieldName("hub.hostName")}.` }),
  port: member(z.number().int().default(443), { doc: "Port." }),
  apiToken: member(z.string(), { doc: "Token.", secret: true }),
  keys: member(z.array(z.string()).optional(), { doc: "Keys.", secret: true }),
  inner: z.strictObject({ passWord: member(z.string(), { doc: "Password.", secret: true }) }).optional(),
});

const station = fakeBox({
  name: "Station",
  doc: message`A station, as ${fieldName("hubList")} says.`,
  stateVersion: 7,
  migrations: Object.fromEntries([1, 2, 3, 4, 5, 6].map((version) => [version, (state: Values) => state])),
  inputs: {
    keyRing: field(z.string(), { doc: message`Ring, beside ${fieldName("hubList")}.`, secret: true }),
    hub: field(HUB, { doc: "Hub." }),
    hubList: field(z.array(z.strictObject({ hostName: z.string() })).optional(), { doc: "Hubs." }),
    hubMap: field(z.record(z.string(), z.strictObject({ hostName: z.string().optional() })).optional(), {
      doc: "Hubs by name.",
    }),
    oneTime: field(z.string().optional(), { doc: "Decided once.", onChange: "replace" }),
  },
  outputs: {
    ...plain.outputs,
    shownHub: field(HUB.optional(), { doc: "The service's hub." }),
    shownSecret: field(z.string().optional(), { doc: "The service's secret.", secret: true }),
    [FINGERPRINTS]: field(z.record(z.string(), z.string()).optional(), { doc: "Hashes." }),
  },
  identity: {
    parts: ["organizationId", "zoneId", "boxId"],
    of: () => ({ organizationId: "o", zoneId: "z", boxId: "b" }),
  },
});

describe("the schema of a resource", () => {
  const schema = new ResourceSchema(station);
  const found = attributesIn(blockOf(schema));
  const TEXT = '"string"';
  const given = { required: false, optional: true, computed: false, sensitive: false };
  const filled = { ...given, computed: true };
  const needed = { ...given, required: true, optional: false };
  const decided = { ...given, optional: false, computed: true };

  test("has a version, and the words of its declaration in its own spelling", () => {
    expect(schema.message()["version"]).toBe(7);
    expect(blockOf(schema)["description"]).toBe("A station, as hub_list says.");
    expect(blockOf(schema)).not.toHaveProperty("deprecated");
  });

  test("says of each attribute who decides it, and whether it is a secret", () => {
    const { hub: _hub, hub_list: _list, hub_map: _map, shown_hub: _shown, adopt, ...others } = found;
    expect(adopt).toMatchObject({ ...filled, type: TEXT });
    const pair = (name: string) =>
      `Write-only alternative to ${name}, which leaves no trace in plan or state. Needs Terraform or OpenTofu 1.11.`;
    const raise = (name: string) => `Version of ${name}_wo. Raise it to send the value again.`;
    expect(others).toEqual({
      id: {
        type: TEXT,
        computed: true,
        description: "ID in the form `<organization_id>/<zone_id>/<box_id>`, as an import accepts it.",
      },
      organization_id: { ...filled, type: TEXT, description: "Owner." },
      name: { ...needed, type: TEXT, description: "Name." },
      color: { ...given, type: TEXT, description: "Color." },
      weight: { ...given, type: '"number"', description: "Weight in kg." },
      combination: { ...given, sensitive: true, type: TEXT, description: "Secret number." },
      is_protected: { ...filled, type: '"bool"', description: "Refuses deletion." },
      // Either of its two forms can be given.
      key_ring: { ...given, sensitive: true, type: TEXT, description: "Ring, beside hub_list." },
      one_time: { ...filled, type: TEXT, description: "Decided once." },
      box_id: { ...decided, type: TEXT, description: "Id." },
      shown_secret: { ...decided, sensitive: true, type: TEXT, description: "The service's secret." },
      zone_id: { ...decided, type: TEXT, description: "Part of the identity." },
      combination_wo: {
        type: TEXT,
        optional: true,
        writeOnly: true,
        description: `${pair("combination")} Secret number.`,
      },
      combination_wo_version: { type: '"number"', optional: true, description: raise("combination") },
      key_ring_wo: {
        type: TEXT,
        optional: true,
        writeOnly: true,
        description: `${pair("key_ring")} Ring, beside hub_list.`,
      },
      key_ring_wo_version: { type: '"number"', optional: true, description: raise("key_ring") },
    });
  });

  test("has the members of an object, each with its words, and both forms of a secret", () => {
    const { nestedType, ...hub } = found["hub"] ?? {};
    expect([hub, (nestedType as Values)["nesting"]]).toEqual([{ ...needed, description: "Hub." }, 1]);
    const need = { required: true, optional: false };
    const may = { required: false, optional: true };
    const { inner, ...members } = attributesIn(nestedType);
    const pair = (name: string, doc: string) => ({
      [`${name}_wo`]: {
        ...may,
        type: TEXT,
        writeOnly: true,
        description: `Write-only alternative to ${name}, which leaves no trace in plan or state. Needs Terraform or OpenTofu 1.11. ${doc}`,
      },
      [`${name}_wo_version`]: {
        ...may,
        type: '"number"',
        description: `Version of ${name}_wo. Raise it to send the value again.`,
      },
    });
    expect(members).toEqual({
      host_name: { ...need, type: TEXT, description: "Host, as in hub.host_name." },
      port: { ...may, type: '"number"', description: "Port." },
      api_token: { ...may, type: TEXT, sensitive: true, description: "Token." },
      ...pair("api_token", "Token."),
      // Nobody could tell which item of a list changed.
      keys: { ...may, type: '["list","string"]', sensitive: true, description: "Keys." },
    });
    const { nestedType: inside, ...own } = inner ?? {};
    expect(own).toEqual(may);
    expect(attributesIn(inside)).toEqual({
      pass_word: { ...may, type: TEXT, sensitive: true, description: "Password." },
      ...pair("pass_word", "Password."),
    });
  });

  test("nests the objects of lists and maps, and nothing that the service decides", () => {
    const nested = (name: string) => {
      const { nestedType } = found[name] ?? {};
      return [(nestedType as Values)["nesting"], attributesIn(nestedType)["host_name"]];
    };
    expect(nested("hub_list")).toEqual([2, { type: TEXT, required: true, optional: false }]);
    expect(nested("hub_map")).toEqual([4, { type: TEXT, required: false, optional: true }]);
    const { type, ...shown } = found["shown_hub"] ?? {};
    expect(shown).toEqual({ ...decided, description: "The service's hub." });
    // No part of it is given, so it has no second form of a secret.
    expect(JSON.parse(String(type))).toEqual([
      "object",
      {
        host_name: "string",
        port: "number",
        api_token: "string",
        keys: ["list", "string"],
        inner: ["object", { pass_word: "string" }],
      },
    ]);
  });

  test("marks every member of a value that is given write-only as a whole, at any depth", () => {
    const type = typeFrom({
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string" } } } },
    });
    const [outer] = Object.values(attributesIn(typeFields(type, false, { writeOnly: true })["nestedType"]));
    expect(outer).toMatchObject({ writeOnly: true, optional: true });
    expect(Object.values(attributesIn(outer?.["nestedType"]))).toEqual([
      { type: TEXT, writeOnly: true, required: false, optional: true },
    ]);
  });

  test("has an identity of texts, of which only those with a setting can be left out", () => {
    expect(readable(schema.identityMessage())).toEqual({
      version: 0,
      attributes: [
        ["organization_id", false, "Owner."],
        ["zone_id", true, "Part of the identity."],
        ["box_id", true, "Id."],
      ].map(([name, isNeeded, description]) => ({
        name,
        type: TEXT,
        requiredForImport: isNeeded,
        optionalForImport: isNeeded !== true,
        description,
      })),
    });
  });
});

describe.each(served.map((definition) => [definition.name, definition] as const))(
  "the schema of %s",
  (_name, definition) => {
    const schema = ResourceSchema.of(definition);
    const found = attributesIn(blockOf(schema));

    test("is made once, and has what the declaration has", () => {
      expect(ResourceSchema.of(definition)).toBe(schema);
      expect(schema.message()["version"]).toBe(definition.stateVersion);
      expect(blockOf(schema)["description"]).toBe(printed(definition.doc, schema.spelling));
      expect(blockOf(schema)["deprecated"]).toBe(deprecationOf(definition) === undefined ? undefined : true);
      const parts = definition.identity.parts.map((part) => `<${snakeName(part)}>`);
      expect(found["id"]?.["description"]).toBe(
        isAction(definition) ? "Id of the run." : `ID in the form \`${parts.join("/")}\`, as an import accepts it.`,
      );
      const outputs = fieldsOf(definition, "outputs").filter(([name]) => ![STATE_VERSION, FINGERPRINTS].includes(name));
      const fields = [...fieldsOf(definition, "inputs"), ...outputs];
      for (const [name, rules] of fields) {
        expect([name, found[snakeName(name)]]).toEqual([
          name,
          expect.objectContaining({
            description: printed(rules.doc, schema.spelling),
            sensitive: rules.secret === true,
          }),
        ]);
      }
      const pairs = schema.writeOnly.filter(({ around }) => around.length === 0);
      const named = new Set([
        "id",
        ...fields.map(([name]) => snakeName(name)),
        ...(isAction(definition) ? [] : definition.identity.parts.map(snakeName)),
        ...pairs.flatMap(({ value, version }) => [value, version]),
      ]);
      expect(new Set(Object.keys(found))).toEqual(named);
    });

    test("can be given exactly what is an input", () => {
      const inputs = new Map(fieldsOf(definition, "inputs").map(([name, rules]) => [snakeName(name), rules]));
      for (const { attribute } of schema.attributes) {
        const rules = inputs.get(attribute);
        const { required, optional, computed } = found[attribute] ?? {};
        const isSecret = schema.writeOnly.some(({ field: name }) => snakeName(name) === attribute);
        expect([attribute, required === true || optional === true]).toEqual([attribute, rules !== undefined]);
        expect([attribute, required]).toEqual([attribute, rules !== undefined && !isOptional(rules) && !isSecret]);
        expect([attribute, computed === true && required === true]).toEqual([attribute, false]);
      }
    });

    test("returns every value of its example in either form", () => {
      const { example = {} } = definition;
      const object = schema.toTerraform(example, "an id");
      expect(Object.keys(object).toSorted()).toEqual(Object.keys(found).toSorted());
      expect(object["id"]).toBe("an id");
      expect(schema.toModel(object)).toEqual(example);
      expect(schema.toEarlierModel(object)).toEqual(example);
      for (const { around, value, version } of schema.writeOnly.filter((one) => one.around.length === 0))
        expect([around, object[value], object[version]]).toEqual([[], null, null]);
    });
  },
);

describe("the schemas of what is no resource", () => {
  let whole: Values;
  beforeAll(async () => {
    const provider = new TerraformProcess({ environment: {}, clock: systemClock });
    whole = (await provider.call("GetProviderSchema", {})).message;
  });
  const TEXT = '"string"';
  const schemasOf = (kind: string) => whole[kind] as Readonly<Record<string, Values>>; // -- the form of the answer
  /** The words of a block, its version, and its attributes. */
  const told = (schema: unknown) => {
    const { version, block } = schema as { version: unknown; block: Values }; // -- the form of every schema
    return { version, words: block["description"], attributes: attributesIn(block) };
  };
  const optional = { required: false, optional: true, computed: false, sensitive: false };

  test("tell the engine what the provider can do, and what its block is for", () => {
    expect(whole["serverCapabilities"]).toMatchObject({
      planDestroy: true,
      getProviderSchemaOptional: true,
      moveResourceState: true,
    });
    const { version, words, attributes } = told(whole["provider"]);
    expect([version, words]).toEqual([0, "Provider for one account of the service."]);
    expect(attributes["store_secrets"]).toMatchObject({
      ...optional,
      type: '"bool"',
      description:
        "Whether states contain secrets. With false, secret outputs are null, and Orgform accepts secret inputs only in their write-only form. Default true.",
    });
  });

  test("say of a look-up by what it looks, and what it finds, with a word on one without a state", () => {
    const note = " The engine reads it for each plan and apply, and no plan or state contains any of it.";
    for (const [kind, more] of [
      ["dataSourceSchemas", ""],
      ["ephemeralResourceSchemas", note],
    ] as const) {
      const found = lookUpsOf(served).filter(
        ({ definition }) => ResourceSchema.of(definition).typeName in schemasOf(kind),
      );
      expect(found.length).toBeGreaterThan(0);
      for (const { definition, by } of found) {
        const { spelling, typeName } = ResourceSchema.of(definition);
        const { version, words, attributes } = told(schemasOf(kind)[typeName]);
        const keys = by.map(snakeName).join(", ");
        expect([version, words]).toEqual([
          0,
          `Looks up an existing ${typeName} by one of ${keys}.${more} ${printed(definition.doc, spelling)}`,
        ]);
        expect(attributes["id"]).toEqual({
          ...optional,
          optional: false,
          computed: true,
          type: TEXT,
          description: "ID of the object, as an import accepts it.",
          ...NO_MARKS,
        });
      }
    }
  });

  test("let a list be of one place, as texts that can be left out", () => {
    const listed = served.filter(isListed);
    expect(Object.keys(schemasOf("listResourceSchemas"))).toEqual(listed.map((one) => ResourceSchema.of(one).typeName));
    for (const definition of listed) {
      const { typeName, attributes: own } = ResourceSchema.of(definition);
      const { version, words, attributes } = told(schemasOf("listResourceSchemas")[typeName]);
      expect([version, words]).toEqual([0, `Finds every existing ${typeName}, for import.`]);
      const parts = definition.identity.parts.slice(0, -1);
      expect(Object.keys(attributes)).toEqual(parts.map(snakeName));
      for (const part of parts) {
        const doc = own.find(({ name }) => name === part)?.doc ?? "";
        expect(attributes[snakeName(part)]).toEqual({
          ...optional,
          type: TEXT,
          description: printed(doc, ResourceSchema.of(definition).spelling),
          ...NO_MARKS,
        });
      }
    }
  });

  test("say of a function what it does, and take its arguments alone", () => {
    for (const one of functions.filter(({ finds }) => finds === undefined)) {
      const isRead = one.effect === "read";
      const { typeName, spelling } = new ResourceSchema(actionOf(one));
      const schema = isRead
        ? schemasOf("dataSourceSchemas")[typeName]
        : valueAt(schemasOf("actionSchemas")[typeName], ["schema"]);
      const { version, words, attributes } = told(schema);
      expect([one.name, version, words]).toEqual([one.name, 0, printed(one.doc, spelling)]);
      const given = Object.entries(attributes).filter(([, { computed }]) => computed !== true);
      const inputs = fieldsOf(actionOf(one), "inputs").filter(([name]) => name !== "triggers");
      expect([one.name, given.map(([name]) => name)]).toEqual([one.name, inputs.map(([name]) => snakeName(name))]);
      for (const [name, rules] of inputs.filter(([, { secret }]) => secret === undefined)) {
        const marks = { required: !isOptional(rules), optional: isOptional(rules) };
        expect([one.name, name, attributes[snakeName(name)]]).toMatchObject([one.name, name, marks]);
      }
      const [result, ...others] = Object.entries(attributes).filter(([, { computed }]) => computed === true);
      expect(others).toEqual([]);
      const rows = ["items", "Rows. The state stores all of them, so limit their number."];
      const [name, doc] = givesRows(one) ? rows : ["result", "Result of the function."];
      expect([result?.[0], result?.[1]["description"]]).toEqual(isRead ? [name, doc] : [undefined, undefined]);
      const isList = JSON.stringify(result?.[1]["type"] ?? "").startsWith(String.raw`"[\"list\"`);
      expect([one.name, isList || !givesRows(one)]).toEqual([one.name, true]);
    }
  });
});

describe("a name that Terraform can't take", () => {
  test.each(["id", "count", "connection", "dependsOn", "forEach", "lifecycle", "provider", "provisioner", "aB_c", "A"])(
    "%s is refused at start",
    (name) => {
      const odd = fakeBox({ inputs: { [name]: field(z.string().optional(), { doc: "Odd." }) } });
      expect(() => new ResourceSchema(odd)).toThrow(
        `Box.${name} cannot be an attribute ${snakeName(name)} of Terraform`,
      );
    },
  );

  test.each(["combinationWo", "combinationWoVersion"])("%s is refused beside a secret of that name", (name) => {
    const twice = fakeBox({ inputs: { [name]: field(z.string().optional(), { doc: "Taken." }) } });
    expect(() => new ResourceSchema(twice)).toThrow("Box has combination_wo twice");
  });

  test("is free where only a member of an object is called so", () => {
    const inner = z.strictObject({ color: member(z.string(), { doc: "Secret color.", secret: true }) });
    const odd = fakeBox({
      inputs: {
        paint: field(inner.optional(), { doc: "Paint." }),
        colorWo: field(z.string().optional(), { doc: "Another color." }),
      },
    });
    expect(new ResourceSchema(odd).attributes.map(({ attribute }) => attribute)).toContain("color_wo");
  });
});

describe("an object of an earlier version", () => {
  const schema = new ResourceSchema(station);

  test("keeps its former names, also within an object", () => {
    expect(
      schema.toEarlierModel({
        id: "o/z/b",
        name: "é",
        weight: null,
        former_name: "x",
        former_null: null,
        former_object: { inner_name: 1 },
        hub: { host_name: "h", api_token: "t", old_name: 1, old_null: null, api_token_wo: "w" },
      }),
    ).toEqual({
      name: "é",
      formerName: "x",
      formerObject: { inner_name: 1 },
      hub: { hostName: "h", apiToken: "t", oldName: 1 },
    });
  });

  test("has only values, and only those of attributes that it has in the present form", () => {
    expect(schema.toModel({ id: "x", name: "é", weight: null, other: 1, hub: { host_name: "h", other: 1 } })).toEqual({
      name: "é",
      hub: { hostName: "h" },
    });
    expect(Object.keys(schema.toModel({ name: "é", weight: null }))).toEqual(["name"]);
    expect(Object.keys(schema.toEarlierModel({ name: "é", weight: null, gone: undefined }))).toEqual(["name"]);
  });
});

test("names of fields within lists of the driver are written as attributes", () => {
  const outputs = {
    ...plain.outputs,
    ...Object.fromEntries(
      ["heldBack", "withoutEffect", "others"].map((name) => [
        name,
        field(z.array(z.string()).optional(), { doc: "Names." }),
      ]),
    ),
  };
  const schema = new ResourceSchema(fakeBox({ outputs }));
  const names = ["isProtected"];
  const state = { heldBack: names, withoutEffect: names, others: names };
  const object = schema.toTerraform(state, null);
  expect(object).toMatchObject({
    held_back: ["is_protected"],
    without_effect: ["is_protected"],
    others: ["isProtected"],
  });
  expect(schema.toModel(object)).toEqual(state);
});

test("a member is required unless it has a default, is a secret, or is left out by its own type", () => {
  const type = typeFrom({
    type: "object",
    required: ["needed", "defaulted", "hidden"],
    properties: {
      needed: { type: "string" },
      defaulted: { type: "string", default: "" },
      hidden: { type: "array", items: { type: "string" }, secret: true },
      optional: { type: "string" },
    },
  });
  const members = type.kind === "object" ? Object.entries(type.members) : [];
  expect(members.filter(([, { required }]) => required).map(([name]) => name)).toEqual(["needed"]);
});

describe("values", () => {
  const inner = typeFrom({
    type: "object",
    properties: { ownName: { type: "integer" }, token: { type: "string", secret: true } },
  });
  const types: readonly AttributeType[] = [{ kind: "list", of: inner }, { kind: "map", of: inner }, inner];
  const [list, map, object] = types as readonly [AttributeType, AttributeType, AttributeType]; // -- three, as written above
  const own = { own_name: null, token: null, token_wo: null, token_wo_version: null };

  test("inside of lists, maps, and objects have the names of the other side, and keys stay", () => {
    const [model, engine] = [{ ownName: 7 }, { ...own, own_name: 7 }];
    expect(valueToTerraform(list, [model, UNKNOWN, null])).toEqual([engine, UNKNOWN, null]);
    expect(valueToTerraform(map, { aB: model, c: null })).toEqual({ aB: engine, c: null });
    expect(valueToModel(list, [engine, UNKNOWN, null])).toEqual([model, UNKNOWN, null]);
    expect(valueToModel(map, { aB: engine, c: null, d: UNKNOWN })).toEqual({ aB: model, c: null, d: UNKNOWN });
    expect([valueToModel(map, UNKNOWN), valueToTerraform(map, UNKNOWN)]).toEqual([UNKNOWN, UNKNOWN]);
  });

  test("of the second form of a secret are none of the model's", () => {
    expect(valueToModel(object, { ...own, token_wo: "w", token_wo_version: 1, other: 1 })).toEqual({});
  });

  test("that have another form stay as they are", () => {
    for (const value of ["text", 7, true]) {
      expect([valueToModel({ kind: "string" }, value), valueToTerraform(list, value)]).toEqual([value, value]);
      expect([valueToModel(map, value), valueToModel(object, value)]).toEqual([value, value]);
    }
    expect(valueToModel({ kind: "bool" }, true)).toBe(true);
    expect([valueToModel({ kind: "string" }, "7"), valueToModel({ kind: "number" }, "7")]).toEqual(["7", 7]);
  });

  test("that the service decides have no second form of a secret, at any depth", () => {
    const bare = { kind: "object", members: { ownName: { kind: "number" }, token: { kind: "string" } } };
    const kinds = (type: AttributeType): unknown =>
      type.kind === "object"
        ? {
            kind: "object",
            members: Object.fromEntries(Object.entries(type.members).map(([name, one]) => [name, kinds(one.type)])),
          }
        : "of" in type
          ? { kind: type.kind, of: kinds(type.of) }
          : { kind: type.kind };
    expect([list, map, object].map((type) => kinds(withoutPairs(type)))).toEqual([
      { kind: "list", of: bare },
      { kind: "map", of: bare },
      bare,
    ]);
    const around: AttributeType = { kind: "object", members: { inside: { type: object, required: false } } };
    expect(kinds(withoutPairs(around))).toEqual({ kind: "object", members: { inside: bare } });
  });

  test("of a secret in its second form stand for the stored one, and those of versions for nothing", () => {
    const members = object.kind === "object" ? Object.entries(object.members) : [];
    expect(members.map(([name, one]) => [name, storedName(name, one)])).toEqual([
      ["ownName", "ownName"],
      ["token", "token"],
      ["tokenWo", "token"],
      ["tokenWoVersion", undefined],
    ]);
    const odd = { type: inner, required: false, isBeside: true, isWriteOnly: true };
    expect(storedName("WorkerWonWo", odd)).toBe("WorkerWon");
    expect([list, map, object].map(canBeWriteOnly)).toEqual([false, true, true]);
  });
});
