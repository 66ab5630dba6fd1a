import { keysShown } from "../../client/absent-keys.ts";
import { hasServiceDefault, serviceDefaultOf } from "../../model/service-default.ts";
import { type AnyResource, fieldsOf } from "../../model/definition.ts";
import { normalized, sameStored } from "../../model/diff.ts";
import type { Field } from "../../model/field.ts";
import { listHookOf } from "../../model/hook-of.ts";
import { isForProvider } from "../../model/on-change.ts";
import type { IdentityParts } from "../../model/identity.ts";
import { sameValue, type Values } from "../../model/json-value.ts";
import { snakeName } from "../../model/names.ts";
import type { Wire } from "./list-cache.ts";

/** A row of a list and the identity of its object. */
export interface Row {
  readonly wire: Wire;
  readonly at: IdentityParts;
}

/**
 * Fields that lists omit from their rows, learned from responses: absent isn't empty, and a field that a row lacks is
 * never assumed to have its default. If a separate read of an object lacks a key, the service doesn't have it, and it
 * no longer counts as missing.
 */
export class RowsInPart {
  /** Keys that objects lack even if they are read separately, by the name of their list. */
  readonly #never = new Map<string, ReadonlySet<string>>();
  readonly #first = new Map<string, Promise<unknown>>();

  /** Remembers what an object that was read separately lacks. */
  learn({ collection }: AnyResource, whole: Wire): void {
    if (collection !== undefined) this.#never.set(collection.name, keysShown(whole)?.absent ?? new Set());
  }

  /** The first separate read of an object decides for all others of the list: they wait for it, and then check again. */
  async first({ collection }: AnyResource, read: () => Promise<unknown>): Promise<void> {
    const name = collection?.name ?? "";
    if (this.#never.has(name)) return;
    const running = this.#first.get(name) ?? read().finally(() => this.#first.delete(name));
    this.#first.set(name, running);
    await running;
  }

  /** The fields that a row doesn't show, although the object might have a value there. */
  unshown(definition: AnyResource, row: Row): string[] {
    const affected = this.#affected(definition, row);
    if (affected.length === 0) return [];
    const observed: Values = definition.fromWire(row.wire, row.at);
    return affected.flatMap(([name, rules]) => (isLikeDefault(rules, observed[name]) ? [name] : []));
  }

  /** The relevant ones: fields with another value in the state or the declaration, and fields that rows are known to omit. */
  missed(definition: AnyResource, row: Row, held: Values, declared: Values = held): string[] {
    const affected = this.#affected(definition, row);
    if (affected.length === 0) return [];
    const observed: Values = definition.fromWire(row.wire, row.at, declared);
    const { mayOmit = [] } = listHookOf(definition, "partialRows") ?? {};
    return affected.flatMap(([name, rules]) => {
      const isOther = held[name] !== undefined && !sameStored(rules, held[name], observed[name]);
      return isOther || mayOmit.includes(name) ? [name] : [];
    });
  }

  /** The fields that are computed from keys that a row lacks. */
  #affected(definition: AnyResource, { wire }: Row): [string, Field][] {
    const shown = keysShown(wire);
    const never = this.#never.get(definition.collection?.name ?? "");
    const absent = [...(shown?.absent ?? [])].filter((key) => never?.has(key) !== true);
    if (shown === undefined || absent.length === 0 || definition.ops.read === undefined) return [];
    const isAbsent = (name: string, isInput: boolean): boolean => {
      const key = snakeName(name);
      // An input without its own key might be computed from any key; an output, from keys that no response shows.
      return shown.known.has(key) ? absent.includes(key) : isInput && !definition.identity.parts.includes(name);
    };
    const of = (kind: "inputs" | "outputs") =>
      fieldsOf(definition, kind).filter(([name, rules]) => isObserved(rules) && isAbsent(name, kind === "inputs"));
    return [...of("inputs"), ...of("outputs")];
  }
}

function isObserved(rules: Field): boolean {
  return !isForProvider(rules) && rules.returned !== "never";
}

function isLikeDefault(rules: Field, observed: unknown): boolean {
  if (observed === undefined || observed === null || observed === "") return true;
  if (typeof observed === "object" && Object.keys(observed).length === 0) return true;
  return hasServiceDefault(rules) && sameValue(normalized(rules, observed), serviceDefaultOf(rules));
}
