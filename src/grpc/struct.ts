import { Reader, Writer } from "./wire-format.ts";

/** Reads a google.protobuf.Struct as a plain record. It has no prototype, because its keys come from the user. */
export function decodeStruct(bytes: Uint8Array, depth = 0): Record<string, unknown> {
  refuseDeeperThanMost(depth);
  const record: Record<string, unknown> = { __proto__: null };
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag();
    if (number === 1) decodeEntry(record, reader.bytes(), depth);
    else reader.skip(wireType);
  }
  return record;
}

function decodeEntry(record: Record<string, unknown>, bytes: Uint8Array, depth: number): void {
  const reader = new Reader(bytes);
  let key = "";
  let value: unknown = null;
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag();
    if (number === 1) key = reader.string();
    else if (number === 2) value = decodeValue(reader.bytes(), depth + 1);
    else reader.skip(wireType);
  }
  record[key] = value;
}

/** Reads a google.protobuf.Value as a JSON value. */
export function decodeValue(bytes: Uint8Array, depth = 0): unknown {
  const reader = new Reader(bytes);
  let value: unknown = null;
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag();
    if (number === 1) {
      reader.varint();
      value = null;
    } else if (number === 2) value = reader.double();
    else if (number === 3) value = reader.string();
    else if (number === 4) value = reader.varint() !== 0n;
    else if (number === 5) value = decodeStruct(reader.bytes(), depth);
    else if (number === 6) value = decodeList(reader.bytes(), depth);
    else reader.skip(wireType);
  }
  return value;
}

function decodeList(bytes: Uint8Array, depth: number): unknown[] {
  refuseDeeperThanMost(depth);
  const list: unknown[] = [];
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag();
    if (number === 1) list.push(decodeValue(reader.bytes(), depth + 1));
    else reader.skip(wireType);
  }
  return list;
}

/** Writes a record as a google.protobuf.Struct, without undefined entries. */
export function encodeStruct(record: Readonly<Record<string, unknown>>): Uint8Array {
  const writer = new Writer();
  for (const [key, value] of Object.entries(record)) {
    if (value === undefined) continue;
    const entry = new Writer();
    entry.field(1, 2).string(key);
    entry.field(2, 2).bytes(encodeValue(value));
    writer.field(1, 2).bytes(entry.finish());
  }
  return writer.finish();
}

/** Writes a JSON value as a google.protobuf.Value. */
export function encodeValue(value: unknown): Uint8Array {
  const writer = new Writer();
  if (value === null || value === undefined) writer.field(1, 0).varint(0n);
  else if (typeof value === "number") writer.field(2, 1).double(value);
  else if (typeof value === "string") writer.field(3, 2).string(value);
  else if (typeof value === "boolean") writer.field(4, 0).varint(value ? 1n : 0n);
  else if (Array.isArray(value)) writer.field(6, 2).bytes(encodeList(value));
  else if (typeof value === "object") writer.field(5, 2).bytes(encodeStruct({ ...value }));
  else throw new Error(`A ${typeof value} has no place in a message`);
  return writer.finish();
}

function encodeList(list: readonly unknown[]): Uint8Array {
  const writer = new Writer();
  for (const item of list) writer.field(1, 2).bytes(encodeValue(item));
  return writer.finish();
}

/** Most levels of lists and objects in a message. Deeper ones get an error before the call stack overflows. */
const MAX_DEPTH = 500;

/** @throws Error if a value of a message is nested too deep */
export function refuseDeeperThanMost(depth: number): void {
  if (depth > MAX_DEPTH) throw new Error(`A value is nested more than ${MAX_DEPTH} levels deep`);
}
