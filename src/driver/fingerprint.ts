import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

import { type AnyResource, fieldsOf, FINGERPRINTS } from "../model/definition.ts";
import type { SecretComparison } from "../model/diff.ts";
import { hasParent } from "../model/parts.ts";
import { isRecord, jsonText, sameValue, type Values } from "../model/json-value.ts";

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A salted, slow hash (scrypt with Node's default cost) of a secret: `scrypt:<salt>:<hash>`, both base64url. */
export function fingerprint(value: unknown): string {
  const salt = randomBytes(SALT_BYTES);
  return `scrypt:${salt.toString("base64url")}:${hash(value, salt).toString("base64url")}`;
}

/** Whether the hash is one of the value; undefined if the text isn't a hash. */
export function isFingerprintOf(value: unknown, text: unknown): boolean | undefined {
  if (text === NOT_SET || text === UNCERTAIN) return false;
  const [scheme, salt, expected] = typeof text === "string" ? text.split(":") : [];
  if (scheme !== "scrypt" || salt === undefined || expected === undefined) return undefined;
  const actual = hash(value, Buffer.from(salt, "base64url"));
  const wanted = Buffer.from(expected, "base64url");
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

/** Most hashes that are remembered; an organization has some hundred secrets at most. */
const MOST_REMEMBERED = 1_000;

/** The key under which hashes are cached, which no other process has: the values themselves aren't stored. */
const MEMORY_KEY = randomBytes(HASH_BYTES);
const remembered = new Map<string, Buffer>();

/**
 * A process compares a secret in its check, its diff, and its update, but computes the slow hash of the same pair once.
 */
function hash(value: unknown, salt: Buffer): Buffer {
  const text = jsonText(value);
  const key = createHmac("sha256", MEMORY_KEY).update(salt).update(text).digest("base64");
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const made = scryptSync(text, salt, HASH_BYTES);
  const [oldest] = remembered.size < MOST_REMEMBERED ? [] : remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, made);
  return made;
}

/** Represents an unknown value at the service: no secret has this hash, so any secret is sent. */
export const UNCERTAIN = "uncertain";

/** Represents a value that was never given: the first one is sent. An imported object has neither this nor a hash. */
const NOT_SET = "none";

/**
 * Hashes of the write-only inputs. The hash of an unchanged value is kept, so the state stays unchanged. An input that
 * wasn't certainly sent gets a hash that matches no value, until it is sent.
 *
 * @param previous - the state before; undefined for a new object, whose values are known
 */
export function fingerprintsOf(
  definition: AnyResource,
  inputs: Values,
  previous: Values | undefined,
  unsent: ReadonlySet<string> = new Set(),
): Record<string, string> | undefined {
  const known = isRecord(previous?.[FINGERPRINTS]) ? previous[FINGERPRINTS] : {};
  const made: Record<string, string> = {};
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    // Nothing can be known about a secret whose object is absent: it is given together with the object.
    if (rules.returned !== "never" || !hasParent(definition, name, inputs)) continue;
    const [value, old] = [inputs[name], known[name]];
    if (unsent.has(name)) made[name] = UNCERTAIN;
    else if (value !== undefined) made[name] = isHashOf(value, old, previous?.[name]) ? old : fingerprint(value);
    else if (previous === undefined || old !== undefined) made[name] = old === UNCERTAIN ? UNCERTAIN : NOT_SET;
  }
  return Object.keys(made).length === 0 ? undefined : made;
}

/** Whether a hash belongs to the value. Compared with the value that the hash was made from, this needs no slow hash. */
function isHashOf(value: unknown, old: unknown, madeOf: unknown): old is string {
  if (old === NOT_SET || old === UNCERTAIN || typeof old !== "string") return false;
  return madeOf === undefined ? isFingerprintOf(value, old) === true : sameValue(value, madeOf);
}

/** Compares declared secrets with the fingerprints of a state. */
export function comparisonWith(state: Values): SecretComparison {
  const known = state[FINGERPRINTS];
  return (name, value) => (isRecord(known) ? isFingerprintOf(value, known[name]) : undefined);
}
