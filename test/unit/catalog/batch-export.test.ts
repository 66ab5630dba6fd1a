import { describe, expect, test } from "@jest/globals";

import { batchExportSchema } from "../../../src/client/batch-exports/batch-export-wire.ts";
import { check } from "../../../src/model/check.ts";
import { diffInputs } from "../../../src/model/diff.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { migrate } from "../../../src/driver/driver.ts";
import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import {
  type Destination,
  destinationFromWire,
  destinationToWire,
  sameDestination,
} from "../../../src/catalog/resources/batch-export/batch-export-destination.ts";
import { flatProblems } from "../../../src/catalog/resources/batch-export/flat-destination.ts";
import { blockOf } from "../../../src/catalog/resources/batch-export/batch-export-blocks.ts";
import {
  CHOICES,
  DESTINATION_TYPES,
  type DestinationType,
} from "../../../src/catalog/resources/batch-export/batch-export-types.ts";
import { sameQuery } from "../../../src/catalog/resources/batch-export/batch-export-settings.ts";
import { EXAMPLE_ORGANIZATION } from "../../../src/catalog/fields/field-types.ts";
import { sameInstant } from "../../../src/catalog/fields/instant.ts";
import { printed } from "../../../src/model/messages.ts";

const BUCKET = { bucketName: "b", region: "r", prefix: "" };
const S3 = { s3: BUCKET };
const LOGIN = { user: "u", password: "p" };

function problemsOf(destination: unknown, further: object = {}): string[] {
  const news = { organizationId: EXAMPLE_ORGANIZATION, name: "a", interval: "hour", destination, ...further };
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
      const secrets = known.secrets.map((name) => [name, name === "copyInputs" ? "{}" : "s"]);
      const members = {
        ...Object.fromEntries([...settings, ...secrets]),
        ...("compression" in known.config ? { compression: "gzip" } : {}),
        ...(known.isAlwaysLinked === true ? { integrationId: "5" } : {}),
      };
      expect(problemsOf({ [blockOf(type)]: members })).toEqual([]);
      const missing = problemsOf({ [blockOf(type)]: {} });
      const needed = [...known.required, ...(known.isAlwaysLinked === true ? ["integrationId"] : [])];
      // Settings that are required with and without an integration are reported first.
      const first = needed.filter((name) => known.requiredLinked?.includes(name) !== false || name === "integrationId");
      expect(new Set(missing.map((one) => one.split(" ")[0]?.split(".").at(-1)))).toEqual(new Set(first));
    },
  );

  test("takes in place of credentials an integration, where the type has one", () => {
    expect(problemsOf({ snowflake: { database: "d", warehouse: "w", schema: "s", integrationId: "5" } })).toEqual([]);
    expect(problemsOf({ s3: { ...BUCKET, integrationId: "5" } }).join()).toMatch(
      /^destination\.s3\.integrationId isn't a field of destination\.s3/u,
    );
  });

  test("takes any type and anything under the service's names in the block `other`, but no misspelt type", () => {
    expect(problemsOf({ other: { type: "FileDownload", config: { connection_string: "s" } } })).toEqual([]);
    expect(problemsOf({ other: { type: "Postgres", config: { ssl_mode: "require" } } })).toEqual([]);
    expect(problemsOf({ other: { type: "bigquery" } })).toEqual([
      `destination.other.type is "bigquery", which isn't a type; use the block destination.bigQuery`,
    ]);
    expect(problemsOf({ other: {} })).toEqual(["destination.other.type is required"]);
  });

  test("refuses a format, a compression and a mode that the service does not take, each at its place", () => {
    const withMembers = (more: object) => problemsOf({ s3: { ...BUCKET, ...more } });
    expect(withMembers({ fileFormat: "parquet", compression: "zstd" })).toEqual([
      'destination.s3.fileFormat expected one of "JSONLines", "Parquet", found "parquet"; did you mean "Parquet"?',
    ]);
    expect(withMembers({ compression: "zstd" })).toEqual([
      'destination.s3.compression expected one of "gzip", "brotli" for JSONLines, found "zstd"',
    ]);
    expect(withMembers({ fileFormat: "Parquet", compression: "zstd" })).toEqual([]);
    expect(withMembers({ fileFormat: UNKNOWN, compression: "zstd" })).toEqual([]);
  });

  test("answers a misspelt setting with the one that is meant, at its path", () => {
    expect(problemsOf({ s3: { ...BUCKET, bucketNam: "b" } })).toEqual([
      "destination.s3.bucketNam isn't a field of destination.s3; did you mean `bucketName`?",
    ]);
  });

  test("waits with its judgement for what is not known yet", () => {
    expect(problemsOf(UNKNOWN)).toEqual([]);
    expect(problemsOf({ http: UNKNOWN })).toEqual([]);
    expect(problemsOf({ http: { url: UNKNOWN, token: UNKNOWN } })).toEqual([]);
    expect(problemsOf({ other: { type: UNKNOWN, config: UNKNOWN } })).toEqual([]);
  });

  test("shows no secret in a message", () => {
    expect(problemsOf({ s3: { ...BUCKET, awsSecretAccessKey: 4711 } }).join()).toMatch(
      /^destination\.s3\.awsSecretAccessKey expected(?!.*4711)/u,
    );
    expect(problemsOf({ other: { type: "New", config: { password: 4711 } } }).join()).toMatch(
      /^destination\.other\.config\S* expected(?!.*4711)/u,
    );
  });

  test("refuses copy inputs that are no JSON object, without a word of them", () => {
    for (const copyInputs of ["canary", '["canary"]'])
      expect(problemsOf({ redshift: { database: "d", copyInputs } }).join()).toMatch(
        /^destination\.redshift\.copyInputs expected a JSON object(?!.*canary)/u,
      );
  });

  test("refuses intervals and times that are none", () => {
    expect(problemsOf(S3, { interval: "monthly", startAt: "soon", endAt: "2026-13-01" })).toEqual([
      expect.stringMatching(/^interval expected "hour"/u),
      expect.stringMatching(/^startAt expected a time/u),
      expect.stringMatching(/^endAt expected a time/u),
    ]);
  });
});

