import { expect, test } from "@jest/globals";

import { providersSchema } from "../../../../../src/engines/terraform/generator/schema-json.ts";
import type { Message } from "../../../../../src/grpc/messages.ts";

const ADDRESS = "registry.terraform.io/orgform/orgform";
const TEXT = Buffer.from('"string"');

/** An attribute as it arrives, with zero values for unset fields. */
function attribute(name: string, fields: Message): Message {
  return { name, type: TEXT, description: "", required: false, optional: false, sensitive: false, ...fields };
}

function schemaWith(...attributes: readonly Message[]): Message {
  return { version: 3, block: { version: 0, attributes, description: "A thing." } };
}

test("takes over kinds of schemas and marks of attributes by whatever name they have, and leaves out empty kinds", () => {
  const message = {
    provider: schemaWith(),
    resourceSchemas: { orgform_thing: schemaWith(attribute("secret", { optional: true, writeOnly: true })) },
    ephemeralResourceSchemas: { orgform_thing: schemaWith(attribute("token", { computed: true, description: "It." })) },
    dataSourceSchemas: {},
    functions: {},
    serverCapabilities: { planDestroy: false },
  };
  const described = { description: "A thing.", description_kind: "plain" };
  const secret = { type: "string", description_kind: "plain", optional: true, write_only: true };
  const token = { type: "string", description: "It.", description_kind: "plain", computed: true };
  expect(providersSchema(message).provider_schemas).toStrictEqual({
    [ADDRESS]: {
      provider: { version: 3, block: described },
      resource_schemas: { orgform_thing: { version: 3, block: { attributes: { secret }, ...described } } },
      ephemeral_resource_schemas: { orgform_thing: { version: 3, block: { attributes: { token }, ...described } } },
    },
  });
});

test("tells objects from lists and maps of them", () => {
  const nested = (nesting: number): Message => ({
    type: new Uint8Array(),
    nestedType: { nesting, attributes: [attribute("inner", { required: true })] },
  });
  const message = {
    provider: schemaWith(attribute("one", nested(1)), attribute("many", nested(2)), attribute("named", nested(4))),
    functions: {},
  };
  const { provider } = providersSchema(message).provider_schemas[ADDRESS] as {
    provider: { block: { attributes: Record<string, { nested_type: object }> } };
  };
  const attributes = { inner: { type: "string", description_kind: "plain", required: true } };
  const found = Object.entries(provider.block.attributes).map(([name, piece]) => [name, piece.nested_type]);
  expect(Object.fromEntries(found)).toStrictEqual({
    one: { attributes, nesting_mode: "single" },
    many: { attributes, nesting_mode: "list" },
    named: { attributes, nesting_mode: "map" },
  });
});
