import { describe, expect, test } from "@jest/globals";
import type { Exchange } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { ServiceError } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import type { Config, DestinationType } from "../../../packages/sandbox/src/routes/batch-exports/destination.ts";
import {
  checkLinkedDestination,
  mergeLinkedDestination,
} from "../../../packages/sandbox/src/routes/batch-exports/linked-destination.ts";
import type { BatchExportRow } from "../../../packages/sandbox/src/routes/batch-exports/rows.ts";

/** The kind of integration of each type, and its keys by type. @source service 2026-09, batch-exports.md, destination object */
const TYPES: Readonly<
  Record<string, { kind?: string; required: string; str?: string; int?: string; bool?: string; any?: string }>
> = {
  AwsS3: {
    kind: "aws-s3",
    required: "bucket_name region prefix",
    str: "bucket_name region prefix file_format",
    bool: "legacy_parquet_extension",
    any: "compression max_file_size_mb encryption kms_key_id",
  },
  S3Compatible: {
    kind: "s3-compatible",
    required: "bucket_name region prefix",
    str: "bucket_name region prefix file_format",
    bool: "legacy_parquet_extension use_virtual_style_addressing",
    any: "compression max_file_size_mb",
  },
  Snowflake: {
    kind: "snowflake",
    required: "database warehouse schema",
    str: "database schema table_name warehouse",
    any: "role",
  },
  Postgres: {
    kind: "postgresql",
    required: "database",
    str: "database schema table_name",
    bool: "has_self_signed_cert",
    any: "user password host port",
  },
  Redshift: {
    kind: "aws-redshift",
    required: "database",
    str: "database schema table_name properties_data_type",
    int: "port",
    any: "user password host mode copy_inputs",
  },
  BigQuery: {
    kind: "google-cloud-service-account",
    required: "dataset_id",
    str: "dataset_id table_id",
    bool: "use_json_type",
    any: "project_id private_key private_key_id token_uri client_email",
  },
  Databricks: {
    kind: "databricks",
    required: "http_path catalog schema table_name",
    str: "http_path catalog schema table_name",
    bool: "use_variant_type use_automatic_schema_evolution",
  },
  AzureBlob: {
    kind: "azure-blob",
    required: "container_name",
    str: "container_name prefix file_format",
    bool: "legacy_parquet_extension",
    any: "compression max_file_size_mb",
  },
  HTTP: { required: "url token", str: "url token" },
  NoOp: { required: "", str: "arg" },
};
const words = (text = ""): string[] => text.split(" ").filter((word) => word !== "");

const PROJECT = 7;
/** The number of the integration of each kind in the project; plus a thousand, in another one. */
const NUMBERS = new Map(
  Object.values(TYPES).flatMap(({ kind }, index) => (kind === undefined ? [] : [[kind, index + 1]])),
);

function exchange(): Exchange {
  const one = ({ number }: { number: number }): unknown => {
    const kind = [...NUMBERS].find(([, own]) => own === number % 1_000)?.[0];
    return kind === undefined
      ? undefined
      : { kind, number, project: number < 1_000 ? PROJECT : 8, config: { host: "h" } };
  };
  const world = { dialect: "2026-09", store: { table: () => ({ one }), tables: {} } };
  return { world, project: { number: PROJECT } } as unknown as Exchange; // -- all that is read
}

const row = (type: string, config: Config, integration: number | null = null): BatchExportRow =>
  ({ project: PROJECT, destination: { type, config, integration } }) as unknown as BatchExportRow; // -- all that is read

/** What becomes of a request: a refusal as its text, with the field if it isn't the destination. */
function checked(sent: object, before?: BatchExportRow, partial = before !== undefined): string {
  try {
    checkLinkedDestination(exchange(), sent, { partial, row: before });
    return "accepted";
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status !== 400) return String(error.status);
    const code = error.code === "invalid_input" ? "" : ` (${error.code})`;
    return `${error.attr === "destination" ? "" : `${error.attr}: `}${error.message}${code}`;
  }
}

const INSIDE = "destination__non_field_errors: Configuration";

