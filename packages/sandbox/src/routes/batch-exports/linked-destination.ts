import type { Exchange } from "../../pipeline/exchange.ts";
import { denied, invalid, invalidInput, sandboxError, serverFailure } from "../../pipeline/service-error.ts";
import { pythonString, pythonTypeName } from "../../wire/python-text.ts";
import { asDictionary } from "../../wire/read-body.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { holdsToday } from "../../world.ts";
import { type IntegrationRow, integrationsOf } from "../integrations/rows.ts";
import { checkCopyInputs } from "./copy-inputs.ts";
import { type Config, type Destination, checkFile, invalidDestination } from "./destination.ts";
import { EVENTS, type KeyType, LINKED, type LinkedType, OF_SCHEDULER } from "./linked-types.ts";
import { projectForNew } from "./project-of-export.ts";
import type { BatchExportRow } from "./rows.ts";

const BUCKETS = new Set(["AwsS3", "S3Compatible"]);
const OBJECT_STORAGE = new Set([...BUCKETS, "AzureBlob"]);
const BUCKET_KEYS = ["aws_access_key_id", "aws_secret_access_key", "endpoint_url"];
/** Types that the sandbox doesn't emulate. */
const NOT_SHOWN = new Set(["FileDownload"]);
const URLS = new Set(["https://us.i.posthog.com/batch/", "https://eu.i.posthog.com/batch/"]);

const S3_IS_GONE =
  "The 'S3' destination type is deprecated and can no longer be created. Use 'AwsS3' for AWS S3, or 'S3Compatible' for S3-compatible storage.";

/** Errors of the nested check of the destination. */
const invalidInside = (detail: string): Error => invalidInput(detail, "destination__non_field_errors");

/** The facts for a check of a destination. */
type Judged = {
  readonly exchange: Exchange;
  readonly type: string;
  readonly known: LinkedType;
  readonly config: Config;
  /** The destination merged with the stored settings. */
  readonly merged: Config;
  readonly row: BatchExportRow | undefined;
  /** The integration in the request; null if it has none. */
  readonly integration: IntegrationRow | null;
  readonly isLinkSent: boolean;
};

/** A change of an older export to S3, whatever it names: refused while S3 is still a type. */
export function refuseChangeOfS3({ world }: Exchange): never {
  if (!holdsToday(world, "s3IsNoChoice")) throw invalidDestination(S3_IS_GONE);
  const detail = "The response for older S3 exports, after the service removed the type S3, is not known.";
  throw sandboxError(501, "not_implemented", detail);
}

/**
 * Checks a destination as 2026-09 does: against the settings of its type, and against the integration that it names.
 *
 * @source service 2026-09, batch-exports.md, rules
 */
export function checkLinkedDestination(
  exchange: Exchange,
  sent: unknown,
  { partial, row }: { readonly partial: boolean; readonly row: BatchExportRow | undefined },
): void {
  const { type: named, config, ...rest } = asDictionary(sent, "destination__non_field_errors");
  const type = named === undefined ? undefined : typeFrom(exchange, named);
  if (type === undefined && !partial) throw invalid("required", "This field is required.", "destination__type");
  if (config === undefined && !partial) throw invalid("required", "This field is required.", "destination__config");
  if (config === null) throw invalid("null", "This field may not be null.", "destination__config");
  const integration = integrationFrom(exchange, rest, row);
  // The check reads both, and the keys of the config, without testing whether they are present. That this fails is
  // inferred.
  if (type === undefined || !isDictionary(config)) throw serverFailure();
  if (type === "Workflows") throw denied("Backfilling Workflows is not enabled for this team.");
  if (type === "S3") throw invalidDestination(S3_IS_GONE);
  const known = LINKED[type];
  if (known === undefined)
    throw sandboxError(501, "not_implemented", `The sandbox doesn't emulate exports to ${type}.`);
  const merged = mergedConfig(row?.destination.config ?? {}, config);
  const isLinkSent = integrationSent(rest) !== undefined;
  const judged = { exchange, type, known, config, merged, row, integration, isLinkSent };
  checkKeys(judged, partial);
  checkTypeChange(judged);
  checkLegacyExtension(judged);
  if (type === "HTTP" && merged["url"] !== undefined && !URLS.has(pythonString(merged["url"]))) {
    throw invalidDestination(`Invalid destination URL: ${pythonString(merged["url"])}`);
  }
  checkLink(judged);
  checkContents(judged);
}

