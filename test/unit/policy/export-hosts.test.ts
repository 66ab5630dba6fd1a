import { describe, expect, test } from "@jest/globals";

import { type Example, judge } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { blockOf } from "../../../src/catalog/resources/batch-export/batch-export-blocks.ts";
import { DESTINATION_TYPES } from "../../../src/catalog/resources/batch-export/batch-export-types.ts";
import { INTEGRATION_KINDS } from "../../../src/catalog/resources/integration/integration-kinds.ts";
import { activeRule } from "../../support/rule-named.ts";

type Fields = Readonly<Record<string, unknown>>;
type Sections = NonNullable<Example["sections"]>;

/** The rule's findings about one export, and what it can't tell. */
function judgedBy(parameters: Fields, destination: Fields, integrations: Sections["integrations"] = []) {
  const picture = pictureOfExample({ sections: { exports: [{ name: "Lake", destination }], integrations } });
  const active = activeRule("export-destinations", parameters);
  return judge(picture, { rules: [active], exceptions: [] });
}

/** Everything that is said about one export: violations first, then what can't be told. */
function saidBy(...given: Parameters<typeof judgedBy>): string[] {
  const { findings, unjudged } = judgedBy(...given);
  return [...findings.map(({ field, is }) => `${field} is ${is}`), ...unjudged.map(({ field }) => `${field}?`)];
}

/** The same about its host. */
const said = (destination: Fields, integrations?: Sections["integrations"], hosts = ["Good.example"]): string[] =>
  saidBy({ hosts }, destination, integrations);

/** A value of a field whose host is the given one. */
const naming = (field: string, host: string): string => (/url$/iu.test(field) ? `https://me@${host}:8443/in` : host);

interface Place {
  /** The field of the destination that names the host. */
  readonly own?: string;
  /** The block and the field of the integration that names the host. */
  readonly linked?: readonly [block: keyof typeof INTEGRATION_KINDS, field: string];
  /** What the rule can't tell about an empty block; absent if an empty block passes. */
  readonly open?: string;
  /** What the service adds to the value. */
  readonly suffix?: string;
}

const SUFFIX = ".snowflakecomputing.com";

/** A type that is added to the registry doesn't compile until it is here. */
const PLACES: Readonly<Record<keyof typeof DESTINATION_TYPES, Place>> = {
  S3: { own: "endpointUrl" },
  AwsS3: {},
  S3Compatible: { linked: ["s3Compatible", "endpointUrl"], open: "integrationId" },
  Snowflake: { own: "account", linked: ["snowflake", "account"], open: "account", suffix: SUFFIX },
  Postgres: { own: "host", linked: ["postgresql", "host"], open: "host" },
  Redshift: { own: "host", linked: ["awsRedshift", "host"], open: "host" },
  BigQuery: {},
  Databricks: { linked: ["databricks", "serverHostname"], open: "integrationId" },
  AzureBlob: { open: "integrationId" },
  HTTP: { own: "url", open: "url" },
  NoOp: {},
};

const ROWS = Object.entries(PLACES).map(([type, place]) => ({ type, block: blockOf(type), ...place }));
const OWN = ROWS.flatMap(({ own, ...row }) => (own === undefined ? [] : [{ ...row, own }]));
const LINKED = ROWS.flatMap(({ linked, ...row }) => (linked === undefined ? [] : [{ ...row, linked }]));

const HIDDEN = { unknown: "nobody tells" };

test.each(ROWS)("$type without a visible host passes only if it has none", ({ block, open }) => {
  expect(said({ [block]: {} })).toEqual(open === undefined ? [] : [`destination.${block}.${open}?`]);
});

test.each(["regions", "buckets"])("settings of a type that Orgform doesn't know hide what %s allow", (list) => {
  const parameters = { [list]: ["good"] };
  expect(saidBy(parameters, { other: { type: "S3" } })).toEqual(["destination.other.config?"]);
  // A known type without the field has no place for it.
  expect(saidBy(parameters, { postgres: { host: "db.example" } })).toEqual([]);
  expect(saidBy(parameters, { s3: { region: "bad", bucketName: "bad" } })).toHaveLength(1);
});

test("settings of a type that Orgform doesn't know are hidden, and so is their host", () => {
  expect(said({ other: { type: "Kafka" } })).toEqual(["destination.other.integrationId?"]);
  expect(said({ kafka: { broker: "good.example" } })).toEqual(["destination.kafka.integrationId?"]);
});

