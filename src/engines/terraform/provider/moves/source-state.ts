import { isRecord, parsedJson, type Values } from "../../../../model/json-value.ts";

/** Why an object of another provider can't become one of Orgform's. */
export class MoveRefusal extends Error {}

/** Longest part of a value that a refusal shows. */
const SHOWN_CHARS = 60;

/**
 * An object as another provider stored it. A missing key means null, because the provider's types only ever gained
 * fields.
 */
export class SourceState {
  readonly values: Values;

  constructor(values: Values) {
    this.values = values;
  }

  /** A string that can be missing; an empty one counts as missing. */
  text(name: string): string | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined || value === "") return undefined;
    if (typeof value !== "string") throw new MoveRefusal(`its ${name} is ${shown(value)}, which isn't a string.`);
    return value;
  }

  /** A string that the object requires. */
  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new MoveRefusal(`its state lacks ${name}.`);
    return value;
  }

  /** A Boolean that can be missing. */
  flag(name: string): boolean | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined || typeof value === "boolean") return value;
    throw new MoveRefusal(`its ${name} is ${shown(value)}, which is neither true nor false.`);
  }

  /** A number that can be missing. */
  number(name: string): number | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return undefined;
    const number = typeof value === "string" && value !== "" ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number)) return number;
    throw new MoveRefusal(`its ${name} is ${shown(value)}, which isn't an integer.`);
  }

  /** The number of a project, as a string, from a field with a number or a string. */
  projectId(name: string): string {
    const value = this.values[name] ?? undefined;
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text === "string" && /^[1-9]\d*$/u.test(text)) return text;
    if (value === undefined) throw new MoveRefusal(`its state lacks ${name}.`);
    throw new MoveRefusal(`its ${name} is ${shown(value)}, and Orgform needs the number of the project.`);
  }

  /** One of a few words. */
  word(name: string, words: readonly string[]): string {
    const text = this.needed(name);
    if (words.includes(text)) return text;
    throw new MoveRefusal(`its ${name} is ${shown(text)}, and Orgform knows only ${words.join(", ")}.`);
  }

  /** An object in a field with a JSON string. */
  jsonObject(name: string): Values | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = parsedJson(text);
    if (isRecord(value)) return value;
    throw new MoveRefusal(`its ${name} isn't a JSON object.`);
  }
}

/** A value in a message, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}...`;
}