/** A type that is valid on that day. */
function typeFrom({ world }: Exchange, named: unknown): string {
  if (named === null) throw invalid("null", "This field may not be null.", "destination__type");
  const type = pythonString(named);
  const isS3 = type === "S3" && !holdsToday(world, "s3IsNoChoice");
  if (isS3 || Object.hasOwn(LINKED, type) || NOT_SHOWN.has(type) || type === "Workflows") return type;
  throw invalid("invalid_choice", `"${type}" is not a valid choice.`, "destination__type");
}

/** The integration in the request, under either name. */
function integrationSent(sent: Readonly<Record<string, unknown>>): unknown {
  return sent["integration"] === undefined ? sent["integration_id"] : sent["integration"];
}

function integrationFrom(
  exchange: Exchange,
  rest: Readonly<Record<string, unknown>>,
  row: BatchExportRow | undefined,
): IntegrationRow | null {
  const sent = integrationSent(rest);
  if (sent === undefined || sent === null) return null;
  const project = row?.project ?? projectForNew(exchange);
  const integration = integrationsOf(exchange.world).one({ number: Number(sent) });
  if (integration?.project === project) return integration;
  const detail = `Invalid pk "${pythonString(sent)}" - object does not exist.`;
  throw invalid("does_not_exist", detail, "destination__integration");
}

/** Checks each key of a config: unknown, missing, or of a wrong type. A PATCH can omit any key. */
function checkKeys({ exchange, type, known, config }: Judged, partial: boolean): void {
  const keys: Readonly<Record<string, KeyType>> = { ...known.keys, ...EVENTS };
  const credentials = BUCKET_KEYS.filter((key) => Object.hasOwn(config, key));
  if (BUCKETS.has(type) && credentials.length > 0 && holdsToday(exchange.world, "bucketKeysHaveText")) {
    const list = credentials.map((key) => `'${key}'`).join(", ");
    throw invalidDestination(
      `${type} batch exports authenticate through their integration. Remove these fields from the configuration: [${list}]`,
    );
  }
  const unknown = Object.keys(config).filter((key) => !Object.hasOwn(keys, key) && !OF_SCHEDULER.has(key));
  if (unknown.length > 0) {
    const list = unknown.toSorted().map((key) => `'${key}'`);
    throw invalidInside(`Configuration has unknown field/s: ${list.join(", ")}`);
  }
  if (Object.keys(config).some((key) => OF_SCHEDULER.has(key))) throw serverFailure();
  const missing = partial ? undefined : known.required.find((key) => config[key] === undefined);
  if (missing !== undefined) throw invalidInside(`Configuration missing required field: '${missing}'`);
  for (const [key, value] of Object.entries(config)) {
    const expected = keys[key] ?? "any";
    const found = pythonTypeName(value);
    if (expected === "any" || found === expected || asKind(expected, value) !== undefined) continue;
    throw invalidInside(`Configuration has invalid type: got '${found}', expected '${expected}'`);
  }
}

/** A number or a Boolean that was sent as a string. */
function asKind(expected: KeyType, value: unknown): number | boolean | undefined {
  if (typeof value !== "string") return undefined;
  if (expected === "int" && /^\s*[+-]?\d+\s*$/u.test(value)) return Number(value);
  return expected === "bool" && /^(?:true|false)$/iu.test(value) ? /^true$/iu.test(value) : undefined;
}

function checkTypeChange({ type, row }: Judged): void {
  if (row === undefined || row.destination.type === type) return;
  throw invalidDestination(
    `Cannot change destination type from '${row.destination.type}' to '${type}'. ` +
      "Delete this batch export and create a new one with the new destination type.",
  );
}

