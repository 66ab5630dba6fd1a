import { createHmac, randomUUID } from "node:crypto";

import { fieldsOf } from "../../model/definition.ts";
import { isDeferrable } from "../hooks/deferred-fields.ts";
import { hookOf } from "../../model/hook-of.ts";
import { isForProvider } from "../../model/on-change.ts";
import { normalized } from "../../model/diff.ts";
import type { Field } from "../../model/field.ts";
import { jsonText, parsedJson, pick, type Values } from "../../model/json-value.ts";
import type { Operation } from "../operation.ts";
import type { CreationAttempt } from "../session/records.ts";
import type { Found } from "../adoption/candidates.ts";
import { keptInputs } from "../hooks/unsupported-inputs.ts";

/** The part of the declaration that the request for a new object carries; the other inputs are sent afterwards. */
export function sentInputs({ definition, inputs }: Operation): Values {
  const sent = fieldsOf(definition, "inputs").filter(
    ([name, rules]) => !isForProvider(rules) && !isDeferrable(definition, name),
  );
  return pick(
    inputs,
    sent.map(([name]) => name),
  );
}

/** Distinguishes an object of this request from those of others: a digest of each value that the service will show. */
export function digestsOf(operation: Operation): Pick<CreationAttempt, "salt" | "digests"> {
  const salt = randomUUID();
  const sent = sentInputs(operation);
  const later = hookOf(operation.definition, "setAfterwards") ?? [];
  const parts = fieldsOf(operation.definition, "inputs").flatMap(([name, rules]) =>
    sent[name] === undefined || later.includes(name) || !isShown(rules) ? [] : partsOf(name, rules, sent[name]),
  );
  return { salt, digests: digested(salt, parts) };
}

/**
 * Whether an object has each value that an attempt sent, as far as the service shows it. The declaration can have changed
 * since.
 */
export function isAsSent(
  { definition, inputs }: Operation,
  found: Found,
  { salt, digests }: Pick<CreationAttempt, "salt" | "digests">,
): boolean {
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  const kept = keptInputs(definition, { wire: found.wire, observed, declared: inputs, held: {} });
  return fieldsOf(definition, "inputs").every(([name, rules]) => {
    const sent = Object.entries(digests).filter(([path]) => path === name || path.startsWith(`${name}.`));
    if (sent.length === 0 || kept.includes(name)) return true;
    const parts = partsOf(name, rules, observed[name]);
    const shown = digested(salt, parts);
    const declared = digested(salt, partsOf(name, rules, inputs[name]));
    const isLink = (path: string): boolean =>
      rules.isRelinked === true && parts.some(([one, value]) => one === path && isNumber(value));
    const isSent = ([path, one]: readonly [string, string]): boolean =>
      shown[path] === one || (isLink(path) && shown[path] === declared[path]);
    return parts.length === sent.length && sent.every(isSent);
  });
}

/** Whether an object of the request surely shows the value. */
function isShown({ secret, returned }: Field): boolean {
  return secret !== true && returned !== "never" && returned !== "sometimes";
}

type Part = readonly [path: string, value: unknown];

/** The parts of a value with a digest each: only one, unless the provider changes a part of it by itself. */
function partsOf(name: string, rules: Field, value: unknown): Part[] {
  const stored = normalized(rules, value) ?? null;
  if (rules.isRelinked !== true) return [[name, stored]];
  return leavesOf(name, typeof stored === "string" ? (parsedJson(stored) ?? stored) : stored);
}

function leavesOf(path: string, value: unknown): Part[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return inner.length === 0 ? [[path, value ?? null]] : inner.flatMap(([key, one]) => leavesOf(`${path}.${key}`, one));
}

function isNumber(value: unknown): boolean {
  return /^\d+$/u.test(String(value));
}

function digested(salt: string, parts: readonly Part[]): Record<string, string> {
  return Object.fromEntries(parts.map(([path, value]) => [path, digest(salt, value)]));
}

function digest(salt: string, value: unknown): string {
  return createHmac("sha256", salt).update(jsonText(value)).digest("base64url").slice(0, 22);
}
