type Values = Readonly<Record<string, unknown>>;

/** How a key is checked: a plain type refuses null, and a nullable key accepts any value. */
export type KeyType = "str" | "int" | "bool" | "any";

/** The requirements of a type of destination, since integrations store the credentials. */
export type LinkedType = {
  /** Kind of the integration; absent if the type needs none. */
  readonly kind?: string;
  /** The type's name in a refusal without an integration. */
  readonly title?: string;
  /** The refusal of an integration of another kind. */
  readonly ofAnotherKind?: string;
  /** Whether a change of the destination can omit the integration: the export keeps its own. */
  readonly keepsLink?: true;
  /** Required only for a new export. */
  readonly isLinkedOnCreate?: true;
  readonly required: readonly string[];
  readonly keys: Readonly<Record<string, KeyType>>;
  /** Types of keys of the kind `any` when they are read back. */
  readonly reads?: Readonly<Record<string, "int">>;
};

const FILE = {
  compression: "any",
  file_format: "str",
  max_file_size_mb: "any",
  legacy_parquet_extension: "bool",
} as const;
const FILE_READS = { max_file_size_mb: "int" } as const;
const BUCKET = { bucket_name: "str", region: "str", prefix: "str", ...FILE } as const;
const TABLE = { database: "str", schema: "str", table_name: "str" } as const;
const INLINE = { user: "any", password: "any", host: "any" } as const;
/** Keys of the scheduler's input for every type. */
export const EVENTS = { include_events: "any", exclude_events: "any" } as const;
/** The scheduler's own keys of its input pass the check, too, and then make the request fail. */
export const OF_SCHEDULER = new Set([
  "batch_export_id",
  "team_id",
  "interval",
  "timezone",
  "data_interval_end",
  "is_backfill",
  "is_earliest_backfill",
  "backfill_details",
  "batch_export_model",
  "batch_export_schema",
  "integration_id",
]);

/** @source service 2026-09, batch-exports.md, destination object */
export const LINKED: Readonly<Record<string, LinkedType>> = {
  AwsS3: {
    kind: "aws-s3",
    keepsLink: true,
    required: ["bucket_name", "region", "prefix"],
    keys: { ...BUCKET, encryption: "any", kms_key_id: "any" },
    reads: FILE_READS,
  },
  S3Compatible: {
    kind: "s3-compatible",
    keepsLink: true,
    required: ["bucket_name", "region", "prefix"],
    keys: { ...BUCKET, use_virtual_style_addressing: "bool" },
    reads: FILE_READS,
  },
  Snowflake: {
    kind: "snowflake",
    keepsLink: true,
    ofAnotherKind: "Integration is not a Snowflake integration.",
    required: ["database", "warehouse", "schema"],
    keys: { ...TABLE, warehouse: "str", role: "any" },
  },
  Postgres: {
    kind: "postgresql",
    isLinkedOnCreate: true,
    ofAnotherKind: "Integration is not a PostgreSQL integration.",
    required: ["database"],
    keys: { ...TABLE, ...INLINE, port: "any", has_self_signed_cert: "bool" },
    reads: { port: "int" },
  },
  Redshift: {
    kind: "aws-redshift",
    isLinkedOnCreate: true,
    ofAnotherKind: "Integration is not a Redshift integration.",
    required: ["database"],
    keys: { ...TABLE, ...INLINE, port: "int", properties_data_type: "str", mode: "any", copy_inputs: "any" },
  },
  BigQuery: {
    kind: "google-cloud-service-account",
    ofAnotherKind: "Integration is not a Google Cloud service account integration.",
    required: ["dataset_id"],
    keys: {
      dataset_id: "str",
      table_id: "str",
      use_json_type: "bool",
      project_id: "any",
      private_key: "any",
      private_key_id: "any",
      token_uri: "any",
      client_email: "any",
    },
  },
  Databricks: {
    kind: "databricks",
    ofAnotherKind: "Integration is not a Databricks integration.",
    required: ["http_path", "catalog", "schema", "table_name"],
    keys: {
      http_path: "str",
      catalog: "str",
      schema: "str",
      table_name: "str",
      use_variant_type: "bool",
      use_automatic_schema_evolution: "bool",
    },
  },
  AzureBlob: {
    kind: "azure-blob",
    title: "Azure Blob",
    ofAnotherKind: "Integration is not an Azure Blob integration.",
    required: ["container_name"],
    keys: { container_name: "str", prefix: "str", ...FILE },
    reads: FILE_READS,
  },
  HTTP: { required: ["url", "token"], keys: { url: "str", token: "str" } },
  NoOp: { required: [], keys: { arg: "str" } },
};

/** A config with numbers and Booleans instead of their strings. @source service 2026-09, batch-exports.md, destination object */
export function retyped(type: string, config: Values | null): Values | null {
  const known = Object.hasOwn(LINKED, type) ? LINKED[type] : undefined;
  const keys: Readonly<Record<string, KeyType>> = { ...(known?.keys ?? LEGACY_KEYS[type]), ...known?.reads };
  const asTyped = ([key, value]: [string, unknown]): [string, unknown] => {
    if (keys[key] === "int" && typeof value === "string" && /^-?\d+$/.test(value)) return [key, Number(value)];
    if (keys[key] === "bool" && (value === "True" || value === "False")) return [key, value === "True"];
    return [key, value];
  };
  return config === null ? null : Object.fromEntries(Object.entries(config).map(asTyped));
}

const LEGACY_KEYS: Readonly<Record<string, Readonly<Record<string, KeyType>>>> = {
  S3: { max_file_size_mb: "int", use_virtual_style_addressing: "bool" },
};
