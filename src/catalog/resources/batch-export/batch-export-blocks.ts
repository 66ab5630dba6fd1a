import * as z from "zod";

import { member } from "../../../model/block.ts";
import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";
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

/** The number of an integration, which the service keeps credentials in since 2026. */
export const integrationNumber = z.string().regex(/^[1-9]\d*$/u, "expected the number of an integration, as text");

/** The types that have a block, and how it is called: a type's name with a small beginning. */
const BLOCKS: ReadonlyMap<string, string> = new Map(
  Object.keys(DESTINATION_TYPES)
    // It exports to nowhere: nothing of it is worth a block.
    .filter((type) => type !== "NoOp")
    .map((type) => [type === "HTTP" ? "http" : type.slice(0, 1).toLowerCase() + type.slice(1), type]),
);

const TYPES = new Map([...BLOCKS].map(([block, type]) => [type, block]));

type BlockName = Uncapitalize<Exclude<keyof typeof DESTINATION_TYPES, "NoOp" | "HTTP">> | "http";

/** Settings, secrets and the integration of a destination. */
type Block = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Names of all blocks. */
export const BLOCK_NAMES: readonly string[] = [...BLOCKS.keys()];

/** The block of a type; undefined for one that has none. */
export function blockOf(type: string): string | undefined {
  return TYPES.get(type);
}

/** What each member is, for users. */
const DOCS: Readonly<Record<string, string>> = {
  bucketName: "Name of the bucket.",
  region: "Region of the bucket.",
  prefix: "What the names of all files begin with.",
  fileFormat: "Format of the files.",
  compression: "Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet.",
  encryption: "Server-side encryption, such as AES256 or aws:kms.",
  kmsKeyId: "Key of the encryption aws:kms.",
  endpointUrl: "Address of a service that speaks S3.",
  maxFileSizeMb: "Size at which a new file begins, in MB.",
  useVirtualStyleAddressing: "Whether the bucket is a part of the host's name.",
  account: "Name of the account.",
  database: "Name of the database.",
  warehouse: "Name of the warehouse.",
  schema: "Name of the schema.",
  tableName: "Name of the table.",
  authenticationType: "How the user is known.",
  role: "Role that the user takes.",
  host: "Name or address of the server.",
  port: "Port of the server.",
  hasSelfSignedCert: "Whether the server's certificate may be self-signed.",
  propertiesDataType: "Type of the column of properties.",
  mode: "How rows are written: one by one, or loaded from a bucket.",
  projectId: "Project at Google that holds the data set.",
  datasetId: "Name of the data set.",
  tableId: "Name of the table.",
  useJsonType: "Whether properties are of the type JSON.",
  httpPath: "HTTP path of the SQL warehouse.",
  catalog: "Name of the catalog.",
  useVariantType: "Whether properties are of the type VARIANT.",
  useAutomaticSchemaEvolution: "Whether the table gets new columns by itself.",
  containerName: "Name of the container.",
  arg: "A text of no effect.",
  url: "Address that takes events: the service's own endpoint for batches.",
  includeEvents: "Names of the events that are exported alone.",
  excludeEvents: "Names of the events that are left out.",
  awsAccessKeyId: "Id of the access key.",
  awsSecretAccessKey: "The access key.",
  user: "Name of the user.",
  password: "Password of the user.",
  privateKey: "Private key.",
  privateKeyPassphrase: "What opens the private key.",
  privateKeyId: "Id of the private key.",
  clientEmail: "Email address of the service account.",
  tokenUri: "Address that gives tokens.",
  token: "Token of the project that receives the events.",
  [COPY_INPUTS]:
    "JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization` and `bucket_credentials`, for the mode COPY.",
};

/** What a setting or a secret is, whatever the type. */
export function settingDoc(name: string): string {
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

/** The schema of a block: what is needed with and without an integration is required, secrets are marked. */
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

/** The block of an Integration, where it is called otherwise than that of the destination. */
const INTEGRATION_BLOCKS: Readonly<Record<string, string>> = {
  Postgres: "postgresql",
  Redshift: "awsRedshift",
  BigQuery: "googleCloudServiceAccount",
};

function integrationDoc(type: string, { isAlwaysLinked }: DestinationType): Text {
  const block = INTEGRATION_BLOCKS[type] ?? blockOf(type) ?? "";
  const rest =
    isAlwaysLinked === true ? "" : " The service of 2026 makes no new export without one; older ones take none.";
  return message`Number of the integration that holds the credentials, as text: the ${fieldRef("integrationId")} of an Integration with ${fieldRef(block)}.${rest}`;
}

function isRecordText(text: string): boolean {
  return isRecord(parsedJson(text));
}

/** The blocks as members of a destination. */
export const blockSchemas = Object.fromEntries(
  Object.entries<DestinationType>(DESTINATION_TYPES).flatMap(([type, known]) => {
    const block = blockOf(type);
    if (block === undefined) return [];
    return [[block, member(schemaOf(type, known).optional(), { doc: `An export to ${known.words}.` })] as const];
  }),
) as unknown as Readonly<Record<BlockName, z.ZodOptional<z.ZodType<Block>>>>; // -- one for each name, made of the same table

/** Names of the blocks that a destination has. */
export function blocksIn(destination: Values): string[] {
  return BLOCK_NAMES.filter((name) => destination[name] !== undefined && destination[name] !== null);
}

/** A destination whichever way it is declared. */
export interface PlainDestination {
  readonly type: string;
  readonly config?: unknown;
  readonly otherConfig?: unknown;
  readonly integrationId?: unknown;
  /** Of one that is declared as a block: its name, and the secrets in it. */
  readonly block?: string;
  readonly secrets?: Values;
}

/** A destination in the form that both are compared in. */
export function plainOf(destination: Values): PlainDestination {
  const [block] = blocksIn(destination);
  const type = BLOCKS.get(block ?? "");
  if (block === undefined || type === undefined) return destination as unknown as PlainDestination; // -- it has a type
  const given = isRecord(destination[block]) ? destination[block] : {};
  const { integrationId, ...members } = given;
  const secrets = new Set(destinationType(type)?.secrets);
  const entries = Object.entries(members);
  return {
    type,
    config: Object.fromEntries(entries.filter(([name]) => !secrets.has(name))),
    ...(integrationId === undefined ? {} : { integrationId }),
    block,
    secrets: Object.fromEntries(entries.filter(([name]) => secrets.has(name))),
  };
}

/** The type of a destination, `UNKNOWN` where nobody knows it yet: another one replaces the export. */
export function typeOf(destination: unknown): unknown {
  if (destination === UNKNOWN) return UNKNOWN;
  return isRecord(destination) ? plainOf(destination).type : undefined;
}
