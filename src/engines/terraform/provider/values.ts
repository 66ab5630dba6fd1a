import { decode, encode, ExtData, ExtensionCodec } from "@msgpack/msgpack";

import { isRecord } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import { refuseDeeperThanMost } from "../../../grpc/struct.ts";

/** The extension type with which an unknown value is written; engines read any other one as unknown too. */
const UNKNOWN_EXTENSION = 0;

const extensions = new ExtensionCodec();
extensions.register({
  type: UNKNOWN_EXTENSION,
  encode: (value) => (value === UNKNOWN ? Uint8Array.of(0) : null),
  decode: () => UNKNOWN,
});

/**
 * Reads a value of the engine: plain JSON values with `UNKNOWN` in them, null for an absent object.
 *
 * Every extension means an unknown value; newer engines add their knowledge about it.
 */
export function decodeValue(message: unknown): unknown {
  const { msgpack, json } = (message ?? {}) as { msgpack?: Uint8Array; json?: Uint8Array };
  if (msgpack !== undefined && msgpack.length > 0) return withUnknowns(decode(msgpack, { extensionCodec: extensions }));
  return json !== undefined && json.length > 0 ? JSON.parse(Buffer.from(json).toString("utf8")) : null;
}

function withUnknowns(value: unknown, depth = 0): unknown {
  refuseDeeperThanMost(depth);
  if (value instanceof ExtData) return UNKNOWN;
  if (Array.isArray(value)) return value.map((item) => withUnknowns(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withUnknowns(item, depth + 1)]));
}

/** A configuration as an object; none is an empty one. */
export function objectIn(config: unknown): Record<string, unknown> {
  const object = decodeValue(config);
  return isRecord(object) ? object : {};
}

/** Writes a value for the engine; `UNKNOWN` can occur at any depth. */
export function encodeValue(value: unknown): Message {
  return { msgpack: encode(value, { extensionCodec: extensions }) };
}
