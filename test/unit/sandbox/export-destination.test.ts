import { describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/dialects.ts";
import type { Exchange } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { ServiceError } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import {
  checkDestination,
  checkFile,
  type Config,
  type Destination,
  type DestinationType,
  inStoredOrder,
  mergeDestination,
  showDestination,
  storedConfig,
} from "../../../packages/sandbox/src/routes/batch-exports/destination.ts";
import { retyped } from "../../../packages/sandbox/src/routes/batch-exports/linked-types.ts";

const DIALECTS = ["documented", "2025-08"] as const;
const exchange = (dialect: Dialect): Exchange => ({ world: { dialect } }) as unknown as Exchange; // -- all that is read

function outcome(act: () => unknown): unknown {
  try {
    return act() ?? "accepted";
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.status === 500 ? "fails" : [error.code, error.attr, error.message];
  }
}

const NULL = "This field may not be null.";
const REQUIRED = "This field is required.";

describe("the destination of a request, live service 2025-08, flow 7:28-49, 7:102-108", () => {
  const checked = (dialect: Dialect, sent: unknown, more: { partial?: boolean; stored?: Config } = {}): unknown =>
    outcome(() => checkDestination(exchange(dialect), sent, { partial: false, stored: {}, ...more }));
  /** A refusal that is a failure of the running service. */
  const documentedOnly = (dialect: Dialect, refusal: readonly unknown[]): unknown =>
    dialect === "2025-08" ? "fails" : refusal;

  test.each(DIALECTS)("has a type that exists, in %s", (dialect) => {
    const config = {};
    expect(checked(dialect, { config })).toEqual(["required", "destination__type", REQUIRED]);
    expect(checked(dialect, { config }, { partial: true })).toEqual(
      documentedOnly(dialect, ["required", "destination__type", REQUIRED]),
    );
    for (const partial of [true, false])
      expect(checked(dialect, { type: null, config }, { partial })).toEqual(["null", "destination__type", NULL]);
    for (const type of ["s3", "", "AwsS3", "S3Compatible", "Databricks", "AzureBlob", "toString", 7, true, ["S3"]]) {
      const [code, attr, detail] = checked(dialect, { type, config }) as string[];
      expect([type, code, attr]).toEqual([type, "invalid_choice", "destination__type"]);
      expect(detail).toMatch(/^".+" is not a valid choice\.$|^"" is not a valid choice\.$/u);
    }
    expect(checked(dialect, { type: ["S3", true], config })).toEqual([
      "invalid_choice",
      "destination__type",
      `"['S3', True]" is not a valid choice.`,
    ]);
  });

  test.each<[type: string, missing: string | undefined]>([
    ["S3", "destination__config"],
    ["Snowflake", "destination__config"],
    ["Postgres", undefined],
    ["Redshift", undefined],
    ["BigQuery", undefined],
    ["HTTP", undefined],
    ["NoOp", undefined],
  ])("of type %s can lack its config, or have none that is no dictionary", (type, missing) => {
    const live = checked("2025-08", { type });
    expect(live).toEqual(missing === undefined ? "accepted" : "fails");
    expect(checked("documented", { type })).toEqual("accepted");
    expect(checked("2025-08", { type, config: null })).toEqual(["null", "destination__config", NULL]);
    expect(checked("documented", { type, config: null })).toEqual("accepted");
    for (const config of [[], "text", 7, false]) {
      const refusal = ["invalid_input", "destination__config", "Expected a dictionary of items."];
      for (const dialect of DIALECTS)
        expect(checked(dialect, { type, config })).toEqual(documentedOnly(dialect, refusal));
    }
  });

  test.each<[config: Config, stored: Config, detail: string | undefined]>([
    [{}, {}, undefined],
    [{ authentication_type: "password" }, {}, "Password is required if authentication type is password"],
    [
      { authentication_type: "password" },
      { private_key: "k" },
      "Password is required if authentication type is password",
    ],
    [
      { authentication_type: "password", password: null },
      { password: "p" },
      "Password is required if authentication type is password",
    ],
    [{ authentication_type: "password" }, { password: "p" }, undefined],
    [{ authentication_type: "password", password: "" }, {}, undefined],
    [
      { authentication_type: "keypair" },
      { password: "p" },
      "Private key is required if authentication type is key pair",
    ],
    [{ authentication_type: "keypair", private_key: "k" }, {}, undefined],
    [{ authentication_type: "keypair" }, { private_key: "k" }, undefined],
    [{ password: null }, { authentication_type: "password" }, undefined],
  ])("of type Snowflake with %j over %j: %s", (config, stored, detail) => {
    const expected = detail === undefined ? "accepted" : ["invalid_input", "destination", detail];
    expect(checked("2025-08", { type: "Snowflake", config }, { stored })).toEqual(expected);
    expect(checked("2025-08", { type: "Postgres", config }, { stored })).toBe("accepted");
  });
});

describe("a file's format and compression, live service 2025-08, flow 7:38-40, 7:120-122", () => {
  test.each<[config: Config, detail: string | undefined]>([
    [{}, undefined],
    ...["gzip", "brotli", null, "", undefined].map((compression): [Config, undefined] => [{ compression }, undefined]),
    ...["zstd", "lz4", "snappy", "gzip", "brotli"].map((compression): [Config, undefined] => [
      { compression, file_format: "Parquet" },
      undefined,
    ]),
    [
      { file_format: "Parquet", compression: "GZIP" },
      "Compression GZIP is not supported for file format Parquet. Supported compressions are ['zstd', 'lz4', 'snappy', 'gzip', 'brotli']",
    ],
    [
      { compression: false },
      "Compression False is not supported for file format JSONLines. Supported compressions are ['gzip', 'brotli']",
    ],
    [
      { file_format: null, compression: "zstd" },
      "File format None is not supported. Supported file formats are ['Parquet', 'JSONLines']",
    ],
    [
      { file_format: "toString" },
      "File format toString is not supported. Supported file formats are ['Parquet', 'JSONLines']",
    ],
  ])("of %j: %s", (config, detail) => {
    const expected = detail === undefined ? "accepted" : ["invalid_input", "destination", detail];
    expect(outcome(() => checkFile(config))).toEqual(expected);
    const sent = { type: "S3", config };
    const options = { partial: false, stored: {} };
    expect(outcome(() => checkDestination(exchange("2025-08"), sent, options))).toEqual(expected);
  });
});

/** The keys that each type requires, and those that it hides. @source live notes 6.3; flow 7:1-30, 7:35-47 */
const KEYS: Readonly<Record<string, { required: string[]; hidden: string[] }>> = {
  S3: { required: ["bucket_name", "region", "prefix"], hidden: ["aws_access_key_id", "aws_secret_access_key"] },
  Snowflake: {
    required: ["account", "user", "database", "warehouse", "schema"],
    hidden: ["user", "password", "private_key", "private_key_passphrase"],
  },
  Postgres: { required: ["user", "password", "host", "database"], hidden: ["user", "password"] },
  Redshift: { required: ["user", "password", "host", "database"], hidden: ["user", "password"] },
  BigQuery: {
    required: ["project_id", "dataset_id", "private_key", "private_key_id", "token_uri", "client_email"],
    hidden: ["private_key", "private_key_id", "client_email", "token_uri"],
  },
  HTTP: { required: ["url", "token"], hidden: [] },
  NoOp: { required: [], hidden: [] },
};

describe.each(Object.entries(KEYS))("a destination of type %s", (name, { required, hidden }) => {
  const type = name as DestinationType;
  const merged = (dialect: Dialect, config: unknown, stored: Config | null = null): unknown =>
    outcome(() => mergeDestination(exchange(dialect), { type, config }, stored));
  const whole = Object.fromEntries(required.map((key) => [key, `${key}|é`]));

  test("is stored over what was there, and needs each of its keys", () => {
    for (const dialect of DIALECTS) {
      expect(merged(dialect, { ...whole, other: 1 }, { old: [1], other: 0 })).toEqual({
        type,
        config: { old: [1], ...whole, other: 1 },
      });
      for (const key of required) {
        const { [key]: _left, ...rest } = whole;
        const refusal = ["required", `destination__config__${key}`, REQUIRED];
        expect(merged(dialect, rest)).toEqual(dialect === "2025-08" ? "fails" : refusal);
        expect(merged(dialect, rest, { [key]: "stored" })).toEqual({ type, config: { ...rest, [key]: "stored" } });
      }
    }
    expect(merged("documented", null, whole)).toEqual({ type, config: whole });
    expect(merged("documented", undefined, whole)).toEqual({ type, config: whole });
    const [missing] = required;
    const refusal = ["required", `destination__config__${missing}`, REQUIRED];
    expect(merged("documented", null)).toEqual(missing === undefined ? { type, config: null } : refusal);
  });

  test("fails with a port that is null, if it has a port", () => {
    const has = type === "Postgres" || type === "Redshift";
    const stored = { type, config: { ...whole, port: null } };
    expect(merged("2025-08", stored.config)).toEqual(has ? "fails" : stored);
    expect(merged("documented", stored.config)).toEqual(stored);
    expect(merged("2025-08", { ...whole, port: 0 })).toEqual({ type, config: { ...whole, port: 0 } });
  });

  test("hides its own secrets, and shows those of others", () => {
    const all = [...new Set(Object.values(KEYS).flatMap((one) => [...one.required, ...one.hidden]))];
    const config = Object.fromEntries(all.map((key) => [key, "v"]));
    const shown = (dialect: Dialect): string[] => {
      const { config: read } = showDestination({ type, config }, dialect);
      return Object.keys(read ?? {});
    };
    for (const dialect of DIALECTS) expect(shown(dialect)).toEqual(all.filter((key) => !hidden.includes(key)));
    const cloud = ["aws_access_key_id", "aws_secret_access_key"];
    const further = { HTTP: ["token"], Postgres: cloud, Redshift: cloud }[name] ?? [];
    expect(shown("2026-09")).toEqual(all.filter((key) => !hidden.includes(key) && !further.includes(key)));
  });
});

describe("the config of a destination", () => {
  test("is shown with its integration, and without secrets further inside, only since 2026-09", () => {
    const copy = {
      bucket_credentials: { aws_access_key_id: "A", aws_secret_access_key: "S", x: "1" },
      list: [{ user: 1 }],
    };
    const stored: Destination = { type: "Redshift", config: { port: "5439", user: "u", copy_inputs: copy } };
    expect(showDestination(stored, "2025-08")).toEqual({
      type: "Redshift",
      config: { port: "5439", copy_inputs: copy },
    });
    expect(showDestination({ ...stored, integration: 7 }, "2026-09")).toEqual({
      type: "Redshift",
      config: { port: 5439, copy_inputs: { ...copy, bucket_credentials: { x: "1" } } },
      integration: 7,
    });
    expect(showDestination({ type: "NoOp", config: null }, "2026-09")).toEqual({
      type: "NoOp",
      config: null,
      integration: null,
    });
    expect(showDestination({ type: "NoOp", config: null, integration: 7 }, "documented")).toEqual({
      type: "NoOp",
      config: null,
    });
    for (const type of ["AwsS3", "S3Compatible"] as const) {
      const config = { aws_access_key_id: "A", aws_secret_access_key: "S", region: "r" };
      expect(showDestination({ type, config }, "2026-09").config).toEqual({ region: "r" });
    }
  });

  test("reads back as text in the order of the service's database, also inside lists and dictionaries", () => {
    const config = { zz: 1.5, é: true, b: false, a: null, list: [2, { yy: 3, x: "t" }, [true]], ab: { cc: 0, d: "" } };
    expect(JSON.stringify(storedConfig(config))).toBe(
      '{"a":null,"b":"False","ab":{"d":"","cc":"0"},"zz":"1.5","é":"True","list":["2",{"x":"t","yy":"3"},["True"]]}',
    );
    expect(storedConfig(null)).toBeNull();
    for (const value of [null, "text", 7, true]) expect(inStoredOrder(value)).toBe(value);
  });

  test.each<[type: string, config: Config, read: Config]>([
    [
      "S3",
      { max_file_size_mb: "100", use_virtual_style_addressing: "True" },
      { max_file_size_mb: 100, use_virtual_style_addressing: true },
    ],
    [
      "AwsS3",
      { max_file_size_mb: "-5", legacy_parquet_extension: "False" },
      { max_file_size_mb: -5, legacy_parquet_extension: false },
    ],
    [
      "AwsS3",
      { max_file_size_mb: "1.5", legacy_parquet_extension: "true", prefix: "7", region: "True" },
      { max_file_size_mb: "1.5", legacy_parquet_extension: "true", prefix: "7", region: "True" },
    ],
    [
      "AwsS3",
      { max_file_size_mb: "x7", legacy_parquet_extension: "7" },
      { max_file_size_mb: "x7", legacy_parquet_extension: "7" },
    ],
    [
      "S3Compatible",
      { max_file_size_mb: "1", use_virtual_style_addressing: "False" },
      { max_file_size_mb: 1, use_virtual_style_addressing: false },
    ],
    ["AzureBlob", { max_file_size_mb: "1", container_name: "1" }, { max_file_size_mb: 1, container_name: "1" }],
    ["Postgres", { port: "5432", has_self_signed_cert: "True" }, { port: 5432, has_self_signed_cert: true }],
    ["Redshift", { port: "5439", mode: "1" }, { port: 5439, mode: "1" }],
    ["BigQuery", { use_json_type: "True", dataset_id: "1" }, { use_json_type: true, dataset_id: "1" }],
    [
      "Databricks",
      { use_variant_type: "True", use_automatic_schema_evolution: "False" },
      { use_variant_type: true, use_automatic_schema_evolution: false },
    ],
    ["Snowflake", { role: "7", database: "True" }, { role: "7", database: "True" }],
    ["HTTP", { url: "7", max_file_size_mb: "1" }, { url: "7", max_file_size_mb: "1" }],
    ["toString", { port: "1" }, { port: "1" }],
  ])("of type %s reads back with numbers and Booleans where the type has them: %j", (type, config, read) => {
    expect(retyped(type, config)).toEqual(read);
    expect(retyped(type, null)).toBeNull();
  });
});
