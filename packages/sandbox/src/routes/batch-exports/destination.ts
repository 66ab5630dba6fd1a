import { type Dialect, hasQuirk } from "../../dialects.ts";
import type { Exchange } from "../../pipeline/exchange.ts";
import { failureInLive, invalid, invalidInput, serverFailure } from "../../pipeline/service-error.ts";
import { pythonString, pythonText } from "../../wire/python-text.ts";
import { asDictionary } from "../../wire/read-body.ts";
import { dictionaryIn, isBlank, isDictionary } from "../../wire/read-value.ts";
import { retyped } from "./linked-types.ts";

/** Settings of a destination. */
export type Config = Readonly<Record<string, unknown>>;

/** The destination of an export. */
export type Destination = {
  readonly type: DestinationType;
  readonly config: Config | null;
  /** Number of the integration that stores the credentials; since 2026-09. */
  readonly integration?: number | null;
};

/** Required keys of a config, and keys that no response shows. @source live notes 6.3; flow 7:1-30, 7:35-47 */
const TYPES = {
  S3: {
    required: ["bucket_name", "region", "prefix"],
    secret: ["aws_access_key_id", "aws_secret_access_key"],
  },
  Snowflake: {
    required: ["account", "user", "database", "warehouse", "schema"],
    secret: ["user", "password", "private_key", "private_key_passphrase"],
  },
  Postgres: { required: ["user", "password", "host", "database"], secret: ["user", "password"] },
  Redshift: { required: ["user", "password", "host", "database"], secret: ["user", "password"] },
  BigQuery: {
    required: ["project_id", "dataset_id", "private_key", "private_key_id", "token_uri", "client_email"],
    secret: ["private_key", "private_key_id", "client_email", "token_uri"],
  },
  // The token is shown. @source live service 2025-08, flow 7:16-18
  HTTP: { required: ["url", "token"], secret: [] },
  NoOp: { required: [], secret: [] },
  // From 2026-09; integrations store their credentials. @see ./linked-types.ts
  AwsS3: { required: [], secret: ["aws_access_key_id", "aws_secret_access_key"] },
  S3Compatible: { required: [], secret: ["aws_access_key_id", "aws_secret_access_key"] },
  Databricks: { required: [], secret: [] },
  AzureBlob: { required: [], secret: [] },
} as const satisfies Record<string, { required: readonly string[]; secret: readonly string[] }>;

/** Types of destinations. */
export type DestinationType = keyof typeof TYPES;

const LINKED_ONLY: ReadonlySet<unknown> = new Set(["AwsS3", "S3Compatible", "Databricks", "AzureBlob"]);

/** Compressions by file format. @source live service 2025-08, flow 7:38-40; live notes 6.3 */
const COMPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  Parquet: ["zstd", "lz4", "snappy", "gzip", "brotli"],
  JSONLines: ["gzip", "brotli"],
};

/**
 * Checks the destination in a request, without the stored one. The running service reads the type, and for some types
 * the config, without checking that they exist.
 * @source live service 2025-08, flow 7:28-49, 7:102-108
 */
export function checkDestination(
  exchange: Exchange,
  sent: unknown,
  options: { readonly partial: boolean; readonly stored: Config },
): void {
  const required = (name: string): Error => invalid("required", "This field is required.", `destination__${name}`);
  const { type, config } = asDictionary(sent, "destination__non_field_errors");
  if (type === undefined && !options.partial) throw required("type");
  if (type === null) throw invalid("null", "This field may not be null.", "destination__type");
  if (type !== undefined && !isType(type)) {
    throw invalid("invalid_choice", `"${pythonString(type)}" is not a valid choice.`, "destination__type");
  }
  const isNullRefused = hasQuirk(exchange.world.dialect, "batchExportConfigIsNeeded");
  if (config === null && isNullRefused) {
    throw invalid("null", "This field may not be null.", "destination__config");
  }
  const documented = (name: string) => failureInLive(exchange, invalid("required", "This field is required.", name));
  if (type === undefined) throw documented("destination__type");
  const readsConfig = type === "S3" || type === "Snowflake";
  if (config === undefined && readsConfig && isNullRefused) throw documented("destination__config");
  if (config !== undefined && config !== null && !isDictionary(config)) {
    const refusal = invalidInput("Expected a dictionary of items.", "destination__config");
    throw failureInLive(exchange, refusal);
  }
  const own = isDictionary(config) ? config : {};
  if (type === "S3") checkFile(own);
  if (type === "Snowflake") checkAuthentication(own, options.stored);
}

