import * as z from "zod";

/** How a setting is stored in a destination's config: the service returns numbers and Booleans as strings. */
export type SettingKind = "text" | "number" | "boolean" | "list";

/** A program's value for a setting of a kind. */
export const SCHEMAS = {
  text: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  list: z.array(z.string()),
} as const satisfies Record<SettingKind, z.ZodType>;

/** The settings of one type of destination. */
export interface DestinationType {
  /** Its name for users: completes "An export to". */
  readonly words: string;
  /** Settings, by the model's names. */
  readonly config: Readonly<Record<string, SettingKind>>;
  /** Secrets, by the model's names; the service returns none of them. */
  readonly secrets: readonly string[];
  /** Settings and secrets without which the service refuses the export or fails. */
  readonly required: readonly string[];
  /** The settings that are still required with an integration; absent if a type accepts no integration. */
  readonly requiredLinked?: readonly string[];
  /** Whether the service requires an integration for the type. */
  readonly isAlwaysLinked?: true;
  /** The service's defaults of settings, if they aren't null. */
  readonly defaults?: Readonly<Record<string, string | number | boolean>>;
}

const DATABASE = { host: "text", database: "text", schema: "text", tableName: "text", port: "number" } as const;
const DATABASE_DEFAULTS = { schema: "public", tableName: "events", hasSelfSignedCert: false } as const;

/**
 * The secret that the service stores as an object: the bucket that Redshift loads from, and its keys, which services
 * before 2026 show. A program declares it as a JSON string.
 *
 * @source live-organizations 6.3
 */
export const COPY_INPUTS = "copyInputs";

/** Settings of every type. */
export const COMMON_CONFIG = { includeEvents: "list", excludeEvents: "list" } as const;

/**
 * The types of destinations, as far as the service describes them.
 *
 * @source live-organizations 6.3; live service 2025-08, flow 7:1-49. The running service shows the token of HTTP (flow
 * 7:16-18), but later services don't, so it counts as never returned.
 */
export const DESTINATION_TYPES = {
  S3: {
    words: "S3, with keys in the export itself; services of 2026 create no new exports of this type",
    config: {
      bucketName: "text",
      region: "text",
      prefix: "text",
      fileFormat: "text",
      compression: "text",
      encryption: "text",
      kmsKeyId: "text",
      endpointUrl: "text",
      maxFileSizeMb: "number",
      useVirtualStyleAddressing: "boolean",
    },
    secrets: ["awsAccessKeyId", "awsSecretAccessKey"],
    required: ["bucketName", "region", "prefix"],
    defaults: { fileFormat: "JSONLines", useVirtualStyleAddressing: false },
  },
  AwsS3: {
    words: "a bucket of AWS S3",
    config: {
      bucketName: "text",
      region: "text",
      prefix: "text",
      fileFormat: "text",
      compression: "text",
      encryption: "text",
      kmsKeyId: "text",
      maxFileSizeMb: "number",
    },
    secrets: [],
    required: ["bucketName", "region", "prefix"],
    requiredLinked: ["bucketName", "region", "prefix"],
    isAlwaysLinked: true,
    defaults: { fileFormat: "JSONLines" },
  },
  S3Compatible: {
    words: "a bucket of an S3-compatible service",
    config: {
      bucketName: "text",
      region: "text",
      prefix: "text",
      fileFormat: "text",
      compression: "text",
      maxFileSizeMb: "number",
      useVirtualStyleAddressing: "boolean",
    },
    secrets: [],
    required: ["bucketName", "region", "prefix"],
    requiredLinked: ["bucketName", "region", "prefix"],
    isAlwaysLinked: true,
    defaults: { fileFormat: "JSONLines", useVirtualStyleAddressing: false },
  },
  Snowflake: {
    words: "a table of Snowflake",
    config: {
      account: "text",
      database: "text",
      warehouse: "text",
      schema: "text",
      tableName: "text",
      authenticationType: "text",
      role: "text",
    },
    secrets: ["user", "password", "privateKey", "privateKeyPassphrase"],
    required: ["account", "user", "database", "warehouse", "schema"],
    requiredLinked: ["database", "warehouse", "schema"],
    defaults: { tableName: "events", authenticationType: "password" },
  },
  Postgres: {
    words: "a table of PostgreSQL",
    config: { ...DATABASE, hasSelfSignedCert: "boolean" },
    secrets: ["user", "password"],
    required: ["user", "password", "host", "database"],
    requiredLinked: ["database"],
    defaults: { ...DATABASE_DEFAULTS, port: 5432 },
  },
  Redshift: {
    words: "a table of Amazon Redshift",
    config: { ...DATABASE, hasSelfSignedCert: "boolean", propertiesDataType: "text", mode: "text" },
    secrets: ["user", "password", COPY_INPUTS],
    required: ["user", "password", "host", "database"],
    requiredLinked: ["database"],
    defaults: { ...DATABASE_DEFAULTS, port: 5439, propertiesDataType: "varchar", mode: "INSERT" },
  },
  BigQuery: {
    words: "a table of Google BigQuery",
    config: { projectId: "text", datasetId: "text", tableId: "text", useJsonType: "boolean" },
    secrets: ["privateKey", "privateKeyId", "clientEmail", "tokenUri"],
    required: ["projectId", "datasetId", "privateKey", "privateKeyId", "clientEmail", "tokenUri"],
    requiredLinked: ["datasetId"],
    defaults: { tableId: "events", useJsonType: false },
  },
  Databricks: {
    words: "a table of Databricks",
    config: {
      httpPath: "text",
      catalog: "text",
      schema: "text",
      tableName: "text",
      useVariantType: "boolean",
      useAutomaticSchemaEvolution: "boolean",
    },
    secrets: [],
    required: ["httpPath", "catalog", "schema", "tableName"],
    requiredLinked: ["httpPath", "catalog", "schema", "tableName"],
    isAlwaysLinked: true,
    defaults: { useVariantType: true, useAutomaticSchemaEvolution: true },
  },
  AzureBlob: {
    words: "a container of Azure Blob Storage",
    config: { containerName: "text", prefix: "text", fileFormat: "text", compression: "text", maxFileSizeMb: "number" },
    secrets: [],
    required: ["containerName"],
    requiredLinked: ["containerName"],
    isAlwaysLinked: true,
    defaults: { prefix: "", fileFormat: "JSONLines" },
  },
  HTTP: {
    words: "another project of the service",
    config: { url: "text" },
    secrets: ["token"],
    required: ["url", "token"],
  },
  NoOp: { words: "nowhere", config: { arg: "text" }, secrets: [], required: [], defaults: { arg: "" } },
} as const satisfies Record<string, DestinationType>;