describe("the form of 0.1.0 is refused", () => {
  const FORMER = "belongs to the form with type, config, and credentials, which Orgform no longer accepts.";
  const config = { host: "h", database: "d", port: UNKNOWN };

  test("with the block to write, which holds all of it", () => {
    expect(problemsOf({ type: "Postgres", config }, { credentials: LOGIN })).toEqual([
      `destination ${FORMER} Write the block destination.postgres instead, with host, database, port, user, password. The export stays the same`,
    ]);
    expect(problemsOf({ type: "NoOp" })).toEqual([
      `destination ${FORMER} Write the block destination.noOp instead. The export stays the same`,
    ]);
    const otherConfig = { bucket_name: "b", max_file_size_mb: UNKNOWN };
    expect(problemsOf({ type: "AwsS3", otherConfig, integrationId: "5" }).join()).toMatch(
      /destination\.awsS3 instead, with bucketName, maxFileSizeMb, integrationId\./u,
    );
  });

  test("with the block `other`, for what no other block has a place for, and without a secret", () => {
    const credentials = { ...LOGIN, other: { ca: "canary" } };
    const open = { type: "Postgres", config, otherConfig: { ssl_mode: "require" }, integrationId: "5" };
    expect(problemsOf(open, { credentials })).toEqual([
      `destination ${FORMER} Write the block destination.other instead, with \`type: "Postgres"\`, integrationId, and in config, as strings, host, database, port, user, password, ssl_mode, ca. The export stays the same`,
    ]);
  });

  test("also while values are not known yet, and beside a block", () => {
    expect(problemsOf({ type: UNKNOWN, config: UNKNOWN }, { credentials: UNKNOWN }).join()).toMatch(
      /Write the block of its type, such as `destination\.postgres`/u,
    );
    expect(problemsOf({ ...S3, type: "S3" }, { credentials: LOGIN })).toEqual([
      `destination.type ${FORMER} destination.s3 holds everything: remove this`,
      `credentials ${FORMER} destination.s3 holds everything: remove this`,
    ]);
  });
});

test.each<[Values, readonly string[]]>([
  [{}, []],
  [{ destination: UNKNOWN }, []],
  [{ destination: S3 }, []],
  [{ destination: { ...S3, type: null, config: undefined, otherConfig: null } }, []],
  [{ destination: { type: "NoOp" } }, ["destination"]],
  [{ credentials: LOGIN }, ["destination"]],
  [{ destination: "x", credentials: null }, ["destination"]],
  [{ destination: { config: {} } }, ["destination"]],
  [{ destination: { ...S3, integrationId: "5" } }, ["destination.integrationId"]],
  [{ destination: S3, credentials: LOGIN }, ["credentials"]],
  [
    { destination: { integrationId: "5", otherConfig: {}, config: {}, type: "S3", ...S3 }, credentials: {} },
    ["destination.type", "destination.config", "destination.otherConfig", "destination.integrationId", "credentials"],
  ],
])("the declaration %j has the form of 0.1.0 at %j", (declared, paths) => {
  expect(flatProblems(declared).map(({ path }) => path)).toEqual(paths);
});

