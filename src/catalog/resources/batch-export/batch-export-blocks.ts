import * as z from "zod";

import { member } from "../../../model/block.ts";
import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text, aTypeName, joined } from "../../../model/messages.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import {
  CHOICES,
  COMMON_CONFIG,
  COPY_INPUTS,
  DESTINATION_TYPES,
  type DestinationType,
  destinationType,
  SCHEMAS,
} from "./batch-export-types.ts";

/** The number of an integration, which stores the credentials in services since 2026. */
const integrationNumber = z.string().regex(/^[1-9]\d*$/u, "expected the number of an integration, as a string");

/** The types with a block, and the block's name: the type's name with a lower-case first letter. */
const BLOCKS: ReadonlyMap<string, string> = new Map(
  Object.keys(DESTINATION_TYPES).map((type) => [
    type === "HTTP" ? "http" : type.slice(0, 1).toLowerCase() + type.slice(1),
    type,
  ]),
);

const TYPES = new Map([...BLOCKS].map(([block, type]) => [type, block]));

type BlockName = Uncapitalize<Exclude<keyof typeof DESTINATION_TYPES, "HTTP">> | "http";

/** Settings, secrets and the integration of a destination. */
type Block = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The block for a type, or for settings, that Orgform doesn't know. */
export const OTHER = "other";

/** Names of all blocks. */
export const BLOCK_NAMES: readonly string[] = [...BLOCKS.keys(), OTHER];

/** The block of a type. */
export function blockOf(type: string): string {
  return TYPES.get(type) ?? OTHER;
}

/** The description of each field, for users. */
const DOCS: Readonly<Record<string, string>> = {
  bucketName: "Name of the bucket.",
  region: "Region of the bucket.",
  prefix: "Prefix of all file names.",
  fileFormat: "Format of the files.",
  compression:
    "Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip, or brotli for Parquet.",
  encryption: "Server-side encryption, such as AES256 or aws:kms.",
  kmsKeyId: "Key of the encryption aws:kms.",
  endpointUrl: "URL of an S3-compatible service.",
  maxFileSizeMb: "Maximum size of a file, in MB.",
  useVirtualStyleAddressing: "Whether the bucket is part of the host name.",
  account: "Name of the account.",
  database: "Name of the database.",
  warehouse: "Name of the warehouse.",
  schema: "Name of the schema.",
  tableName: "Name of the table.",
  authenticationType: "How the user authenticates.",
  role: "Role of the user.",
  host: "Name or address of the server.",
  port: "Port of the server.",
  hasSelfSignedCert: "Whether the server can have a self-signed certificate.",
  propertiesDataType: "Type of the properties column.",
  mode: "How the export writes rows: one by one, or loaded from a bucket.",
  projectId: "Google Cloud project that contains the dataset.",
  datasetId: "Name of the dataset.",
  tableId: "Name of the table.",
  useJsonType: "Whether properties have the type JSON.",
  httpPath: "HTTP path of the SQL warehouse.",
  catalog: "Name of the catalog.",
  useVariantType: "Whether properties have the type VARIANT.",
  useAutomaticSchemaEvolution: "Whether the table gets new columns automatically.",
  containerName: "Name of the container.",
  arg: "Text without an effect.",
  url: "URL that receives the events: the service's own endpoint for batches.",
  includeEvents: "Names of the only events to export.",
  excludeEvents: "Names of events to leave out.",
  awsAccessKeyId: "ID of the access key.",
  awsSecretAccessKey: "Secret access key.",
  user: "Name of the user.",
  password: "Password of the user.",
  privateKey: "Private key.",
  privateKeyPassphrase: "Passphrase of the private key.",
  privateKeyId: "ID of the private key.",
  clientEmail: "Email address of the service account.",
  tokenUri: "URL that issues tokens.",
  token: "Token of the project that receives the events.",
  [COPY_INPUTS]:
    "JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization`, and `bucket_credentials`, for the mode COPY.",
};

/** The description of a setting or a secret, independent of the type. */
function settingDoc(name: string): string {
  const doc = DOCS[name];
  if (doc === undefined) throw new Error(`Nobody says what ${name} of a destination is`);
  return doc;
}

function docOf(type: string, name: string, { defaults = {} }: DestinationType): string {
  const doc = settingDoc(name);
  const choices = CHOICES[type]?.[name];
  const taken = choices === undefined ? "" : ` One of ${choices.map((one) => JSON.stringify(one)).join(", ")}.`;
  const fallback = defaults[name];
  return `${doc}${taken}${fallback === undefined || fallback === "" ? "" : ` Default ${JSON.stringify(fallback)}.`}`;
}

/**
 * The schema of a block. It requires fields that every export needs, with or without an integration, and marks secrets.
 */