/** Whether file names of an export end with the inner codec, as they did before it could be chosen. */
function hasLegacyExtension(config: Config): boolean {
  const stored = config["legacy_parquet_extension"];
  const isOld = config["file_format"] === "Parquet" && (config["compression"] ?? null) !== null;
  return stored === undefined ? isOld : stored === true || stored === "True";
}

function checkLegacyExtension({ config, row }: Judged): void {
  if (config["legacy_parquet_extension"] !== true || hasLegacyExtension(row?.destination.config ?? {})) return;
  throw invalidDestination(
    "'legacy_parquet_extension' can only stay on for an export that already writes the compression codec into its " +
      "Parquet file names. It cannot be turned on for a new export, or turned back on once an export moved to the " +
      "standard '.parquet' extension.",
  );
}

/** Checks the integration against the requirements of the type. */
function checkLink({ type, known, row, integration, isLinkSent, merged }: Judged): void {
  if (known.kind === undefined) return;
  const held = row?.destination.integration ?? null;
  if (type === "Redshift" && held !== null && integration === null) {
    throw invalidDestination(
      "Cannot remove the integration from a Redshift batch export that uses one. " +
        "Re-send its `integration` to keep it (or a different one to swap).",
    );
  }
  const isKept = known.keepsLink === true && !isLinkSent && held !== null;
  const isDemanded = known.isLinkedOnCreate === true ? row === undefined : !isKept;
  if (integration === null && isDemanded) {
    throw invalidDestination(`Integration is required for ${known.title ?? type} batch exports`);
  }
  if (integration === null) return;
  if (integration.kind !== known.kind) {
    const bucket = `Integration provided is not an AWS S3 integration (got kind='${integration.kind}')`;
    throw invalidDestination(known.ofAnotherKind ?? bucket);
  }
  if (type !== "Redshift" || "host" in integration.config || Boolean(merged["host"])) return;
  throw invalidDestination(
    "A 'host' is required when using an AWS Redshift integration: set it to the cluster or workgroup endpoint.",
  );
}

function checkContents({ exchange, type, config, merged, row }: Judged): void {
  if (BUCKETS.has(type)) {
    const isBlank = (key: string): boolean => typeof config[key] === "string" && config[key].trim() === "";
    const empty = ["bucket_name", "region", "prefix"].filter(isBlank);
    if (empty.length > 0) {
      throw invalidDestination(`The following inputs are empty: [${empty.map((key) => `'${key}'`).join(", ")}]`);
    }
  }
  if (OBJECT_STORAGE.has(type)) checkFile(merged);
  if (type === "Redshift" && merged["mode"] === "COPY") checkCopyInputs(exchange, merged, row);
}

/** Merges the request into the stored settings, for PUT as for PATCH: no key is removed, and no default is stored. */
export function mergeLinkedDestination(sent: unknown, row: BatchExportRow | undefined): Destination {
  // checkLinkedDestination has checked it.
  const { type, config, ...rest } = sent as { type: Destination["type"]; config: Config };
  const stored = row?.destination.config ?? {};
  // An export from before the setting keeps its file names.
  const extension = OBJECT_STORAGE.has(type)
    ? { legacy_parquet_extension: row !== undefined && hasLegacyExtension(stored) }
    : {};
  const keys = LINKED[type]?.keys ?? {};
  const typed = Object.entries(config).map(
    ([key, value]) => [key, asKind(keys[key] ?? "any", value) ?? value] as const,
  );
  const integration = integrationSent(rest);
  return {
    type,
    config: mergedConfig({ ...extension, ...stored }, Object.fromEntries(typed)),
    integration: integration === undefined ? (row?.destination.integration ?? null) : numberOrNull(integration),
  };
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

function mergedConfig(stored: Config, sent: Config): Config {
  const entries = Object.entries(sent).map(([key, value]) => {
    const before = stored[key];
    return [key, isDictionary(before) && isDictionary(value) ? mergedConfig(before, value) : value] as const;
  });
  return { ...stored, ...Object.fromEntries(entries) };
}
