import { describe, expect, test } from "@jest/globals";

import { HOG_FUNCTIONS } from "../../../src/catalog/resources/hog-function/hog-function-guards.ts";
import { usersOf } from "../../../src/catalog/resources/integration/integration-users.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";

const SCHEMA = [
  { key: "account", type: "integration" },
  { key: "other", type: "integration" },
  { key: "url", type: "string" },
];

/** Inputs in each form, and whether they name the integration 5. */
const INPUTS: readonly (readonly [inputs: unknown, isUser: boolean])[] = [
  [{ account: { value: 5 } }, true],
  [{ account: { value: "5" } }, true],
  [{ account: { value: { integrationId: 5, channel: "c" } } }, true],
  [{ account: { value: 6 }, other: { value: 5 } }, true],
  [{ account: { value: 6 } }, false],
  [{ account: { value: { channel: 5 } } }, false],
  [{ account: { value: null } }, false],
  [{ account: {} }, false],
  [{ account: 5 }, false],
  // The number of something else.
  [{ url: { value: 5 } }, false],
  [{ unknown: { value: 5 } }, false],
  [null, false],
  [undefined, false],
];

/** The users of the integrations 5 and 4, and the changes that link all of them to 9. */
async function linked(functions: readonly Values[] | undefined, exports: readonly Values[] = []) {
  const sent: unknown[] = [];
  const note =
    (what: string) =>
    (...all: readonly unknown[]) =>
      Promise.resolve(void sent.push([what, ...all.slice(0, -1)]));
  const listing = (rows: readonly Values[]) => () => ({ all: () => Promise.resolve(rows) });
  const api = {
    batchExports: { list: listing(exports), update: note("export") },
    hogFunctions: { list: listing(functions ?? []), update: note("function") },
  };
  const served = async (route: string, ask: () => Promise<unknown>) =>
    route === HOG_FUNCTIONS && functions !== undefined ? { answer: await ask() } : undefined;
  const users = await usersOf(api as never, "7", [5, 4], { served } as never); // -- all that it asks
  for (const { link } of users) await link(9, {});
  return { users: users.map(({ id, of, title }) => [id, of, printed(title)]), sent };
}

const functionWith = (further: Values): Values => ({ id: "f1", name: 'A "b"', type: "destination", ...further });
const NAMED = ["f1", 5, 'the hog function "A \\"b\\""'];

describe("a function uses an integration", () => {
  test.each(INPUTS)("that its inputs %j name: %s", async (inputs, isUser) => {
    const own = functionWith({ inputs_schema: SCHEMA, inputs });
    expect((await linked([own])).users).toEqual(isUser ? [NAMED] : []);
    const mapping = { inputs_schema: SCHEMA, inputs };
    const inMapping = functionWith({ inputs_schema: [], inputs: {}, mappings: [null, mapping] });
    expect((await linked([inMapping])).users).toEqual(isUser ? [NAMED] : []);
  });

  test("only if the type of an input says so, and is called by its ID without a name", async () => {
    const inputs = { account: { value: 5 } };
    for (const inputs_schema of [undefined, null, {}, [null, "account", { key: "account", type: "string" }]])
      expect((await linked([functionWith({ inputs_schema, inputs })])).users).toEqual([]);
    for (const name of [null, undefined])
      expect((await linked([functionWith({ name, inputs_schema: SCHEMA, inputs })])).users).toEqual([
        ["f1", 5, 'the hog function "f1"'],
      ]);
    expect((await linked(undefined)).users).toEqual([]);
  });

  test("and is linked by one change of all inputs that name any of the old ones, and of nothing else", async () => {
    const inputs = {
      account: { value: 4, order: 1, templating: "hog" },
      other: { value: { integrationId: "5", channel: "c" }, bytecode: [1] },
      url: { value: 5 },
      token: { secret: true },
      broken: null,
    };
    const after = {
      account: { value: 9, templating: "hog" },
      other: { value: { integrationId: 9, channel: "c" } },
      url: { value: 5 },
      token: { secret: true },
    };
    const { users, sent } = await linked([functionWith({ inputs_schema: SCHEMA, inputs })]);
    expect(users).toEqual([NAMED]);
    expect(sent).toEqual([["function", "7", "f1", { inputs: after }]]);
  });

  test.each<[type: string, mappings: unknown, sent: Values]>([
    ["transformation", undefined, { mappings: null }],
    ["transformation", [{ inputs: {} }], { mappings: null }],
    ["destination", undefined, {}],
    ["destination", null, { mappings: null }],
    ["site_destination", [], { mappings: [] }],
    [
      "destination",
      [{ name: "m", inputs_schema: SCHEMA, inputs: { account: { value: 4 }, url: { value: 4 } } }],
      {
        mappings: [
          {
            name: "m",
            inputs_schema: SCHEMA,
            inputs: { account: { value: 9 }, url: { value: 4 } },
            filters: undefined,
          },
        ],
      },
    ],
  ])("and is sent with the mappings of the type %s, %j", async (type, mappings, body) => {
    const inputs = { account: { value: 5 } };
    const { sent } = await linked([functionWith({ type, inputs_schema: SCHEMA, inputs, mappings })]);
    expect(sent).toEqual([["function", "7", "f1", { inputs: { account: { value: 9 } }, ...body }]]);
  });
});

test("an export uses the integration of its destination, and is linked by the type and the number alone", async () => {
  const exports = [5, 4, 6, null, undefined].map((integration, index) => ({
    id: `e${index}`,
    name: `|é "${index}"`,
    destination: { type: "AwsS3", config: { bucket_name: "b" }, integration },
  }));
  const { users, sent } = await linked([], exports);
  expect(users).toEqual([
    ["e0", 5, 'the batch export "|é \\"0\\""'],
    ["e1", 4, 'the batch export "|é \\"1\\""'],
  ]);
  const body = { destination: { type: "AwsS3", config: {}, integration: 9 } };
  expect(sent).toEqual(["e0", "e1"].map((id) => ["export", { projectId: "7" }, id, body]));
});
