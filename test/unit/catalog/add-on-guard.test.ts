import { describe, expect, test } from "@jest/globals";

import { addOnGuard } from "../../../src/catalog/resources/batch-export/add-on-guard.ts";
import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import { destinationGuards } from "../../../src/catalog/resources/batch-export/destination-guards.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const guard = addOnGuard(() => batchExport);
type Refuse = typeof guard.refuse;

/** What the guard says of a new export, and what it asked, in an organization with these fields. */
async function said(home: Values | undefined, inputs: Values = { organizationId: "o" }, hasList = true) {
  const asked: string[] = [];
  const answering =
    <T>(what: string, answer: T) =>
    (_list: unknown, { organizationId }: Values) => {
      asked.push(`${what} of ${String(organizationId)}`);
      return Promise.resolve(answer);
    };
  const call = { hasList: answering("exports", hasList), known: answering("organization", home) };
  const refuse = guard.refuse as unknown as (...parts: unknown[]) => ReturnType<Refuse>; // -- what of a call it asks
  const text = await refuse({ inputs, verb: "create" }, undefined, () => ({ call }));
  return { says: text === undefined ? undefined : printed(text), asked };
}

const BOTH = ["exports of o", "organization of o"];
const OTHERS = ["sso", { key: "data_pipelines_v2" }, { name: "data_pipelines" }, null];

test.each<[boolean, string, Values | undefined]>([
  [false, "shows no list of features", {}],
  [false, "shows features as null", { available_product_features: null }],
  [true, "shows an empty list of features", { available_product_features: [] }],
  [true, "shows other features", { available_product_features: OTHERS }],
  [false, "shows it by its key", { available_product_features: [...OTHERS, { key: "data_pipelines" }] }],
  [false, "shows it as a word", { available_product_features: [...OTHERS, "data_pipelines"] }],
  [false, "is of a newer service", { available_product_features: [], members_can_see_org_members: false }],
  [false, "is hidden", undefined],
])("lacks the add-on: %s, for an organization that %s", async (lacks, _what, home) => {
  const { says, asked } = await said(home);
  expect(says?.split("\n")).toEqual(
    lacks
      ? [
          "The organization lacks the add-on for data pipelines (\"data_pipelines\" in its features), which this service requires for batch exports. The API key's scopes and the account's level don't matter for that.",
          "Subscribe to the add-on in the billing settings of the service's web interface, or remove the export from the program.",
        ]
      : undefined,
  );
  expect(asked).toEqual(BOTH);
});

test("nothing is asked of an organization that isn't known yet, or of one without exports", async () => {
  const home = { available_product_features: [] };
  for (const organizationId of [UNKNOWN, undefined]) {
    expect(await said(home, { organizationId })).toEqual({ says: undefined, asked: [] });
  }
  expect(await said(home, undefined, false)).toEqual({ says: undefined, asked: ["exports of o"] });
});

test("it warns before a creation, in the preview too", () => {
  expect(guard).toMatchObject({ on: ["create"], inPreview: true, needsObject: false });
});

describe("a destination that services since 2026 refuse", () => {
  const [creation, change] = destinationGuards(() => batchExport);
  const WAY_OUT =
    "Declare `destination.awsS3` or `destination.s3Compatible` with the number of an integration of the project that holds the keys";

  /** What is said of a new export by a service that lists exports by organization, or project by project. */
  async function saidOf(inputs: Values, isOlder = false): Promise<string> {
    const asked: string[] = [];
    const call = {
      hasList: (_list: unknown, at: Values) => Promise.resolve(asked.push(String(at["organizationId"])) > 0 && isOlder),
    };
    const context = { verb: "create", inputs: { organizationId: "o", ...inputs }, state: undefined } as const;
    const says = printed((await creation?.refuse(context, undefined, () => ({ call }) as never)) ?? ""); // -- all that it asks
    return `${says}${asked.join()}`;
  }

  test("is refused before a creation: the old type, and a type that could have an integration and has none", async () => {
    const postgres = { host: "h", database: "d", user: "u", password: "p" };
    const linked = (type: string, block: string) =>
      `This service creates an export of the type ${type} only with an integration, which holds the credentials. Set \`destination.${block}.integrationId\`, and remove the credentials.`;
    const rows: readonly (readonly [destination: unknown, says: string])[] = [
      [{ s3: { bucketName: "b" } }, `This service no longer creates exports of the type S3. ${WAY_OUT}.`],
      [{ s3: UNKNOWN }, `This service no longer creates exports of the type S3. ${WAY_OUT}.`],
      [{ postgres }, linked("Postgres", "postgres")],
      [{ postgres: { ...postgres, integrationId: null } }, linked("Postgres", "postgres")],
      [{ postgres: { database: "d", integrationId: "5" } }, ""],
      [{ postgres: { database: "d", integrationId: UNKNOWN } }, ""],
      [{ postgres: UNKNOWN }, ""],
      [{ http: { url: "https://a.example" } }, ""],
      [{ other: { type: "Later", config: {} } }, ""],
      [{ other: { type: "S3" } }, `This service no longer creates exports of the type S3. ${WAY_OUT}.`],
      [{}, ""],
      [UNKNOWN, ""],
      [undefined, ""],
    ];
    for (const [destination, says] of rows) {
      // The lists are read only if a newer service would refuse the export.
      const asked = says === "" ? "" : "o";
      expect(await saidOf({ destination })).toBe(`${says}${asked}`);
      expect(await saidOf({ destination }, true)).toBe(asked);
      expect(await saidOf({ destination, organizationId: UNKNOWN })).toBe("");
    }
  });

  const state = {
    name: "|é",
    paused: false,
    interval: "day",
    destination: { s3: { bucketName: "b", region: "r", prefix: "p" } },
    "destination.s3.awsAccessKeyId": "old",
  };

  test.each<[what: string, further: Values, isRefused: boolean]>([
    ["nothing", {}, false],
    ["pauses it", { paused: true }, false],
    ["allows a second name, and adopts it", { allowDuplicateName: true, adopt: "x" }, false],
    ["leaves something out", { interval: undefined }, false],
    ["renames it", { name: "|e" }, true],
    ["declares more", { timezone: "UTC" }, true],
    ["declares a default", { destination: { s3: { ...state.destination.s3, fileFormat: "JSONLines" } } }, false],
    ["changes a setting", { destination: { s3: { ...state.destination.s3, prefix: "q" } } }, true],
    ["moves to another block", { destination: { awsS3: state.destination.s3 } }, true],
    ["doesn't know the destination yet", { destination: UNKNOWN }, true],
    ["changes a secret", { "destination.s3.awsAccessKeyId": "new" }, true],
    ["has a secret that the state lacks", { "destination.s3.awsSecretAccessKey": "new" }, false],
  ])("isn't changed by a declaration that %s: %j", async (_what, further, isRefused) => {
    const saidOfChange = async (wire: object | undefined): Promise<string> => {
      const context = { verb: "update", inputs: { ...state, ...further }, state } as const;
      return printed((await change?.refuse(context, wire as never, () => undefined as never)) ?? ""); // -- it asks nothing
    };
    const old = { destination: { type: "S3" }, timezone: null };
    expect(await saidOfChange(old)).toBe(
      isRefused
        ? `This service no longer changes exports of the type S3. It only reads, pauses, backfills, and deletes them. ${WAY_OUT}: that replaces the export. Or restore the earlier declaration.`
        : "",
    );
    for (const wire of [undefined, { ...old, timezone: undefined }, { ...old, destination: { type: "AwsS3" } }])
      expect(await saidOfChange(wire)).toBe("");
  });
});