/**
 * Settings with few allowed values, checked in the preview: the service refuses others, or fails at the first run.
 *
 * @source live-organizations 6.3
 */
export const CHOICES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  S3: { fileFormat: ["JSONLines", "Parquet"] },
  AwsS3: { fileFormat: ["JSONLines", "Parquet"] },
  S3Compatible: { fileFormat: ["JSONLines", "Parquet"] },
  AzureBlob: { fileFormat: ["JSONLines", "Parquet"] },
  Snowflake: { authenticationType: ["password", "keypair"] },
  Redshift: { propertiesDataType: ["varchar", "super"], mode: ["INSERT", "COPY"] },
};

/**
 * The type of S3 exports that the service of 2026 neither creates nor changes. @source service 2026-09,
 * batch-exports.md
 */
export const OLD_S3 = "S3";

/** Whether a type is one of the two that S3 was split into. */
export function isLaterS3(type: string): boolean {
  return type === "AwsS3" || type === "S3Compatible";
}

/** Whether exports of a type write files, for which the service has introduced a new naming format. */
export function isFile(type: string): boolean {
  return type === OLD_S3 || type === "AzureBlob" || isLaterS3(type);
}

/** The compressions of each format of a file. @source live-organizations 6.3 */
export const COMPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  JSONLines: ["gzip", "brotli"],
  Parquet: ["zstd", "lz4", "snappy", "gzip", "brotli"],
};

/** The settings of a type; undefined for a type that Orgform doesn't know. */
export function destinationType(name: string): DestinationType | undefined {
  return Object.hasOwn(DESTINATION_TYPES, name) ? DESTINATION_TYPES[name as keyof typeof DESTINATION_TYPES] : undefined;
}

/** The defaults of a type's settings, by the model's names. The default of any other setting is null. */
export function defaultsOf(type: string): Readonly<Record<string, unknown>> {
  return destinationType(type)?.defaults ?? {};
}

/** The service's name of a setting: `bucketName` is `bucket_name`. */
export function wireKey(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`);
}