describe.each(Object.entries(TYPES))("a destination of type %s, service 2026-09, batch-exports.md", (type, known) => {
  const config: Config = {
    ...Object.fromEntries(words(known.required).map((key) => [key, `a ${key}`])),
    ...(type === "HTTP" ? { url: "https://us.i.posthog.com/batch/" } : {}),
  };
  const link = known.kind === undefined ? {} : { integration: NUMBERS.get(known.kind) };
  const made = (more: object = {}, sent: object = link): string =>
    checked({ type, config: { ...config, ...more }, ...sent });

  test("needs each of its keys when it is made, and none of them when it is changed", () => {
    expect(made()).toBe("accepted");
    for (const key of words(known.required)) {
      const { [key]: _left, ...rest } = config;
      const missing = `${INSIDE} missing required field: '${key}'`;
      expect(checked({ type, config: rest, ...link })).toBe(missing);
      expect(checked({ type, config: rest, ...link }, row(type, config), false)).toBe(missing);
      expect(checked({ type, config: rest, ...link }, row(type, config))).toBe("accepted");
    }
  });

  test("has keys of certain types, which numbers and Booleans in text fit", () => {
    const wrong = (key: string, value: unknown, found: string, expected: string): void =>
      expect([key, made({ [key]: value })]).toEqual([
        key,
        `${INSIDE} has invalid type: got '${found}', expected '${expected}'`,
      ]);
    for (const key of words(known.str)) {
      for (const [value, found] of [
        [7, "int"],
        [true, "bool"],
        [null, "NoneType"],
        [[], "list"],
        [{}, "dict"],
      ] as const)
        wrong(key, value, found, "str");
    }
    for (const key of words(known.int)) {
      for (const value of [7, "7", " -7 ", "+7"])
        expect([key, value, made({ [key]: value })]).toEqual([key, value, "accepted"]);
      for (const [value, found] of [
        ["", "str"],
        ["7x", "str"],
        ["x7", "str"],
        ["1.5", "str"],
        [1.5, "float"],
        [null, "NoneType"],
      ] as const)
        wrong(key, value, found, "int");
    }
    for (const key of words(known.bool)) {
      for (const value of [false, "False", "fALSE"])
        expect([key, value, made({ [key]: value })]).toEqual([key, value, "accepted"]);
      for (const [value, found] of [
        ["", "str"],
        ["yes", "str"],
        ["xtrue", "str"],
        ["falsey", "str"],
        [0, "int"],
        [null, "NoneType"],
      ] as const)
        wrong(key, value, found, "bool");
    }
    for (const key of [...words(known.any), "include_events", "exclude_events"]) {
      for (const value of [null, [], { a: 1 }])
        expect([key, made({ [key]: value })]).toEqual([key, expect.not.stringMatching(/^destination__/u)]);
    }
  });

  test("has no other key, and fails with those of the scheduler", () => {
    expect(made({ zz: 1, é: null, toString: 1 })).toBe(`${INSIDE} has unknown field/s: 'toString', 'zz', 'é'`);
    for (const key of words(
      "batch_export_id team_id interval timezone data_interval_end is_backfill is_earliest_backfill backfill_details batch_export_model batch_export_schema integration_id",
    ))
      expect([key, made({ [key]: 1 })]).toEqual([key, "500"]);
  });

  test("needs an integration of its own kind, in its project", () => {
    const isFree = known.kind === undefined;
    expect(made({}, {}) === "accepted").toBe(isFree);
    if (known.kind === undefined) return;
    const number = NUMBERS.get(known.kind) ?? 0;
    const title = type === "AzureBlob" ? "Azure Blob" : type;
    for (const none of [{}, { integration: null }, { integration_id: null }])
      expect(made({}, none)).toBe(`Integration is required for ${title} batch exports`);
    expect(made({}, { integration_id: number })).toBe("accepted");
    expect(made({}, { integration: number, integration_id: 99 })).toBe("accepted");
    expect(made({}, { integration: String(number) })).toBe("accepted");
    for (const other of [99, number + 1_000, "x"])
      expect(made({}, { integration: other })).toBe(
        `destination__integration: Invalid pk "${other}" - object does not exist. (does_not_exist)`,
      );
    const [otherKind, otherNumber] = [...NUMBERS].find(([kind]) => kind !== known.kind) ?? ["", 0];
    const names: Readonly<Record<string, string>> = {
      Snowflake: "a Snowflake",
      Postgres: "a PostgreSQL",
      Redshift: "a Redshift",
      BigQuery: "a Google Cloud service account",
      Databricks: "a Databricks",
      AzureBlob: "an Azure Blob",
    };
    const name = names[type];
    expect(made({}, { integration: otherNumber })).toBe(
      name === undefined
        ? `Integration provided is not an AWS S3 integration (got kind='${otherKind}')`
        : `Integration is not ${name} integration.`,
    );
  });

  test("keeps its type, and the integration only if the type does", () => {
    const changed = "Delete this batch export and create a new one with the new destination type.";
    expect(checked({ type, config, ...link }, row("Other", {}))).toBe(
      `Cannot change destination type from 'Other' to '${type}'. ${changed}`,
    );
    if (known.kind === undefined) return;
    const number = NUMBERS.get(known.kind) ?? 0;
    const title = type === "AzureBlob" ? "Azure Blob" : type;
    const required = `Integration is required for ${title} batch exports`;
    const removed =
      "Cannot remove the integration from a Redshift batch export that uses one. Re-send its `integration` to keep it (or a different one to swap).";
    const keeps = ["AwsS3", "S3Compatible", "Snowflake"].includes(type);
    const isFree = type === "Postgres" || type === "Redshift";
    const held = row(type, config, number);
    const left = type === "Redshift" ? removed : keeps || isFree ? "accepted" : required;
    expect(checked({ type, config: {} }, held)).toBe(left);
    expect(checked({ type, config: {}, integration: null }, held)).toBe(
      type === "Redshift" ? removed : isFree ? "accepted" : required,
    );
    expect(checked({ type, config: {} }, row(type, config))).toBe(isFree ? "accepted" : required);
    expect(checked({ type, config: {}, integration: number }, row(type, config))).toBe("accepted");
  });

  test("is stored over what was there, with numbers and Booleans as such", () => {
    const number = known.kind === undefined ? null : (NUMBERS.get(known.kind) ?? 0);
    const isFile = ["AwsS3", "S3Compatible", "AzureBlob"].includes(type);
    const legacy = isFile ? { legacy_parquet_extension: false } : {};
    const texts = {
      ...Object.fromEntries(words(known.int).map((key) => [key, " 7 "])),
      ...Object.fromEntries(words(known.bool).map((key) => [key, "TRUE"])),
    };
    const typed = {
      ...Object.fromEntries(words(known.int).map((key) => [key, 7])),
      ...Object.fromEntries(words(known.bool).map((key) => [key, true])),
    };
    const sent = { type: type as DestinationType, config: { ...config, ...texts }, ...link };
    expect(mergeLinkedDestination(sent, undefined)).toEqual({
      type,
      config: { ...legacy, ...config, ...typed },
      integration: number,
    });
    const before = row(type, { a: { b: 1, c: [1] }, d: { e: 1 } }, 3);
    expect(mergeLinkedDestination({ type, config: { a: { b: 2 }, d: 4 } }, before)).toEqual({
      type,
      config: { ...legacy, a: { b: 2, c: [1] }, d: 4 },
      integration: 3,
    });
    expect(mergeLinkedDestination({ type, config: {}, integration: null }, before).integration).toBeNull();
    expect(mergeLinkedDestination({ type, config: {}, integration_id: "5" }, before).integration).toBe(5);
  });
});