test.each<[Values, string]>([
  [
    { destination: { config: {} } },
    "Write the block of its type, such as `destination.postgres`, with the settings and the credentials in it",
  ],
  [{ destination: { type: "NoOp" } }, "Write the block destination.noOp instead. The export stays the same"],
  [
    { destination: { type: "S3", integrationId: UNKNOWN } },
    "Write the block destination.s3 instead, with integrationId. The export stays the same",
  ],
  [
    { destination: { type: "S3", config: { bucket_name: "b" } } },
    "Write the block destination.s3 instead, with bucketName. The export stays the same",
  ],
  [
    { destination: { type: "New|é" } },
    'Write the block destination.other instead, with `type: "New|é"`. The export stays the same',
  ],
  [
    { destination: { type: "New", integrationId: "5" } },
    'Write the block destination.other instead, with `type: "New"`, integrationId. The export stays the same',
  ],
  [
    { destination: { type: "New", config: { a: 1 } }, credentials: { secretKey: "s" } },
    'Write the block destination.other instead, with `type: "New"`, and in config, as strings, a, secret_key. The export stays the same',
  ],
])("in place of %j, a program is told to write this: %s", (declared, advice) => {
  const FORMER = "belongs to the form with type, config, and credentials, which Orgform no longer accepts";
  expect(flatProblems(declared).map(({ reason }) => printed(reason))).toEqual([`${FORMER}. ${advice}`]);
});

describe("a state of the form of 0.1.0", () => {
  const upgraded = (state: Values) => migrate(batchExport, { name: "a", stateVersion: 1, ...state });

  test("becomes the block of the type, whichever names its settings and secrets had", () => {
    const destination = { type: "S3", config: { bucketName: "b" }, otherConfig: { max_file_size_mb: "5" } };
    const credentials = { awsAccessKeyId: "i", other: { aws_secret_access_key: "k" } };
    const fingerprints = { credentials: "scrypt:of-all" };
    expect(upgraded({ destination, credentials, fingerprints })).toEqual({
      name: "a",
      stateVersion: 2,
      destination: { s3: { bucketName: "b", maxFileSizeMb: 5, awsAccessKeyId: "i", awsSecretAccessKey: "k" } },
    });
    // As an engine stored it that has names of its own.
    const stored = { type: "Postgres", config: { has_self_signed_cert: true, schema: null }, integrationId: "5" };
    expect(upgraded({ destination: stored })["destination"]).toEqual({
      postgres: { hasSelfSignedCert: true, integrationId: "5" },
    });
  });

  test("becomes `other`, as texts, where no block has a place for a setting, a secret or the type", () => {
    const destination = {
      type: "Postgres",
      config: { host: "h", port: 5433, hasSelfSignedCert: true, includeEvents: ["a"] },
      otherConfig: { ssl_mode: "require" },
    };
    expect(upgraded({ destination, credentials: { ...LOGIN, other: { ca: "c" } } })["destination"]).toEqual({
      other: {
        type: "Postgres",
        config: {
          host: "h",
          port: "5433",
          has_self_signed_cert: "true",
          include_events: '["a"]',
          ssl_mode: "require",
          ...LOGIN,
          ca: "c",
        },
      },
    });
    expect(upgraded({ destination: { type: "Newer" } })["destination"]).toEqual({ other: { type: "Newer" } });
    expect(upgraded({ destination: { type: "NoOp", config: {} } })["destination"]).toEqual({ noOp: {} });
  });

  test("still says of each secret that it was not surely sent, or never given", () => {
    const destination = { type: "Postgres", config: { host: "h" } };
    for (const known of ["uncertain", "none"])
      expect(upgraded({ destination, fingerprints: { credentials: known } })["fingerprints"]).toEqual({
        "destination.postgres.user": known,
        "destination.postgres.password": known,
      });
  });

  test.each<[unknown, Values, unknown]>([
    [{ type: "Postgres" }, { rotate: "x" }, { rotate: "x" }],
    [{ type: "Postgres" }, { rotate: "x", credentials: "scrypt:a" }, { rotate: "x" }],
    [{ type: "Postgres" }, { credentials: 5 }, undefined],
    [undefined, { credentials: "none" }, undefined],
    [UNKNOWN, { credentials: "none" }, undefined],
    [{ type: "NoOp" }, { credentials: "none" }, undefined],
    [{ type: "HTTP" }, { credentials: "none", rotate: "x" }, { rotate: "x", "destination.http.token": "none" }],
    [{ type: "New" }, { credentials: "none" }, { "destination.other.config": "none" }],
    [{ http: {} }, { credentials: "none" }, { "destination.http.token": "none" }],
  ])("with the destination %j and the marks %j has the marks %j", (destination, fingerprints, kept) => {
    expect(upgraded({ destination, fingerprints })["fingerprints"]).toEqual(kept);
  });

  test("stays as it is where it has a block, or shows no destination", () => {
    expect(upgraded({ destination: S3 })["destination"]).toEqual(S3);
    expect(upgraded({ destination: UNKNOWN })["destination"]).toBe(UNKNOWN);
    expect(upgraded({})).toStrictEqual({ name: "a", stateVersion: 2 });
  });
});

