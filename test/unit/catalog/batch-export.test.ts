import { describe, expect, test } from "@jest/globals";

import { batchExportSchema } from "../../../src/client/batch-exports/batch-export-wire.ts";
import { check } from "../../../src/model/check.ts";
import { diffInputs } from "../../../src/model/diff.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import {
  type Destination,
  destinationFromWire,
  destinationToWire,
  sameDestination,
} from "../../../src/catalog/resources/batch-export/batch-export-destination.ts";
import {
  CHOICES,
  DESTINATION_TYPES,
  type DestinationType,
} from "../../../src/catalog/resources/batch-export/batch-export-types.ts";
import { sameQuery } from "../../../src/catalog/resources/batch-export/batch-export-settings.ts";
import { EXAMPLE_ORGANIZATION } from "../../../src/catalog/fields/field-types.ts";
import { sameInstant } from "../../../src/catalog/fields/instant.ts";
import { printed } from "../../../src/model/messages.ts";

const S3 = { type: "S3", config: { bucketName: "b", region: "r", prefix: "" } };

function problemsOf(destination: unknown, credentials?: unknown, further: object = {}): string[] {
  const inputs = { organizationId: EXAMPLE_ORGANIZATION, name: "a", interval: "hour", destination, ...further };
  const news = credentials === undefined ? inputs : { ...inputs, credentials };
  return check(batchExport, news, { howToSet: String }).problems.map(
    ({ path, reason }) => `${path} ${printed(reason)}`,
  );
}

describe("the check", () => {
  const samples = { text: "t", number: 1, boolean: true, list: ["a"] } as const;

  test.each(Object.entries<DestinationType>(DESTINATION_TYPES))(
    "takes everything that %s has, and misses what it needs",
    (type, known) => {
      const sampleOf = (name: string, kind: keyof typeof samples) => CHOICES[type]?.[name]?.[0] ?? samples[kind];
      const settings = Object.entries(known.config).map(([name, kind]) => [name, sampleOf(name, kind)]);
      const config = {
        ...Object.fromEntries(settings),
        ...("compression" in known.config ? { compression: "gzip" } : {}),
      };
      const credentials = Object.fromEntries(known.secrets.map((name) => [name, name === "copyInputs" ? "{}" : "s"]));
      const link = known.isAlwaysLinked === true ? { integrationId: "5" } : {};
      expect(problemsOf({ type, config, ...link }, credentials)).toEqual([]);
      const missing = problemsOf({ type });
      const needed = [...known.required, ...Object.keys(link)];
      expect(missing.map((one) => one.split(" ")[0]?.split(".").at(-1))).toEqual(needed);
      expect(missing.every((one) => one.endsWith(`is required for a destination of the type ${type}`))).toBe(true);
    },
  );

  test("refuses what another type has, with its path", () => {
    expect(problemsOf({ ...S3, config: { ...S3.config, host: "h" } }, { password: "p" })).toEqual([
      expect.stringMatching(
        /^destination\.config\.host is nothing that a destination of the type S3 has; it takes bucketName/u,
      ),
      expect.stringMatching(
        /^credentials\.password is nothing .* it takes awsAccessKeyId, awsSecretAccessKey, other$/u,
      ),
    ]);
  });

  test("takes in place of credentials an integration, where the type has one", () => {
    const linked = { type: "Snowflake", integrationId: "5", config: { database: "d", warehouse: "w", schema: "s" } };
    expect(problemsOf(linked)).toEqual([]);
    expect(problemsOf({ ...S3, integrationId: "5" })).toEqual([
      "destination.integrationId is nothing that a destination of the type S3 has; AwsS3 and S3Compatible take one",
    ]);
  });

  test("takes settings by the service's names for the same as by ours, for a type that came later", () => {
    const others = { bucket_name: "b", region: "r", prefix: "p", max_file_size_mb: "5" };
    const open = { type: "AwsS3", otherConfig: others };
    expect(problemsOf(open)).toEqual([]);
    const shown = destinationFromWire({ type: "AwsS3", config: { ...others, legacy_parquet_extension: false } });
    expect(sameDestination(open as Destination)).toEqual(sameDestination(shown));
  });

  test("takes a type that it does not know with open records alone", () => {
    const open = { type: "FileDownload", otherConfig: { container_name: "c" } };
    expect(problemsOf(open, { other: { connection_string: "s" } })).toEqual([]);
    expect(problemsOf({ ...open, config: { region: "r" } }, { token: "t" })).toEqual([
      'destination.type is "FileDownload", which is no type that Orgform knows; Orgform knows S3, AwsS3, S3Compatible, Snowflake, Postgres, Redshift, BigQuery, Databricks, AzureBlob, HTTP, NoOp; for a newer type give settings in `destination.otherConfig` and secrets in `credentials.other`, by the service\'s names',
    ]);
  });

  test.each([
    ["s3", "S3"],
    ["bigquery", "BigQuery"],
    ["postgresql", "Postgres"],
  ])("answers the type %s with one problem, and the one that is meant", (type, meant) => {
    expect(problemsOf({ ...S3, type }, { awsAccessKeyId: "a" })).toEqual([
      `destination.type is "${type}", which is no type that Orgform knows; did you mean "${meant}"?`,
    ]);
  });

  test("refuses a format, a compression and a mode that the service does not take, each at its place", () => {
    const withConfig = (more: object) => problemsOf({ ...S3, config: { ...S3.config, ...more } });
    expect(withConfig({ fileFormat: "parquet", compression: "zstd" })).toEqual([
      'destination.config.fileFormat expected one of "JSONLines", "Parquet", found "parquet"; did you mean "Parquet"?',
    ]);
    expect(withConfig({ compression: "zstd" })).toEqual([
      'destination.config.compression expected one of "gzip", "brotli" for JSONLines, found "zstd"',
    ]);
    expect(withConfig({ fileFormat: "Parquet", compression: "zstd" })).toEqual([]);
    expect(withConfig({ fileFormat: UNKNOWN, compression: "zstd" })).toEqual([]);
    expect(problemsOf({ type: "Snowflake", config: { authenticationType: "key" } }).at(-1)).toBe(
      'destination.config.authenticationType expected one of "password", "keypair", found "key"',
    );
  });

  test("answers a misspelt setting with the one that is meant, at its path", () => {
    expect(problemsOf({ ...S3, config: { ...S3.config, bucketNam: "b" } })).toEqual([
      "destination.config.bucketNam is no part of destination.config; did you mean `bucketName`?",
    ]);
  });

  test("waits with its judgement for what is not known yet", () => {
    expect(problemsOf({ type: UNKNOWN })).toEqual([]);
    expect(problemsOf(UNKNOWN, UNKNOWN)).toEqual([]);
    expect(problemsOf({ type: "HTTP", config: { url: UNKNOWN } }, UNKNOWN)).toEqual([]);
    expect(problemsOf({ type: "HTTP", config: UNKNOWN }, { token: UNKNOWN })).toEqual([]);
  });

  test("shows no secret in a message", () => {
    expect(problemsOf(S3, { awsSecretAccessKey: 4711 }).join()).toMatch(
      /^credentials\.awsSecretAccessKey expected(?!.*4711)/u,
    );
  });

  test("refuses copy inputs that are no JSON object, without a word of them", () => {
    for (const copyInputs of ["canary", '["canary"]'])
      expect(problemsOf({ type: "Redshift" }, { copyInputs }).join()).toMatch(
        /^credentials\.copyInputs expected a JSON object(?!.*canary)/u,
      );
  });

  test("refuses intervals and times that are none", () => {
    expect(problemsOf(S3, undefined, { interval: "monthly", startAt: "soon", endAt: "2026-13-01" })).toEqual([
      expect.stringMatching(/^interval expected "hour"/u),
      expect.stringMatching(/^startAt expected a time/u),
      expect.stringMatching(/^endAt expected a time/u),
    ]);
  });
});

