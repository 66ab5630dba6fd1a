import type { Exchange } from "../../pipeline/exchange.ts";
import { denied, invalid, sandboxError } from "../../pipeline/service-error.ts";
import { pythonString, pythonTypeName } from "../../wire/python-text.ts";
import { asDictionary } from "../../wire/read-body.ts";
import { integrationsOf } from "../integrations/rows.ts";
import type { Config, Destination } from "./destination.ts";
import { projectForNew } from "./project-of-export.ts";
import type { BatchExportRow } from "./rows.ts";

type KeyType = "str" | "int" | "bool" | "dict" | "list";

/** What a type of destination takes since the credentials lie in integrations. */
type LinkedType = {
  /** Kind of the integration; none where the type needs none. */
  readonly kind?: string;
  /** An export from before may go without: its credentials lie in the config. */
  readonly mayLackOldOne?: true;
  /** A change that names a destination must name the integration again. */
  readonly isNamedEachTime?: true;
  readonly required: readonly string[];
  readonly keys: Readonly<Record<string, KeyType>>;
};

const FILE = {
  compression: "str",
  file_format: "str",
  max_file_size_mb: "int",
  legacy_parquet_extension: "bool",
} as const;
const BUCKET = { bucket_name: "str", region: "str", prefix: "str", ...FILE } as const;
const INLINE = { user: "str", password: "str", host: "str", port: "int" } as const;
/** Every type runs with them; that they are no unknown fields follows from where the fields come from. */
const EVENTS = { include_events: "list", exclude_events: "list" } as const;

/** @source service 2026-09, batch-exports.md, destination object */
const LINKED: Readonly<Record<string, LinkedType>> = {
  AwsS3: {
    kind: "aws-s3",
    required: ["bucket_name", "region", "prefix"],
    keys: { ...BUCKET, encryption: "str", kms_key_id: "str" },
  },
  S3Compatible: {
    kind: "s3-compatible",
    required: ["bucket_name", "region", "prefix"],
    keys: { ...BUCKET, use_virtual_style_addressing: "bool" },
  },
  Snowflake: {
    kind: "snowflake",
    required: ["database", "warehouse", "schema"],
    keys: { database: "str", warehouse: "str", schema: "str", table_name: "str", role: "str" },
  },
  Postgres: {
    kind: "postgresql",
    mayLackOldOne: true,
    required: ["database"],
    keys: { ...INLINE, database: "str", schema: "str", table_name: "str", has_self_signed_cert: "bool" },
  },
  Redshift: {
    kind: "aws-redshift",
    mayLackOldOne: true,
    required: ["database"],
    keys: {
      ...INLINE,
      database: "str",
      schema: "str",
      table_name: "str",
      has_self_signed_cert: "bool",
      properties_data_type: "str",
      mode: "str",
      copy_inputs: "dict",
    },
  },
  BigQuery: {
    kind: "google-cloud-service-account",
    isNamedEachTime: true,
    required: ["dataset_id"],
    keys: { dataset_id: "str", table_id: "str", use_json_type: "bool" },
  },
  Databricks: {
    kind: "databricks",
    isNamedEachTime: true,
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
    isNamedEachTime: true,
    required: ["container_name"],
    keys: { container_name: "str", prefix: "str", ...FILE },
  },
  HTTP: { required: ["url", "token"], keys: { url: "str", token: "str" } },
  NoOp: { required: [], keys: { arg: "str" } },
};

const OBJECT_STORAGE = new Set(["AwsS3", "S3Compatible", "AzureBlob"]);
/** Types whose use the sandbox cannot show. */
const NOT_SHOWN = new Set(["FileDownload"]);

const S3_IS_GONE =
  "The 'S3' destination type is deprecated and can no longer be created. Use 'AwsS3' for AWS S3, or 'S3Compatible' for S3-compatible storage.";

const refused = (detail: string): Error => invalid("invalid_input", detail, "destination");

/**
 * Judges a destination as 2026-09 does: by what the type takes, and by the integration that it names.
 *
 * @source service 2026-09, batch-exports.md, rules
 */
