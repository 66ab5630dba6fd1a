import type { Values } from "../../src/model/json-value.ts";

export const SERVER = { host: "db.globex.example", database: "globex", port: 5433 };
export const LOGIN = { user: "u-canary", password: "p-canary" };
export const BUCKET = { bucketName: "globex-events", region: "eu-central-1", prefix: "raw/" };

/** A block of each kind on a service that keeps credentials in the export. */
export const INLINE: Readonly<Record<string, Values>> = {
  s3: { ...BUCKET, maxFileSizeMb: 5, awsAccessKeyId: "AKIA-canary", awsSecretAccessKey: "s3-canary" },
  snowflake: { account: "a", database: "d", warehouse: "w", schema: "s", role: "r", ...LOGIN },
  postgres: { ...SERVER, ...LOGIN, hasSelfSignedCert: true },
  redshift: { ...SERVER, ...LOGIN, mode: "COPY", copyInputs: '{"s3_bucket":"b-canary"}' },
  bigQuery: {
    projectId: "p",
    datasetId: "d",
    useJsonType: true,
    privateKey: "k-canary",
    privateKeyId: "i-canary",
    clientEmail: "canary@globex.example",
    tokenUri: "https://canary.example",
  },
  http: { url: "https://eu.i.posthog.com/batch/", token: "t-canary", excludeEvents: ["$pageleave"] },
  noOp: { arg: "a" },
};

/** A block of each kind on a service that keeps them in integrations, and the body that makes the integration. */
export const LINKED: Readonly<
  Record<string, { readonly block: Values; readonly kind: string; readonly config: Values }>
> = {
  awsS3: {
    block: { ...BUCKET, fileFormat: "Parquet", compression: "zstd", kmsKeyId: "k" },
    kind: "aws-s3",
    config: { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" },
  },
  s3Compatible: {
    block: { ...BUCKET, useVirtualStyleAddressing: true },
    kind: "s3-compatible",
    config: {
      name: "k",
      aws_access_key_id: "A",
      aws_secret_access_key: "S",
      endpoint_url: "https://s3.globex.example",
    },
  },
  snowflake: {
    block: { database: "d", warehouse: "w", schema: "s", tableName: "t" },
    kind: "snowflake",
    config: { name: "s", account: "a", user: "u", password: "p" },
  },
  postgres: {
    block: { database: "d", schema: "s" },
    kind: "postgresql",
    config: { host: "h.globex.example", port: 5432, user: "u", password: "p" },
  },
  redshift: {
    block: { database: "d", propertiesDataType: "super" },
    kind: "aws-redshift",
    config: { host: "h.globex.example", port: 5439, user: "u", password: "p" },
  },
  bigQuery: {
    block: { datasetId: "d", tableId: "t" },
    kind: "google-cloud-service-account",
    config: { service_account_email: "a@globex.example", project_id: "p" },
  },
  databricks: {
    block: { httpPath: "/sql", catalog: "c", schema: "s", tableName: "t", useVariantType: false },
    kind: "databricks",
    config: { server_hostname: "h.globex.example", client_id: "i", client_secret: "s" },
  },
  azureBlob: {
    block: { containerName: "c", prefix: "p/", compression: "gzip" },
    kind: "azure-blob",
    config: {
      connection_string: "DefaultEndpointsProtocol=https;AccountName=globex;AccountKey=k;EndpointSuffix=core.example",
    },
  },
};

/** The destinations of exports: each block, with credentials of its own or of an integration, and a type of no block. */
export const DESTINATION_SAMPLES: readonly (readonly [name: string, destination: Values])[] = [
  ...Object.entries(INLINE).map(
    ([name, members]) => [`${name}, with its own credentials`, { [name]: members }] as const,
  ),
  ...Object.entries(LINKED).map(
    ([name, { block }]) => [`${name}, with an integration`, { [name]: { ...block, integrationId: "5" } }] as const,
  ),
  ["other", { other: { type: "Kafka", config: { brokers: '["a"]', password: "o-canary" } } }],
];