describe("a destination", () => {
  test("reads the same from the answer to a write and from a later one", () => {
    const declared = { s3: { ...BUCKET, maxFileSizeMb: 100, useVirtualStyleAddressing: true } };
    const sent = destinationToWire(declared);
    const later = { ...sent?.config, max_file_size_mb: "100", use_virtual_style_addressing: "True" };
    for (const config of [sent?.config ?? {}, later])
      expect(destinationFromWire({ type: "S3", config }, declared)).toEqual(declared);
  });

  test("clears what left the program, sends a format where null is refused, and leaves alone what it does not know", () => {
    const held = {
      type: "S3",
      config: { bucket_name: "b", file_format: "Parquet", compression: "zstd", stray: "x", kms_key_id: null },
    };
    expect(destinationToWire(S3, { wire: { destination: held }, state: {}, desired: {} })).toEqual({
      type: "S3",
      config: { bucket_name: "b", region: "r", prefix: "", file_format: "JSONLines", compression: null },
    });
  });

  test("is sent with the secrets that are given and null for those that are taken away", () => {
    const members = { database: "d", password: null, copyInputs: '{"s3_bucket":"b"}' };
    const destination = { redshift: members } as unknown as Destination; // -- the driver passes null for removed values
    expect(destinationToWire(destination)).toEqual({
      type: "Redshift",
      config: { database: "d", password: null, copy_inputs: { s3_bucket: "b" } },
    });
  });

  test("of another type is sent as it is given, lists and objects out of their texts, and null for what is given no more", () => {
    const wire = { destination: { type: "New", config: { shown: "s" } } };
    const sent = (config: Record<string, string> | undefined, last?: object) =>
      destinationToWire(
        { other: { type: "New", ...(config === undefined ? {} : { config }) } },
        {
          wire,
          state: last === undefined ? {} : { destination: { other: { type: "New", config: last } } },
          desired: {},
        },
      );
    expect(sent({ a: "1", list: '["x"]', object: '{"y":true}', text: "[no list" }, { a: "0", gone: "g" })).toEqual({
      type: "New",
      config: { a: "1", list: ["x"], object: { y: true }, text: "[no list", gone: null },
    });
    expect(sent({ a: "1" })?.config).toEqual({ a: "1" });
    expect(sent(undefined, { a: "1" })?.config).toEqual({});
    expect(destinationToWire(undefined)).toBe(undefined);
  });

  test("shows its integration as a text, and none as none", () => {
    const linked = [5, null, undefined].map((integration) =>
      destinationFromWire({
        type: "Postgres",
        config: { database: "d" },
        ...(integration !== undefined && { integration }),
      }),
    );
    expect(linked).toStrictEqual([
      { postgres: { database: "d", integrationId: "5" } },
      { postgres: { database: "d" } },
      { postgres: { database: "d" } },
    ]);
  });

  test("never takes a secret for a setting, although the service shows it", () => {
    const shown = { url: "https://u", token: "canary", aws_secret_access_key: "canary", copy_inputs: { a: "canary" } };
    expect(destinationFromWire({ type: "HTTP", config: shown })).toEqual({ http: { url: "https://u" } });
    expect(destinationFromWire({ type: "New", config: { token: "canary", limit: 5 } })).toEqual({
      other: { type: "New" },
    });
  });

  test("is the same with and without what means nothing, and another one in another block", () => {
    const spelled = { s3: { ...BUCKET, fileFormat: "JSONLines", compression: undefined } };
    expect(sameDestination(spelled)).toEqual(sameDestination(S3));
    expect(sameDestination({ noOp: {} })).not.toEqual(sameDestination({ other: { type: "NoOp" } }));
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
      /^The service paused the export "a" after .*\n.*no such bucket/u,
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
  expect(sameQuery("select event as e from events where `from` = 'Where' limit 1")).toBe(
    "SELECT event AS e FROM events WHERE `from` = 'Where' LIMIT 1",
  );
  expect(sameQuery("SELECT Event, fromage")).toBe("SELECT Event, fromage");
  expect(sameQuery("SELECT 'a  b'")).not.toBe(sameQuery("SELECT 'a b'"));
});