describe("the names of an export's files", () => {
  const TURNED_ON =
    "'legacy_parquet_extension' can only stay on for an export that already writes the compression codec into its " +
    "Parquet file names. It cannot be turned on for a new export, or turned back on once an export moved to the " +
    "standard '.parquet' extension.";

  test.each<[stored: Config, isOld: boolean]>([
    [{}, false],
    [{ file_format: "Parquet" }, false],
    [{ file_format: "Parquet", compression: null }, false],
    [{ file_format: "JSONLines", compression: "gzip" }, false],
    [{ file_format: "Parquet", compression: "zstd" }, true],
    [{ file_format: "Parquet", compression: "zstd", legacy_parquet_extension: false }, false],
    [{ file_format: "Parquet", compression: "zstd", legacy_parquet_extension: "False" }, false],
    [{ legacy_parquet_extension: true }, true],
    [{ legacy_parquet_extension: "True" }, true],
  ])("are old with %j: %j, and only then they can stay so", (stored, isOld) => {
    const number = NUMBERS.get("aws-s3") ?? 0;
    const before = row("AwsS3", stored, number);
    const sent = { type: "AwsS3", config: { legacy_parquet_extension: true } };
    expect(checked(sent, before)).toBe(isOld ? "accepted" : TURNED_ON);
    expect(checked({ ...sent, config: { legacy_parquet_extension: false } }, before)).toBe("accepted");
    const merged = mergeLinkedDestination({ type: "AwsS3", config: {} }, before).config;
    expect(merged).toEqual({ legacy_parquet_extension: isOld, ...stored });
  });
});

