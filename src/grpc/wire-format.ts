/** Protobuf wire types. @source protobuf.dev/programming-guides/encoding */
type WireType = 0 | 1 | 2 | 5;

/** Reads the pieces of a protobuf message. */
export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  tag(): { number: number; wireType: number } {
    const tag = Number(this.varint());
    return { number: tag >>> 3, wireType: tag & 7 };
  }

  varint(): bigint {
    let result = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) break;
      this.#at += 1;
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return result;
    }
    throw new Error("A number in a message does not end");
  }

  bytes(): Uint8Array {
    return this.#take(Number(this.varint()));
  }

  string(): string {
    return Buffer.from(this.bytes()).toString("utf8");
  }

  double(): number {
    const { buffer, byteOffset } = this.#take(8);
    return new DataView(buffer, byteOffset).getFloat64(0, true);
  }

  skip(wireType: number): void {
    if (wireType === 0) this.varint();
    else if (wireType === 1) this.#take(8);
    else if (wireType === 2) this.bytes();
    else if (wireType === 5) this.#take(4);
    else throw new Error(`A message holds the unknown wire type ${wireType}`);
  }

  #take(length: number): Uint8Array {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new Error("A message is shorter than it says");
    return this.#bytes.subarray(start, this.#at);
  }
}

/** The numbers that take one byte. */
const SINGLE_BYTES: readonly Uint8Array[] = Array.from({ length: 0x80 }, (_none, value) => new Uint8Array([value]));

/** Writes the pieces of a protobuf message. */
export class Writer {
  readonly #parts: Uint8Array[] = [];

  field(number: number, wireType: WireType): this {
    return this.#unsigned((number << 3) | wireType);
  }

  varint(value: bigint): this {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      bytes.push(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    bytes.push(Number(rest));
    this.#parts.push(new Uint8Array(bytes));
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#unsigned(value.length);
    this.#parts.push(value);
    return this;
  }

  string(value: string): this {
    return this.bytes(Buffer.from(value, "utf8"));
  }

  double(value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.#parts.push(bytes);
    return this;
  }

  finish(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  /** The numbers of fields and the lengths of texts: most fit into a byte, and every message has many. */
  #unsigned(value: number): this {
    const short = SINGLE_BYTES[value];
    if (short === undefined) return this.varint(BigInt(value));
    this.#parts.push(short);
    return this;
  }
}

interface ScalarRule {
  readonly wireType: WireType;
  readonly zero: unknown;
  readonly isZero: (value: unknown) => boolean;
  readonly read: (reader: Reader) => unknown;
  /** @throws TypeError if the value has another type */
  readonly write: (writer: Writer, value: unknown) => void;
}

/** A rule whose values are of one type. */
interface TypedRule<Value> {
  readonly wireType: WireType;
  readonly zero: Value;
  readonly isOne: (value: unknown) => value is Value;
  readonly isZero: (value: Value) => boolean;
  readonly read: (reader: Reader) => Value;
  readonly write: (writer: Writer, value: Value) => void;
}

function scalar<Value>({ isOne, isZero, write, ...rule }: TypedRule<Value>): ScalarRule {
  return {
    ...rule,
    isZero: (value) => isOne(value) && isZero(value),
    write: (writer, value) => {
      if (!isOne(value)) throw new TypeError(`A ${typeof value} stands where a message has a ${typeof rule.zero}`);
      write(writer, value);
    },
  };
}

const isNumber = (value: unknown): value is number => typeof value === "number";

const integer = (read: (raw: bigint) => number): ScalarRule =>
  scalar({
    wireType: 0,
    zero: 0,
    isOne: isNumber,
    isZero: (value) => value === 0,
    read: (reader) => read(reader.varint()),
    write: (writer, value) => void writer.varint(BigInt(value)),
  });

/**
 * Reads and writes each scalar that tables can use. Enums are `int32`. Integers are numbers, because both protocols
 * stay within 53 bits.
 */
export const SCALARS: ReadonlyMap<string, ScalarRule> = new Map([
  [
    "string",
    scalar({
      wireType: 2,
      zero: "",
      isOne: (value) => typeof value === "string",
      isZero: (value) => value === "",
      read: (reader) => reader.string(),
      write: (writer, value) => void writer.string(value),
    }),
  ],
  [
    "bytes",
    scalar<Uint8Array>({
      wireType: 2,
      zero: new Uint8Array(),
      isOne: (value) => value instanceof Uint8Array,
      isZero: (value) => value.length === 0,
      read: (reader) => reader.bytes(),
      write: (writer, value) => void writer.bytes(value),
    }),
  ],
  [
    "bool",
    scalar({
      wireType: 0,
      zero: false,
      isOne: (value) => typeof value === "boolean",
      isZero: (value) => !value,
      read: (reader) => reader.varint() !== 0n,
      write: (writer, value) => void writer.varint(value ? 1n : 0n),
    }),
  ],
  ["int32", integer((raw) => Number(BigInt.asIntN(32, raw)))],
  ["int64", integer((raw) => Number(BigInt.asIntN(64, raw)))],
  [
    "double",
    scalar({
      wireType: 1,
      zero: 0,
      isOne: isNumber,
      isZero: (value) => Object.is(value, 0),
      read: (reader) => reader.double(),
      write: (writer, value) => void writer.double(value),
    }),
  ],
]);
