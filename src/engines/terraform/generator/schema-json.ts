import { served } from "../../../app/served.ts";
import { systemClock } from "../../../app/clock.ts";
import type { Message } from "../../../grpc/messages.ts";
import { snakeName } from "../../../model/names.ts";
import { PROVIDER_NAME } from "../provider/names.ts";
import { CALLS, MESSAGES, NESTING, pathOf } from "../provider/protocol.ts";
import { Provider } from "../provider/provider.ts";
import type { AnyResource } from "../../../model/definition.ts";
import { isRecord } from "../../../model/json-value.ts";

/** A piece of the engine's JSON. */
export type SchemaPiece = Readonly<Record<string, unknown>>;

/** The output of `terraform providers schema -json`. */
export interface ProvidersSchema {
  readonly format_version: string;
  /** By the provider's address, and by kind. */
  readonly provider_schemas: Readonly<Record<string, Readonly<Record<string, SchemaPiece>>>>;
}

/** The provider's address in full, as Terraform has it. */
export const PROVIDER_ADDRESS = `registry.terraform.io/${PROVIDER_NAME}/${PROVIDER_NAME}`;

/** The answer that our provider gives to an engine that asks for its schema, by way of its bytes. */
export async function servedSchema(definitions: readonly AnyResource[] = served): Promise<Message> {
  const call = new Provider({ environment: {}, clock: systemClock, definitions }).calls()[pathOf("GetProviderSchema")];
  const signal = new AbortController().signal;
  const bytes = await call?.(new Uint8Array(), { signal, send: () => undefined });
  return MESSAGES.decode(CALLS.GetProviderSchema[1], bytes ?? new Uint8Array());
}

/**
 * A schema in the form of `terraform providers schema -json`, without an engine.
 *
 * Kinds of schemas (`resourceSchemas`) and marks of attributes (`sensitive`) are copied under any name, so new ones
 * appear automatically. The identities of resources come with another call and aren't included.
 *
 * @source terraform internal/command/jsonprovider, output of 1.11.4 and 1.16.0 (read 2026-11-21)
 */
export function providersSchema(message: Message, address = PROVIDER_ADDRESS): ProvidersSchema {
  const kinds = Object.entries(message).flatMap(([name, schemas]) =>
    name.endsWith("Schemas") && isFilled(schemas) ? [[snakeName(name), mapped(schemas, schemaPiece)] as const] : [],
  );
  const { provider, functions } = message;
  return {
    format_version: "1.0",
    provider_schemas: {
      [address]: {
        provider: schemaPiece(provider),
        ...Object.fromEntries(kinds),
        ...(isFilled(functions) ? { functions: mapped(functions, functionPiece) } : {}),
      },
    },
  };
}

function schemaPiece(message: unknown): SchemaPiece {
  const { schema, ...own } = messageIn(message);
  // The schema of an action is wrapped once more, and printed without a version.
  const { version, block: whole } = messageIn(schema ?? own);
  const block = messageIn(whole);
  const attributes = attributePieces(block["attributes"]);
  const deprecated = block["deprecated"] === true ? { deprecated: true } : {};
  const piece = { block: { ...(isFilled(attributes) ? { attributes } : {}), ...deprecated, ...described(block) } };
  return schema === undefined ? { version, ...piece } : piece;
}

function attributePieces(attributes: unknown): SchemaPiece {
  return Object.fromEntries(messagesIn(attributes).map((one) => [String(one["name"]), attributePiece(one)]));
}

function attributePiece({ nestedType, type, ...attribute }: Message): SchemaPiece {
  const marks = Object.entries(attribute).filter(([, value]) => value === true);
  return {
    ...(isRecord(nestedType) ? { nested_type: nestedPiece(nestedType) } : { type: typeIn(type) }),
    ...described(attribute),
    ...Object.fromEntries(marks.map(([name]) => [snakeName(name), true])),
  };
}

function nestedPiece({ attributes, nesting }: Message): SchemaPiece {
  const [mode] = Object.entries(NESTING).find(([, number]) => number === nesting) ?? [];
  return { attributes: attributePieces(attributes), nesting_mode: mode };
}

function functionPiece({ summary, description, parameters, return: result }: Message): SchemaPiece {
  return {
    description,
    summary,
    return_type: typeIn(messageIn(result)["type"]),
    parameters: messagesIn(parameters).map(({ name, description: doc, type }) => ({
      name,
      description: doc,
      type: typeIn(type),
    })),
  };
}

/** The identity of a resource: its schema comes with a call of its own, and `providersSchema` leaves it out. */
export function identityPiece({ version, attributes }: Message): SchemaPiece {
  const pieces = messagesIn(attributes).map(({ name, type, description, ...attribute }) => {
    const marks = Object.entries(attribute).filter(([, value]) => value === true);
    return [
      String(name),
      { type: typeIn(type), description, ...Object.fromEntries(marks.map(([mark]) => [snakeName(mark), true])) },
    ] as const;
  });
  return { version, attributes: Object.fromEntries(pieces) };
}

/** All our descriptions are plain text; without a description, the engine still prints the kind. */
function described({ description }: Message): SchemaPiece {
  return { ...(description === "" ? {} : { description }), description_kind: "plain" };
}

function typeIn(bytes: unknown): unknown {
  return JSON.parse(Buffer.from(bytes as Uint8Array).toString("utf8"));
}

function messageIn(value: unknown): Message {
  return isRecord(value) ? value : {};
}

function messagesIn(list: unknown): Message[] {
  return Array.isArray(list) ? list.map(messageIn) : [];
}

function isFilled(value: unknown): value is Readonly<Record<string, Message>> {
  return isRecord(value) && Object.keys(value).length > 0;
}

function mapped(schemas: Readonly<Record<string, Message>>, piece: (one: Message) => SchemaPiece): SchemaPiece {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, piece(schema)]));
}
