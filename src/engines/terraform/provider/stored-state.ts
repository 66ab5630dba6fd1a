import { identityIn } from "../../../model/declared-identity.ts";
import { formatId } from "../../../model/identity.ts";
import { FINGERPRINTS, STATE_VERSION } from "../../../model/definition.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import type { Message } from "../../../grpc/messages.ts";
import { snakeName } from "../../../model/names.ts";
import { ID, type ResourceSchema } from "./resource-schema.ts";
import { keptMarks, MOVE_MARKS } from "./moves/moved-marks.ts";
import type { Request } from "./protocol.ts";
import { decodeValue, encodeValue } from "./values.ts";
import { fingerprintsWith, type SentSecrets } from "./write-only.ts";

/** The place of hashes of write-only secrets in the private bytes. */
const SENT_SECRETS = "sentSecrets";

/** The place of the service's URL there: no other part of a state shows its service. */
const HOST = "host";

/** Why the object can't be deleted, in the data that one plan of it passes to the next. */
const REFUSED_REMOVAL = "refusedRemoval";

/** The driver's state out of the engine's object and the private bytes that were stored with it. */
export function stateFrom(schema: ResourceSchema, object: Values, bytes: Uint8Array): Record<string, unknown> {
  return {
    ...bookkeepingFrom(bytes),
    ...schema.toModel(object),
    // The engine requests an upgrade before it uses a state, so it never has another version.
    [STATE_VERSION]: schema.definition.stateVersion,
  };
}

/** The fingerprints of secrets that were given write-only, out of the private bytes. */
export function sentSecretsFrom(bytes: Uint8Array): SentSecrets {
  const sent = privateFrom(bytes)[SENT_SECRETS];
  return isRecord(sent) ? (sent as SentSecrets) : {};
}

/** The service at which the object was created or changed; states of earlier versions don't have it. */
export function hostFrom(bytes: Uint8Array): string | undefined {
  const host = privateFrom(bytes)[HOST];
  return typeof host === "string" ? host : undefined;
}

/** The private bytes of a plan that keeps the object, with the reason why it can't be deleted. */
export function withRefusedRemoval(bytes: Uint8Array, refusal: string | undefined): Uint8Array {
  return refusal === undefined
    ? bytes
    : Buffer.from(JSON.stringify({ ...privateFrom(bytes), [REFUSED_REMOVAL]: refusal }));
}

/** Why the object with these private bytes can't be deleted. */
export function refusedRemovalIn(bytes: Uint8Array): string | undefined {
  const refusal = privateFrom(bytes)[REFUSED_REMOVAL];
  return typeof refusal === "string" ? refusal : undefined;
}

function bookkeepingFrom(bytes: Uint8Array): Values {
  const { [SENT_SECRETS]: _sent, [HOST]: _host, [REFUSED_REMOVAL]: _refused, ...bookkeeping } = privateFrom(bytes);
  return Object.fromEntries(Object.entries(bookkeeping).filter(([name]) => !MOVE_MARKS.includes(name)));
}

function privateFrom(bytes: Uint8Array): Values {
  if (bytes.length === 0) return {};
  const kept: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
  return isRecord(kept) ? kept : {};
}

/** The further contents of the private bytes, besides the driver's values without an attribute. */
export interface PrivateValues {
  readonly sent?: SentSecrets;
  readonly host?: string | undefined;
  /** Inputs of a moved object that might not be declared. */
  readonly undeclared?: readonly string[];
}

/** The engine's private bytes: the driver's own values, and hashes of write-only ones. */
export function bookkeepingOf(
  schema: ResourceSchema,
  state: Values,
  { sent = {}, host, undeclared = [] }: PrivateValues = {},
): Uint8Array {
  const shown = new Set([STATE_VERSION, ...schema.attributes.map(({ name }) => name)]);
  const kept: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(state).filter(([name]) => !shown.has(name))),
    ...keptMarks(undeclared),
  };
  if (Object.keys(sent).length > 0) kept[SENT_SECRETS] = sent;
  if (isRecord(kept[FINGERPRINTS])) kept[FINGERPRINTS] = fingerprintsWith(kept[FINGERPRINTS], sent);
  if (host !== undefined) kept[HOST] = host;
  return Object.keys(kept).length === 0 ? new Uint8Array() : Buffer.from(JSON.stringify(kept));
}

/** The id string of an object of the engine. */
export function idOf(object: Values): string {
  return typeof object[ID] === "string" ? object[ID] : "";
}

/** The id string that values name, or undefined while a part of the identity is missing or unknown. */
export function knownId(schema: ResourceSchema, values: Values): string | undefined {
  const { parts } = schema.definition.identity;
  const named = identityIn(schema.definition, values);
  return parts.every((part) => named[part] !== undefined) ? formatId(parts, named) : undefined;
}

/** The identity in the engine's form, omitted unless all of it is known: one engine fails on an unknown part. */
export function identityData(schema: ResourceSchema, values: Values): Message | undefined {
  if (knownId(schema, values) === undefined) return undefined;
  const parts = schema.definition.identity.parts.map((part) => [snakeName(part), values[part]] as const);
  return { data: encodeValue(Object.fromEntries(parts)) };
}

/** The parts of the identity that the engine names, by the model's names; absent ones are omitted. */
export function identityFrom(
  schema: ResourceSchema,
  message: Request<"ImportResourceState">["identity"],
): Record<string, string> {
  const object = decodeValue(message?.data);
  if (!isRecord(object)) return {};
  const named = schema.definition.identity.parts.map((part) => [part, object[snakeName(part)]] as const);
  return Object.fromEntries(named.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
