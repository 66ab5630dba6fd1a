import { migrate } from "../../../../driver/driver.ts";
import { STATE_VERSION } from "../../../../model/definition.ts";
import { formatId } from "../../../../model/identity.ts";
import { isRecord, parsedJson, textsByName, type Values } from "../../../../model/json-value.ts";
import type { Message } from "../../../../grpc/messages.ts";
import { errorFrom } from "../diagnostics.ts";
import { PROVIDER_NAME, typeNameOf } from "../names.ts";
import type { Request } from "../protocol.ts";
import type { ResourceSchema } from "../resource-schema.ts";
import { idOf, identityData, stateFrom } from "../stored-state.ts";
import { encodeValue } from "../values.ts";
import { upgradedObject } from "../write-only.ts";
import { movedBytes } from "./moved-marks.ts";
import { MoveRefusal, shown, SourceState } from "./source-state.ts";
import { PROJECT_SETTINGS, type VendorType, vendorTypes } from "./vendor-types.ts";

/** The vendor's provider in addresses. */
const VENDOR = "posthog";

/** The version of the vendor's schemas in the table. No other version exists so far. */
const VENDOR_SCHEMA_VERSION = 0;

type MoveRequest = Request<"MoveResourceState">;

/**
 * Adopts the state of an object that another provider stored, or this provider under another address. It sends no
 * requests, because Terraform calls it before it configures the provider. The first refresh fills in what the state
 * lacks.
 *
 * The source type decides, and the address can only lead to a refusal. OpenTofu sends a shortened address, and both
 * engines can send this provider's own for later instances of a block.
 */
export function moveResourceState(request: MoveRequest, schema: ResourceSchema): Message {
  const { sourceTypeName, sourceProviderAddress } = request;
  const source = new SourceState(objectOf(request) ?? {});
  const mapped = vendorTypes.get(sourceTypeName);
  try {
    if (!isKnownAddress(sourceProviderAddress)) throw new MoveRefusal(whyNotAddress(sourceProviderAddress));
    if (objectOf(request) === undefined) throw new MoveRefusal("its state isn't a JSON object.");
    if (sourceTypeName === schema.typeName) return passedThrough(request, source.values, schema);
    if (mapped === undefined || typeNameOf({ name: mapped.resource }) !== schema.typeName) {
      throw new MoveRefusal(whyNotType(sourceTypeName, schema.typeName));
    }
    if (request.sourceSchemaVersion !== VENDOR_SCHEMA_VERSION) throw new MoveRefusal(whyNotVersion(request));
    return taken(mapped, source, schema);
  } catch (error) {
    if (!(error instanceof MoveRefusal)) throw error;
    return { diagnostics: [errorFrom(refusalText(request, { source, mapped, schema }, error.message))] };
  }
}

function objectOf({ sourceState }: MoveRequest): Values | undefined {
  const object = parsedJson(Buffer.from(sourceState?.json ?? []).toString("utf8"));
  return isRecord(object) ? object : undefined;
}

/** Whether objects can move from an address. An engine can omit host and namespace. */
function isKnownAddress(address: string): boolean {
  const parts = address.toLowerCase().split("/");
  const [type = "", namespace] = parts.toReversed();
  if (parts.length > 3) return false;
  return type === PROVIDER_NAME || (type === VENDOR && (namespace === undefined || namespace === VENDOR));
}

/** An object of this provider under another address, migrated to the current schema. */
function passedThrough(request: MoveRequest, object: Values, schema: ResourceSchema): Message {
  const { definition } = schema;
  const { sourceSchemaVersion: version, sourcePrivate: kept } = request;
  const migrated = migrate(definition, { ...schema.toEarlierModel(object), [STATE_VERSION]: version });
  const upgraded = upgradedObject(schema.writeOnly, object, schema.toTerraform(migrated, idOf(object)));
  return {
    targetState: encodeValue(upgraded),
    targetPrivate: kept,
    targetIdentity: identityData(schema, stateFrom(schema, upgraded, kept)),
  };
}

/** An object of the vendor's provider. It has no identity yet, because engines get that from the refresh. */
function taken({ map }: VendorType, source: SourceState, schema: ResourceSchema): Message {
  const { values, undeclared = [] } = map(source);
  const id = formatId(schema.definition.identity.parts, textsByName(values));
  return {
    targetState: encodeValue(schema.toTerraform(values, id)),
    targetPrivate: movedBytes(undeclared.filter((name) => values[name] !== undefined)),
  };
}

function whyNotAddress(address: string): string {
  return `it comes from the provider ${address}, and ${PROVIDER_NAME} accepts only objects of posthog/posthog and its own.`;
}

function whyNotVersion({ sourceTypeName, sourceSchemaVersion }: MoveRequest): string {
  return `its state has version ${sourceSchemaVersion} of ${sourceTypeName}, and this version of ${PROVIDER_NAME} knows only version ${VENDOR_SCHEMA_VERSION}. Install a newer ${PROVIDER_NAME}, or import the object.`;
}

function whyNotType(source: string, target: string): string {
  if (source === PROJECT_SETTINGS) {
    return "its values are fields of orgform_project: declare them there, and remove this object from the state.";
  }
  const other = vendorTypes.get(source);
  if (other !== undefined) return `a ${source} moves to ${typeNameOf({ name: other.resource })}.`;
  return source.startsWith(`${VENDOR}_`)
    ? `${PROVIDER_NAME} has no such objects. Leave it with posthog/posthog.`
    : `${target} can't take the state of ${source}.`;
}

/** The known facts of a refused request. */
interface Refused {
  readonly source: SourceState;
  readonly mapped: VendorType | undefined;
  readonly schema: ResourceSchema;
}

/**
 * Terraform shows neither address nor line, so the text names the object, and the block to write instead of the move.
 */
function refusalText({ sourceTypeName }: MoveRequest, { source, mapped, schema }: Refused, reason: string): string {
  const isTarget = mapped !== undefined && typeNameOf({ name: mapped.resource }) === schema.typeName;
  const text = [
    `A ${sourceTypeName} cannot move to ${schema.typeName}`,
    `The object is ${nameOf(source.values)}: ${reason} Nothing was changed.`,
    "Instead of the `moved` block, remove the object from the state:",
    ...blockLines("removed", [`from = ${sourceTypeName}.<name>`, "lifecycle {", "  destroy = false", "}"]),
  ];
  if (!isTarget) return text.join("\n");
  const imported = [`to = ${schema.typeName}.<name>`, `id = ${JSON.stringify(mapped.importId(source))}`];
  return [...text, "and import it:", ...blockLines("import", imported)].join("\n");
}

function blockLines(type: string, lines: readonly string[]): string[] {
  return [`  ${type} {`, ...lines.map((line) => `    ${line}`), "  }"];
}

/** The ID and the name of an object, by which people recognize it. */
function nameOf({ id, name, email, user_email: userEmail, domain }: Values): string {
  const known = [name, email, userEmail, domain].find((one) => typeof one === "string" && one !== "");
  const text = typeof id === "string" || typeof id === "number" ? String(id) : "one without an ID";
  return known === undefined ? text : `${text} (${shown(known)})`;
}