function schemaOf(type: string, known: DestinationType): z.ZodType {
  const { config, secrets, required, requiredLinked, isAlwaysLinked } = known;
  const isNeeded = (name: string): boolean => required.includes(name) && (requiredLinked ?? required).includes(name);
  const settings = Object.entries({ ...config, ...COMMON_CONFIG }).map(([name, kind]) => {
    const schema = isNeeded(name) ? SCHEMAS[kind] : SCHEMAS[kind].optional();
    return [name, member(schema, { doc: docOf(type, name, known) })] as const;
  });
  const hidden = secrets.map((name) => {
    const text = name === COPY_INPUTS ? z.string().refine(isRecordText, "expected a JSON object") : z.string();
    const schema = isNeeded(name) ? text : text.optional();
    return [name, member(schema, { doc: docOf(type, name, known), secret: true })] as const;
  });
  const link = member(isAlwaysLinked === true ? integrationNumber : integrationNumber.optional(), {
    doc: integrationDoc(type, known),
  });
  return z.strictObject({
    ...Object.fromEntries([...settings, ...hidden]),
    ...(requiredLinked === undefined ? {} : { integrationId: link }),
  });
}

/** The required fields of each block without an integration. */
const NEEDS: readonly Text[] = Object.entries<DestinationType>(DESTINATION_TYPES).flatMap(
  ([type, { required, requiredLinked, isAlwaysLinked }]) => {
    const needed = required.filter((name) => requiredLinked?.includes(name) === false);
    if (needed.length === 0 || isAlwaysLinked === true) return [];
    return [
      message`Without ${fieldRef("integrationId")}, ${fieldRef(blockOf(type))} also needs ${joined(
        needed.map((name) => fieldRef(name)),
        ", ",
      )}.`,
    ];
  },
);

/** The required fields of a block without an integration, for the reference. */
export const NEEDED_WITHOUT_INTEGRATION: Text = joined(NEEDS, " ");

/** The Integration's block, if its name differs from the destination's block. */
const INTEGRATION_BLOCKS: Readonly<Record<string, string>> = {
  Postgres: "postgresql",
  Redshift: "awsRedshift",
  BigQuery: "googleCloudServiceAccount",
};

function integrationDoc(type: string, { isAlwaysLinked }: DestinationType): Text {
  const block = INTEGRATION_BLOCKS[type] ?? blockOf(type);
  const rest =
    isAlwaysLinked === true ? "" : " Services of 2026 require it for new exports. Older services don't have it.";
  return message`Number of the integration that holds the credentials, as a string: the ${fieldRef("integrationId")} of ${aTypeName("Integration")} with ${fieldRef(block)}.${rest}`;
}

function isRecordText(text: string): boolean {
  return isRecord(parsedJson(text));
}

const otherSchema = z.strictObject({
  type: member(z.string().min(1), { doc: "Type of the destination, in the service's spelling." }),
  config: member(z.record(z.string(), z.string()).optional(), {
    doc: "Settings and secrets under the service's names; a list or an object as JSON text.",
    secret: true,
  }),
  integrationId: member(integrationNumber.optional(), {
    doc: "Number of the integration that holds the credentials, as a string.",
  }),
});

const typedSchemas = Object.fromEntries(
  Object.entries<DestinationType>(DESTINATION_TYPES).map(([type, known]) => {
    const doc = `An export to ${known.words}.`;
    return [blockOf(type), member(schemaOf(type, known).optional(), { doc })] as const;
  }),
) as unknown as Readonly<Record<BlockName, z.ZodOptional<z.ZodType<Block>>>>; // -- one for each name, made of the same table

/** The destination of an export: one block. */
export const destinationSchema = z.strictObject({
  ...typedSchemas,
  [OTHER]: member(otherSchema.optional(), {
    doc: "An export of a type, or with settings, that Orgform doesn't know yet.",
  }),
});

/** Names of the blocks in a destination. */
export function blocksIn(destination: Values): string[] {
  return BLOCK_NAMES.filter((name) => destination[name] !== undefined && destination[name] !== null);
}

/** The paths of the secrets that a block can contain. */
export function secretPlaces(block: string): string[] {
  const names = block === OTHER ? ["config"] : (destinationType(BLOCKS.get(block) ?? "")?.secrets ?? []);
  return names.map((name) => `destination.${block}.${name}`);
}

/** The contents of a declared block. */
export interface Declared {
  readonly block: string;
  /** The service's name of the type; `UNKNOWN` if it isn't known yet. */
  readonly type: unknown;
  /** The settings by the model's names; none in `other`. */
  readonly config: Values;
  /** The secrets by their names in the block. */
  readonly secrets: Values;
  readonly integrationId?: unknown;
}

/** The contents of a declared destination; undefined if it has no block. */
export function declaredBy(destination: unknown): Declared | undefined {
  if (!isRecord(destination)) return undefined;
  const [block] = blocksIn(destination);
  if (block === undefined) return undefined;
  const { integrationId, ...members } = isRecord(destination[block]) ? destination[block] : {};
  const link = integrationId === undefined || integrationId === null ? {} : { integrationId };
  const { type = UNKNOWN, config } = members;
  if (block === OTHER) return { block, type, config: {}, secrets: { config }, ...link };
  const known = BLOCKS.get(block) ?? "";
  const secrets = new Set(destinationType(known)?.secrets);
  const entries = Object.entries(members);
  return {
    block,
    type: known,
    config: Object.fromEntries(entries.filter(([name]) => !secrets.has(name))),
    secrets: Object.fromEntries(entries.filter(([name]) => secrets.has(name))),
    ...link,
  };
}

/** The type of a destination, `UNKNOWN` if it isn't known yet: a different type replaces the export. */
export function typeOf(destination: unknown): unknown {
  return destination === UNKNOWN ? UNKNOWN : declaredBy(destination)?.type;
}