describe("a destination", () => {
  test("reads the same from the answer to a write and from a later one", () => {
    const declared = { ...S3, config: { ...S3.config, maxFileSizeMb: 100, useVirtualStyleAddressing: true } };
    const sent = destinationToWire({ destination: declared });
    const later = { ...sent?.config, max_file_size_mb: "100", use_virtual_style_addressing: "True" };
    for (const config of [sent?.config ?? {}, later])
      expect(destinationFromWire({ type: "S3", config }, declared)).toEqual(declared);
  });

  test("clears what left the program, and sends a format where null is refused", () => {
    const held = {
      type: "S3",
      config: { bucket_name: "b", file_format: "Parquet", compression: "zstd", stray: "x", kms_key_id: null },
    };
    expect(destinationToWire({ destination: S3 }, { wire: { destination: held }, state: {}, desired: {} })).toEqual({
      type: "S3",
      config: { bucket_name: "b", region: "r", prefix: "", file_format: "JSONLines", compression: null, stray: null },
    });
  });

  describe("that is changed", () => {
    const wire = { destination: { type: "Snowflake", config: { account: "a" } } };
    const sent = (credentials: object | null | undefined, state: object = {}) =>
      destinationToWire({ credentials: credentials as Values }, { wire, state: state as Values, desired: {} });

    test("is sent with the secrets that differ from the last ones, and null for those that are given no more", () => {
      const state = { credentials: { user: "u", password: "p", privateKey: "k", other: { a: "1", b: "2" } } };
      expect(sent({ user: "u", password: "new", other: { a: "1" } }, state)).toEqual({
        type: "Snowflake",
        config: { password: "new", private_key: null, b: null },
      });
      expect(sent(null, { credentials: { user: "u" } })?.config).toEqual({ user: null });
    });

    test("is sent with all secrets that there may be where the last ones are not known", () => {
      const state = { credentials: "(not kept)" };
      for (const known of [{}, state])
        expect(sent({ user: "u", password: "p" }, known)).toEqual({
          type: "Snowflake",
          config: { user: "u", password: "p", private_key: null, private_key_passphrase: null },
        });
      expect(Object.values(sent(null)?.config ?? {})).toEqual([null, null, null, null]);
    });

    test("is sent with a record for the secret that is JSON text, when its content differs", () => {
      const copyInputs = '{"s3_bucket": "b", "authorization": "role"}';
      const state = { credentials: { copyInputs: '{"authorization":"role","s3_bucket":"b"}' } };
      expect(sent({ copyInputs }, state)?.config).toEqual({});
      const held = { credentials: { copyInputs: "{}" } };
      expect(sent({ copyInputs }, held)?.config).toEqual({ copy_inputs: { s3_bucket: "b", authorization: "role" } });
    });

    test("is not sent for something else", () => {
      expect(sent(undefined)).toBe(undefined);
    });
  });

  test("never takes a secret for a setting, although the service shows it", () => {
    const shown = { url: "https://u", token: "canary", aws_secret_access_key: "canary", copy_inputs: { a: "canary" } };
    expect(destinationFromWire({ type: "HTTP", config: shown })).toEqual({ http: { url: "https://u" } });
    expect(destinationFromWire({ type: "New", config: { token: "canary", limit: 5 } })).toEqual({
      type: "New",
      otherConfig: { limit: "5" },
    });
  });

  test("is the same with and without what means nothing", () => {
    const spelled = {
      type: "S3",
      config: { ...S3.config, fileFormat: "JSONLines", compression: undefined },
      otherConfig: {},
    };
    expect(sameDestination(spelled)).toEqual(S3);
  });
});