export function checkLinkedDestination(exchange: Exchange, sent: unknown, row: BatchExportRow | undefined): void {
  const { type: named, config, ...rest } = asDictionary(sent, "destination__non_field_errors");
  const type = pythonString(named ?? row?.destination.type ?? "");
  if (type === "") throw invalid("required", "This field is required.", "destination__type");
  if (type === "Workflows") throw denied("Workflows batch exports are not enabled for this team.");
  if (NOT_SHOWN.has(type)) throw sandboxError(501, "not_implemented", `The sandbox has no exports to ${type}.`);
  if (type === "S3") throw refused(S3_IS_GONE);
  const known = Object.hasOwn(LINKED, type) ? LINKED[type] : undefined;
  if (known === undefined) throw invalid("invalid_choice", `"${type}" is not a valid choice.`, "destination__type");
  if (row !== undefined && row.destination.type !== type) {
    throw refused(
      `Cannot change destination type from '${row.destination.type}' to '${type}'. Create a new batch export instead.`,
    );
  }
  checkIntegration(exchange, { type, known, rest, row });
  if (config === null) throw invalid("null", "This field may not be null.", "destination__config");
  if (config !== undefined && (typeof config !== "object" || Array.isArray(config))) {
    throw invalid("not_a_dict", "Expected a dictionary of items.", "destination__config");
  }
  checkConfig(known, (config ?? {}) as Config, row);
}

/** @source service 2026-09, batch-exports.md, rules; which text a missing or wrong one gets is inferred */
function checkIntegration(
  exchange: Exchange,
  at: { type: string; known: LinkedType; rest: Readonly<Record<string, unknown>>; row: BatchExportRow | undefined },
): void {
  const { type, known, rest, row } = at;
  const sent = integrationSent(rest);
  if (known.kind === undefined) return;
  const held = row?.destination.integration ?? null;
  const isOld = row !== undefined && held === null && known.mayLackOldOne === true;
  const mayKeep = row !== undefined && held !== null && known.isNamedEachTime !== true;
  if (sent === undefined && (isOld || mayKeep)) return;
  if (sent === undefined || sent === null) throw refused(`Integration is required for ${type} batch exports.`);
  const project = row?.project ?? projectForNew(exchange);
  const integration = integrationsOf(exchange.world).one({ number: Number(sent) });
  if (integration?.project !== project) {
    throw invalid(
      "does_not_exist",
      `Invalid pk "${pythonString(sent)}" - object does not exist.`,
      "destination__integration",
    );
  }
  if (integration.kind !== known.kind) throw refused(`Integration is not a ${type} integration.`);
}

/** The integration that was sent under either name. */
function integrationSent(sent: Readonly<Record<string, unknown>>): unknown {
  return sent["integration"] === undefined ? sent["integration_id"] : sent["integration"];
}

function checkConfig(known: LinkedType, config: Config, row: BatchExportRow | undefined): void {
  const keys: Readonly<Record<string, KeyType>> = { ...known.keys, ...EVENTS };
  const unknown = Object.keys(config).filter((key) => !Object.hasOwn(keys, key));
  if (unknown.length > 0) {
    throw refused(`Configuration has unknown field/s: ${unknown.map((key) => `'${key}'`).join(", ")}`);
  }
  const missing = row === undefined ? known.required.find((key) => config[key] === undefined) : undefined;
  if (missing !== undefined) throw refused(`Configuration missing required field: '${missing}'`);
  for (const [key, value] of Object.entries(config)) {
    const expected = keys[key] ?? "str";
    const isOptional = !known.required.includes(key);
    const found = pythonTypeName(value);
    if ((value === null && isOptional) || found === expected) continue;
    throw refused(`Configuration has invalid type: got '${found}', expected '${expected}'`);
  }
  if (row === undefined && config["legacy_parquet_extension"] === true) {
    throw refused("'legacy_parquet_extension' cannot be set on new batch exports.");
  }
}

/** Puts what was sent over what is stored; dictionaries are merged key by key. */
export function mergeLinkedDestination(sent: unknown, row: BatchExportRow | undefined): Destination {
  const { type: named, config, ...rest } = sent as { type?: string; config?: Config };
  const type = (named ?? row?.destination.type ?? "") as Destination["type"];
  const merged = merge(row?.destination.config ?? {}, config ?? {});
  const extension = row === undefined && OBJECT_STORAGE.has(type) ? { legacy_parquet_extension: false } : {};
  const integration = integrationSent(rest);
  return {
    type,
    config: { ...extension, ...merged },
    integration: integration === undefined ? (row?.destination.integration ?? null) : Number(integration),
  };
}

function merge(stored: Config, sent: Config): Config {
  const isDictionary = (value: unknown): value is Config =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = Object.entries(sent).map(([key, value]) => {
    const before = stored[key];
    return [key, isDictionary(before) && isDictionary(value) ? merge(before, value) : value] as const;
  });
  return { ...stored, ...Object.fromEntries(entries) };
}

/** A config with its numbers and truth values as such again. @source service 2026-09, batch-exports.md, destination object */
export function retyped(type: string, config: Config | null): Config | null {
  const keys: Readonly<Record<string, KeyType>> =
    (Object.hasOwn(LINKED, type) ? LINKED[type]?.keys : undefined) ?? LEGACY_KEYS[type] ?? {};
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