/** Format and compression are checked as sent, whatever is stored. @source live service 2025-08, flow 7:120-122 */
export function checkFile(config: Config): void {
  const format = config["file_format"] === undefined ? "JSONLines" : pythonString(config["file_format"]);
  const supported = Object.hasOwn(COMPRESSIONS, format) ? COMPRESSIONS[format] : undefined;
  if (supported === undefined) {
    const formats = pythonText(Object.keys(COMPRESSIONS));
    throw invalidDestination(`File format ${format} is not supported. Supported file formats are ${formats}`);
  }
  const compression = pythonString(config["compression"]);
  if (isBlank(config["compression"]) || supported.includes(compression)) return;
  throw invalidDestination(
    `Compression ${compression} is not supported for file format ${format}. Supported compressions are ${pythonText(supported)}`,
  );
}

/** Checked only if the authentication type is sent; a stored secret counts. @source flow 7:23, 7:42-44; live notes 6.3 */
function checkAuthentication(config: Config, stored: Config): void {
  const has = (key: string): boolean => ({ ...stored, ...config })[key] != null;
  if (config["authentication_type"] === "password" && !has("password")) {
    throw invalidDestination("Password is required if authentication type is password");
  }
  if (config["authentication_type"] === "keypair" && !has("private_key")) {
    throw invalidDestination("Private key is required if authentication type is key pair");
  }
}

/** Refusals of the check of a whole destination. */
export const invalidDestination = (detail: string): Error => invalidInput(detail, "destination");

/**
 * Merges the request into the stored settings: keys are never removed, not even by a change of the type. If the job's
 * required settings are missing, nothing is stored.
 * @source live service 2025-08, flow 7:35, 7:45-47, 7:96-118, 7:196-203
 */
export function mergeDestination(exchange: Exchange, sent: unknown, stored: Config | null): Destination {
  // checkDestination has checked it.
  const { type, config } = sent as { type: DestinationType; config?: Config | null };
  const isCleared = config === null && stored === null;
  const merged = { ...stored, ...config };
  const missing = TYPES[type].required.find((key) => merged[key] === undefined);
  if (missing !== undefined) {
    const refusal = invalid("required", "This field is required.", `destination__config__${missing}`);
    throw failureInLive(exchange, refusal);
  }
  const hasPort = type === "Postgres" || type === "Redshift";
  if (hasPort && merged["port"] === null && hasQuirk(exchange.world.dialect, "exportPortIsNumber"))
    throw serverFailure();
  return { type, config: isCleared ? null : merged };
}

/** Leaves out what the type keeps secret: another type's secrets are shown. @source flow 7:197-203 */
export function showDestination({ type, config, integration = null }: Destination, dialect: Dialect): Destination {
  const isLinked = hasQuirk(dialect, "batchExportsAreLinked");
  const further = isLinked ? (LATER_SECRETS[type] ?? []) : [];
  const secret: readonly string[] = [...TYPES[type].secret, ...further];
  const shown = config && withoutKeys(config, secret, isLinked);
  return isLinked ? { type, config: retyped(type, shown), integration } : { type, config: shown };
}

const CLOUD_KEYS = ["aws_access_key_id", "aws_secret_access_key"];

/** Additional keys that later services hide. @source service 2026-09, batch-exports.md, destination object */
const LATER_SECRETS: Readonly<Record<string, readonly string[]>> = {
  HTTP: ["token"],
  Postgres: CLOUD_KEYS,
  Redshift: CLOUD_KEYS,
};

/** A config without some keys; later services also check the dictionaries inside it. */
function withoutKeys(config: Config, keys: readonly string[], isDeep: boolean): Config {
  const kept = Object.entries(config).filter(([key]) => !keys.includes(key));
  const inner = (value: unknown): unknown => (isDeep && isDictionary(value) ? withoutKeys(value, keys, isDeep) : value);
  return Object.fromEntries(kept.map(([key, value]) => [key, inner(value)]));
}

/**
 * A config as it reads back: numbers and Booleans are strings in the service's own spelling.
 * @source live service 2025-08, flow 7:2, 7:8, 7:14, 7:37
 */
export function storedConfig(config: Config | null): Config | null {
  return config === null ? null : dictionaryIn(asText(inStoredOrder(config)));
}

function asText(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return pythonText(value);
  if (Array.isArray(value)) return value.map(asText);
  if (!isDictionary(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asText(item)]));
}

/** The order of keys in the service's database: by length, then by letters. @source live service 2025-08, flow 7:2, 7:227 */
export function inStoredOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStoredOrder);
  if (!isDictionary(value)) return value;
  const byteOrder = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));
  const entries = Object.entries(value).toSorted(
    ([left], [right]) => Buffer.byteLength(left) - Buffer.byteLength(right) || byteOrder(left, right),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, inStoredOrder(item)]));
}

function isType(value: unknown): value is DestinationType {
  return typeof value === "string" && Object.hasOwn(TYPES, value) && !LINKED_ONLY.has(value);
}