test.each([
  ["2026-11-20T10:00:00+02:00", "2026-11-20T08:00:00Z"],
  ["2026-11-20 08:00", "2026-11-20T08:00:00Z"],
  ["2026-11-20", "2026-11-20T00:00:00Z"],
  ["2026-11-20T08:00:00.120000z", "2026-11-20T08:00:00.12Z"],
  ["2026-11-20T08:00:00.123456-0130", "2026-11-20T09:30:00.123456Z"],
])("%s is the instant %s", (text, same) => {
  expect(sameInstant(text)).toBe(same);
});

describe("why an export is paused", () => {
  const wire = (further: object) =>
    batchExportSchema.parse({
      id: "e1",
      name: "a",
      destination: { type: "NoOp" },
      interval: "hour",
      paused: true,
      created_at: "2026-11-20T08:00:00Z",
      last_updated_at: "2026-11-20T08:00:00Z",
      last_paused_at: "2026-11-20T10:00:05Z",
      latest_runs: [
        {
          id: "r",
          status: "Failed",
          latest_error: "no such bucket",
          created_at: "2026-11-20T09:00:00Z",
          finished_at: "2026-11-20T10:00:05Z",
        },
      ],
      ...further,
    });

  const whyDrifted = (field: string, shown: ReturnType<typeof wire>) =>
    batchExport.capabilities?.flatMap((one) => one.whyDrifted?.(field, shown) ?? [])[0];

  test("is said where the service did it after a failed run", () => {
    expect(String(whyDrifted("paused", wire({})))).toMatch(
      /^The service paused the export "a" itself .*\n.*no such bucket/u,
    );
  });

  test("is not guessed elsewhere", () => {
    expect(whyDrifted("paused", wire({ latest_runs: [] }))).toBe(undefined);
    expect(whyDrifted("paused", wire({ last_paused_at: "2026-11-20T12:00:00Z" }))).toBe(undefined);
    expect(whyDrifted("paused", wire({ paused: false }))).toBe(undefined);
    expect(whyDrifted("name", wire({}))).toBe(undefined);
  });
});

test("another text in `rotate` is a reason to write, and leaving it out is none", () => {
  const declared = { organizationId: EXAMPLE_ORGANIZATION, name: "a", interval: "hour", destination: S3 };
  const changes = (before: object, after: object): unknown[] =>
    diffInputs(batchExport, { ...declared, ...before }, { ...declared, ...after }).map(({ path, effect }) => [
      path,
      effect,
    ]);
  expect(changes({}, { rotate: "first" })).toEqual([["rotate", "update"]]);
  expect(changes({ rotate: "first" }, { rotate: "second" })).toEqual([["rotate", "update"]]);
  expect(changes({ rotate: "first" }, { rotate: "first" })).toEqual([]);
  expect(changes({ rotate: "first" }, {})).toEqual([["rotate", "store"]]);
});

test("a query is the same with other spaces, but for those in quotes", () => {
  expect(sameQuery("\n SELECT  event,\n\tteam_id\nFROM events ")).toBe("SELECT event, team_id FROM events");
  expect(sameQuery("SELECT 'a  b' AS `c  d`")).toBe("SELECT 'a  b' AS `c  d`");
  expect(sameQuery("SELECT 'a  b'")).not.toBe(sameQuery("SELECT 'a b'"));
});
