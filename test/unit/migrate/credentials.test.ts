import { describe, expect, test } from "@jest/globals";

import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import { secretMembers } from "../../../src/model/block.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { carriedOf } from "../../../src/migrate/credentials.ts";

const NAME = `Lake |Köln| "1"`;

/** The migrated credentials of a type, with secrets and requested values in brackets. */
function shown(type: string, config: Values): unknown {
  const carried = carriedOf(type, config, NAME);
  if (carried === undefined) return undefined;
  const { members, ...rest } = carried;
  const texts = Object.entries(members).map(([name, source]) => {
    if ("secret" in source) return [name, `<secret ${source.secret}>`];
    return [name, "asked" in source ? `<asked ${source.asked}>` : source.value];
  });
  return { ...rest, members: Object.fromEntries(texts) };
}

const KEYS = {
  awsAccessKeyId: "<secret awsAccessKeyId>",
  awsSecretAccessKey: "<secret awsSecretAccessKey>",
};
const LOGIN = { user: "<asked user>", password: "<secret password>" };

const AT_AWS = { block: "awsS3", type: "AwsS3", moved: [], members: { name: NAME, ...KEYS } };

const snowflake = (members: Values) => ({
  block: "snowflake",
  type: "Snowflake",
  moved: ["account", "authenticationType"],
  members: { name: NAME, account: "a", user: "<asked user>", ...members },
});

const SERVER = { type: "Postgres", block: "postgresql", moved: ["host", "port"] };
const SHIFT = { type: "Redshift", block: "awsRedshift", moved: ["host", "port"] };

/** Every type, with each form of what decides where its credentials go. */
const CASES: readonly (readonly [string, Values, unknown])[] = [
  // An address that isn't set is none, however the export says so.
  ["S3", {}, AT_AWS],
  ["S3", { endpointUrl: "" }, AT_AWS],
  ["S3", { endpointUrl: null }, AT_AWS],
  [
    "S3",
    { endpointUrl: "https://s3.example" },
    {
      block: "s3Compatible",
      type: "S3Compatible",
      moved: [],
      members: { name: NAME, ...KEYS, endpointUrl: "https://s3.example" },
    },
  ],
  ["Snowflake", { account: "a" }, snowflake({ password: "<secret password>" })],
  ["Snowflake", { account: "a", authenticationType: "password" }, snowflake({ password: "<secret password>" })],
  [
    "Snowflake",
    { account: "a", authenticationType: "keypair" },
    snowflake({ authenticationType: "keypair", privateKey: "<secret privateKey>" }),
  ],
  [
    "Postgres",
    { host: "h" },
    { ...SERVER, sharedBy: "postgresql h:5432", members: { host: "h", port: 5432, ...LOGIN } },
  ],
  [
    "Postgres",
    { host: "h", port: 1 },
    { ...SERVER, sharedBy: "postgresql h:1", members: { host: "h", port: 1, ...LOGIN } },
  ],
  // A port that nobody can read is the usual one.
  [
    "Postgres",
    { host: "h", port: "1" },
    { ...SERVER, sharedBy: "postgresql h:5432", members: { host: "h", port: 5432, ...LOGIN } },
  ],
  // Nobody knows whether servers without an address are the same.
  ["Postgres", { port: 1 }, { ...SERVER, members: { host: undefined, port: 1, ...LOGIN } }],
  ["Redshift", { host: null }, { ...SHIFT, members: { host: null, port: 5439, ...LOGIN } }],
  [
    "Redshift",
    { host: "h" },
    { ...SHIFT, sharedBy: "awsRedshift h:5439", members: { host: "h", port: 5439, ...LOGIN } },
  ],
  [
    "Redshift",
    { host: "h", port: 2 },
    { ...SHIFT, sharedBy: "awsRedshift h:2", members: { host: "h", port: 2, ...LOGIN } },
  ],
  [
    "BigQuery",
    { projectId: "p" },
    {
      block: "googleCloudServiceAccount",
      type: "BigQuery",
      moved: ["projectId"],
      members: {
        serviceAccountEmail: "<asked clientEmail>",
        projectId: "p",
        privateKey: "<secret privateKey>",
        privateKeyId: "<secret privateKeyId>",
      },
    },
  ],
  ["HTTP", { url: "https://a.example" }, undefined],
  ["toString", {}, undefined],
];

describe("credentials of an export", () => {
  test.each(CASES)("of the type %s with %j go where the newer type looks for them", (type, config, expected) => {
    expect(shown(type, config)).toEqual(expected);
  });

  test("are tried for every block that may hold some", () => {
    const blocks = fieldsOf(batchExport, "inputs").flatMap(([name, rules]) =>
      secretMembers(name, rules).map(({ path }) => String(path[1]).toLowerCase()),
    );
    const tried = new Set(CASES.map(([type]) => type.toLowerCase()));
    // The contents of the block `other` come from the service, by its type.
    expect(new Set(blocks.filter((block) => !tried.has(block)))).toEqual(new Set(["other"]));
  });
});