describe("a destination's form", () => {
  const REQUIRED = "This field is required. (required)";
  const NULL = "This field may not be null. (null)";
  const before = row("NoOp", {});

  test.each<[sent: object, whole: string, partial: string]>([
    [{ config: {} }, `destination__type: ${REQUIRED}`, "500"],
    [{ type: null, config: {} }, `destination__type: ${NULL}`, `destination__type: ${NULL}`],
    [{ type: "NoOp" }, `destination__config: ${REQUIRED}`, "500"],
    [{ type: "NoOp", config: null }, `destination__config: ${NULL}`, `destination__config: ${NULL}`],
    [{ type: "NoOp", config: [] }, "500", "500"],
    [{ type: "NoOp", config: "x" }, "500", "500"],
    [{ type: "FileDownload", config: {} }, "501", "501"],
    [{ type: "Workflows", config: {} }, "403", "403"],
    [
      { type: "toString", config: {} },
      'destination__type: "toString" is not a valid choice. (invalid_choice)',
      'destination__type: "toString" is not a valid choice. (invalid_choice)',
    ],
  ])("of %j, whole and as a part", (sent, whole, partial) => {
    expect([checked(sent), checked(sent, before)]).toEqual([whole, partial]);
  });

  test.each(["https://us.i.posthog.com/batch/", "https://eu.i.posthog.com/batch/"])("can send to %s only", (url) => {
    expect(checked({ type: "HTTP", config: { url, token: "t" } })).toBe("accepted");
    for (const other of [url.slice(0, -1), url.replace("https", "http"), ` ${url}`])
      expect(checked({ type: "HTTP", config: { url: other, token: "t" } })).toBe(`Invalid destination URL: ${other}`);
    expect(checked({ type: "HTTP", config: {} }, row("HTTP", { url, token: "t" }))).toBe("accepted");
    expect(checked({ type: "HTTP", config: {} }, row("HTTP", { url: "x", token: "t" }))).toBe(
      "Invalid destination URL: x",
    );
  });

  test("names each input of a bucket that is blank", () => {
    for (const type of ["AwsS3", "S3Compatible"]) {
      const integration = NUMBERS.get(TYPES[type]?.kind ?? "");
      const sent = (config: object): string =>
        checked({ type, integration, config: { bucket_name: "b", region: "r", prefix: "p", ...config } });
      expect(sent({ bucket_name: "", region: " ", prefix: "\n" })).toBe(
        "The following inputs are empty: ['bucket_name', 'region', 'prefix']",
      );
      expect(sent({ region: "" })).toBe("The following inputs are empty: ['region']");
      expect(sent({ file_format: "CSV" })).toMatch(/^File format CSV is not supported/u);
    }
    const azure = { type: "AzureBlob", integration: NUMBERS.get("azure-blob") };
    expect(checked({ ...azure, config: { container_name: "" } })).toBe("accepted");
    expect(checked({ ...azure, config: { container_name: "c", compression: "lz4" } })).toMatch(/^Compression lz4/u);
  });
});
