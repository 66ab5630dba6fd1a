import type { Message, Received } from "./message-types.ts";
import { SCALARS, Reader, Writer } from "./wire-format.ts";
import { decodeStruct, decodeValue, encodeStruct, encodeValue } from "./struct.ts";

export type { Message } from "./message-types.ts";

/** One field of a message, from a line of the table. */
export interface FieldRule {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly kind: "single" | "optional" | "repeated" | "map";
}

type MessageRules = ReadonlyMap<number, FieldRule>;

/**
 * Encodes and decodes protobuf messages by a table of field numbers.
 *
 * The table is text, one message per line: `Name a=1:string b=2:Other* c=3:int64? d=4:map<string>`. `*` repeats, and
 * `?` distinguishes absence from zero. `Struct` and `Value` become plain JSON values. Skips unknown fields.
 */
export class MessageTable<const Table extends string = string> {
  readonly #messages = new Map<string, MessageRules>();

  constructor(table: Table) {
    for (const line of table.split("\n")) {
      const [name, ...fields] = line.trim().split(/\s+/u);
      if (name === undefined || name === "") continue;
      const rules = fields.map(fieldRuleOf);
      this.#messages.set(name, new Map(rules.map((rule) => [rule.number, rule])));
    }
  }

  /** Names of all messages, for tests that compare the table with the published protocol. */
  names(): string[] {
    return [...this.#messages.keys()];
  }

  /** The fields of a message, for the same tests. */
  fields(type: string): FieldRule[] {
    return [...this.#rulesOf(type).values()];
  }

  /** Reads a message and its nested messages. */
  decode<Name extends string>(type: Name, bytes: Uint8Array): Received<Table, Name> {
    return this.#decode(type, bytes) as Received<Table, Name>; // -- both come from the same table
  }

  #decode(type: string, bytes: Uint8Array): Message {
    const rules = this.#rulesOf(type);
    const message: Message = {};
    for (const rule of rules.values()) {
      const zero = zeroOf(rule);
      if (zero !== undefined) message[rule.name] = zero;
    }
    const reader = new Reader(bytes);
    while (!reader.isAtEnd) {
      const { number, wireType } = reader.tag();
      const rule = rules.get(number);
      if (rule === undefined) reader.skip(wireType);
      else this.#decodeField(message, rule, wireType, reader);
    }
    return message;
  }

  /** Writes a message, without absent and undefined fields, and without zero values of plain scalars. */
  encode(type: string, message: Message): Uint8Array {
    const writer = new Writer();
    for (const rule of this.#rulesOf(type).values()) {
      const value = message[rule.name];
      if (value !== undefined && value !== null) this.#encodeField(writer, rule, value);
    }
    return writer.finish();
  }

  #rulesOf(type: string): MessageRules {
    const rules = this.#messages.get(type);
    if (rules === undefined) throw new Error(`The table has no message ${type}`);
    return rules;
  }

  #decodeField(message: Message, rule: FieldRule, wireType: number, reader: Reader): void {
    if (rule.kind === "map") {
      const { key, value } = this.#decodeEntry(rule.type, reader.bytes());
      message[rule.name] = { ...recordIn(message[rule.name]), [key]: value };
      return;
    }
    const scalar = SCALARS.get(rule.type);
    if (rule.kind === "repeated") {
      const list: unknown[] = listIn(message[rule.name]);
      const isPacked = scalar !== undefined && scalar.wireType !== 2 && wireType === 2;
      if (!isPacked) {
        list.push(this.#decodeOne(rule.type, reader));
        return;
      }
      const packed = new Reader(reader.bytes());
      while (!packed.isAtEnd) list.push(scalar.read(packed));
      return;
    }
    message[rule.name] = this.#decodeOne(rule.type, reader);
  }

  #decodeOne(type: string, reader: Reader): unknown {
    const scalar = SCALARS.get(type);
    if (scalar !== undefined) return scalar.read(reader);
    const bytes = reader.bytes();
    if (type === "Struct") return decodeStruct(bytes);
    if (type === "Value") return decodeValue(bytes);
    return this.#decode(type, bytes);
  }

  #decodeEntry(type: string, bytes: Uint8Array): { key: string; value: unknown } {
    const reader = new Reader(bytes);
    let key = "";
    let value: unknown = SCALARS.get(type)?.zero;
    while (!reader.isAtEnd) {
      const { number, wireType } = reader.tag();
      if (number === 1) key = reader.string();
      else if (number === 2) value = this.#decodeOne(type, reader);
      else reader.skip(wireType);
    }
    return { key, value: value ?? this.#decode(type, new Uint8Array()) };
  }

  #encodeField(writer: Writer, rule: FieldRule, value: unknown): void {
    if (rule.kind === "map") {
      for (const [key, item] of Object.entries(recordIn(value))) {
        const entry = new Writer();
        entry.field(1, 2).string(key);
        this.#encodeOne(entry, 2, rule.type, item);
        writer.field(rule.number, 2).bytes(entry.finish());
      }
      return;
    }
    if (rule.kind === "repeated") {
      for (const item of listIn(value)) this.#encodeOne(writer, rule.number, rule.type, item);
      return;
    }
    const isZero = rule.kind === "single" && SCALARS.get(rule.type)?.isZero(value) === true;
    if (!isZero) this.#encodeOne(writer, rule.number, rule.type, value);
  }

  #encodeOne(writer: Writer, number: number, type: string, value: unknown): void {
    const scalar = SCALARS.get(type);
    if (scalar !== undefined) {
      scalar.write(writer.field(number, scalar.wireType), value);
      return;
    }
    const bytes =
      type === "Struct"
        ? encodeStruct(recordIn(value))
        : type === "Value"
          ? encodeValue(value)
          : this.encode(type, recordIn(value));
    writer.field(number, 2).bytes(bytes);
  }
}

function recordIn(value: unknown): Message {
  if (isMessage(value)) return value;
  throw new TypeError(`A ${typeof value} stands where a message has another one`);
}

const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null;

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`A ${typeof value} stands where a message has a list`);
}

const FIELD = /^(?<name>\w+)=(?<number>\d+):(?:map<(?<mapped>\w+)>|(?<type>\w+)(?<mark>[*?]?))$/u;

function fieldRuleOf(text: string): FieldRule {
  const groups = FIELD.exec(text)?.groups;
  if (groups === undefined) throw new Error(`Not a field: ${text}`);
  const { name = "", number, mapped, type = "", mark } = groups;
  if (mapped !== undefined) return { name, number: Number(number), type: mapped, kind: "map" };
  const kind = mark === "*" ? "repeated" : mark === "?" ? "optional" : "single";
  return { name, number: Number(number), type, kind };
}

function zeroOf(rule: FieldRule): unknown {
  if (rule.kind === "repeated") return [];
  if (rule.kind === "map") return {};
  return rule.kind === "optional" ? undefined : SCALARS.get(rule.type)?.zero;
}

/** Names of all calls of a service, from a table with the messages of each. */
export function callNames<Calls extends object>(calls: Calls): (keyof Calls & string)[] {
  return Object.keys(calls).filter((name): name is keyof Calls & string => name in calls);
}