describe.each(OWN)("$type, which names its host in $own", ({ type, block, own, suffix = "" }) => {
  test("is compared with the list", () => {
    const hosts = [`good.example${suffix}`];
    expect(Object.keys(DESTINATION_TYPES[type as keyof typeof DESTINATION_TYPES].config)).toContain(own);
    expect(said({ [block]: { [own]: naming(own, "GOOD.example") } }, [], hosts)).toEqual([]);
    const path = `destination.${block}.${own}`;
    expect(said({ [block]: { [own]: naming(own, "bad.example") } }, [], hosts)).toEqual([
      `${path} is bad.example${suffix}`,
    ]);
    expect(said({ [block]: { [own]: HIDDEN } }, [], hosts)).toEqual([`${path}?`]);
  });

  test("counts as without a host if it is empty, and names the whole list where its host isn't in it", () => {
    expect(said({ [block]: { [own]: "" } })).toEqual(said({ [block]: {} }));
    const { findings } = judgedBy(
      { hosts: ["a.example", "b.example"] },
      { [block]: { [own]: naming(own, "bad.example") } },
    );
    expect(findings.map(({ shouldBe }) => shouldBe)).toEqual(["one of a.example, b.example"]);
  });
});

test.each([
  ["snowflake", "account", `Acme-1${SUFFIX}`, `acme-1${SUFFIX}`],
  ["snowflake", "account", "Acme-1", `acme-1${SUFFIX}`],
  ["snowflake", "account", `snowflakecomputing.com`, `snowflakecomputing.com${SUFFIX}`],
  // A port makes it no URL.
  ["postgres", "host", "DB.example:5432", "db.example:5432"],
  ["postgres", "host", "10.0.0.1", "10.0.0.1"],
  ["http", "url", "https://Bücher.example/in", "xn--bcher-kva.example"],
])("%s: the %s %s is the host %s", (block, field, value, host) => {
  expect(said({ [block]: { [field]: value } }, [], [host])).toEqual([]);
  expect(said({ [block]: { [field]: value } }, [], ["other.example"])).toEqual([
    `destination.${block}.${field} is ${host}`,
  ]);
});

describe.each(LINKED)(
  "$type, whose integration names the host",
  ({ block, linked: [kind, field], own, suffix = "" }) => {
    const path = `destination.${block}.integrationId`;
    const linkedTo = (members: unknown) => [{ integrationId: "7", [kind]: members }];
    const hosts = [`good.example${suffix}`];
    const destination = { [block]: { integrationId: "7" } };

    test("is compared by the integration's host", () => {
      expect(Object.keys(INTEGRATION_KINDS[kind].members.shape)).toContain(field);
      expect(said(destination, linkedTo({ [field]: naming(field, "good.example") }), hosts)).toEqual([]);
      expect(said(destination, linkedTo({ [field]: naming(field, "bad.example") }), hosts)).toEqual([
        `${path} is bad.example${suffix}`,
      ]);
    });

    test.each([
      ["no integration", []],
      ["another one", [{ integrationId: "8" }]],
      ["none, because the key can't read them", HIDDEN],
      ["the integration without its block", linkedTo(HIDDEN)],
      ["the block without the host", linkedTo({ [field]: HIDDEN })],
    ])("can't be told where the picture shows %s", (_what, integrations) => {
      expect(said(destination, integrations, hosts)).toEqual([`${path}?`]);
      expect(said({ [block]: { integrationId: HIDDEN } }, integrations, hosts)).toEqual([`${path}?`]);
      if (own === undefined) return;
      const withOwn = (host: string) => ({ [block]: { integrationId: "7", [own]: naming(own, host) } });
      expect(said(withOwn("good.example"), integrations, hosts)).toEqual([`${path}?`]);
      expect(said(withOwn("bad.example"), integrations, hosts)).toEqual([
        `destination.${block}.${own} is bad.example${suffix}`,
        `${path}?`,
      ]);
    });

    test("says why its host can't be told", () => {
      const why = (content: Fields, integrations?: Sections["integrations"]) =>
        judgedBy({ hosts }, { [block]: content }, integrations).unjudged.map((one) => one.why);
      const none = "neither the export nor an integration shows the host";
      const linkedBut = "integration 7 has the host, and the picture doesn't show it";
      expect(why({})).toEqual([none]);
      expect(why({ integrationId: "7" }, linkedTo({}))).toEqual([none]);
      expect(why({ integrationId: "7" }, [{ integrationId: "8" }])).toEqual([linkedBut]);
      expect(why({ integrationId: "7" }, HIDDEN)).toEqual([`${linkedBut}: nobody tells`]);
      expect(why({ integrationId: "7" }, linkedTo(HIDDEN))).toEqual(["nobody tells"]);
      expect(why({ integrationId: HIDDEN })).toEqual(["nobody tells"]);
    });

    test("falls back to its own host only if the integration has none", () => {
      expect(said(destination, linkedTo({}), hosts)).toEqual([`destination.${block}.${own ?? "integrationId"}?`]);
      if (own === undefined) return;
      const both = { [block]: { integrationId: "7", [own]: naming(own, "good.example") } };
      expect(said(both, linkedTo({}), hosts)).toEqual([]);
      expect(said(both, linkedTo({ [field]: naming(field, "bad.example") }), hosts)).toEqual([
        `${path} is bad.example${suffix}`,
      ]);
    });
  },
);
