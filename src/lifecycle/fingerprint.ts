import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

import { type AnyResource, fieldsOf, FINGERPRINTS } from "../model/definition.ts";
import type { SecretComparison } from "../model/diff.ts";
import { isRecord, jsonText, type Values } from "../model/json-value.ts";

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A salted, slow hash (scrypt with Node's default cost) of a secret: `scrypt:<salt>:<hash>`, both base64url. */
export function fingerprint(value: unknown): string {
  const salt = randomBytes(SALT_BYTES);
  return `scrypt:${salt.toString("base64url")}:${hash(value, salt).toString("base64url")}`;
}

/** Whether a fingerprint was made of the value; undefined when the text is no fingerprint. */
export function isFingerprintOf(value: unknown, text: unknown): boolean | undefined {
  if (text === NOT_SET) return false;
  const [scheme, salt, expected] = typeof text === "string" ? text.split(":") : [];
  if (scheme !== "scrypt" || salt === undefined || expected === undefined) return undefined;
  const actual = hash(value, Buffer.from(salt, "base64url"));
  const wanted = Buffer.from(expected, "base64url");
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

function hash(value: unknown, salt: Buffer): Buffer {
  return scryptSync(jsonText(value), salt, HASH_BYTES);
}

/** Stands for "it is not known what the service holds": no secret has this fingerprint, so any is sent. */
const NO_VALUE = null;

/** Stands for "no value was ever given": the first one is sent. An object that was imported has neither this nor a hash. */
const NOT_SET = "none";

/**
 * Fingerprints of the write-only inputs; one whose value did not change is kept, so that state stays quiet. For one
 * that was not surely sent, a fingerprint that no value has.
 *
 * @param previous - the state before; undefined for a new object, of which it is known what it was given
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
    if (rules.writeOnly !== true) continue;
    if (unsent.has(name)) made[name] = fingerprint(NO_VALUE);
    const old = known[name];
    if (inputs[name] === undefined) {
      if (!unsent.has(name) && (previous === undefined || old !== undefined)) made[name] = withoutValue(old);
      continue;
    }
    made[name] =
      typeof old === "string" && isFingerprintOf(inputs[name], old) === true ? old : fingerprint(inputs[name]);
  }
  return Object.keys(made).length === 0 ? undefined : made;
}

/** The fingerprint of an input that has no value: what was not surely sent stays uncertain until something is sent. */
function withoutValue(old: unknown): string {
  return typeof old === "string" && isFingerprintOf(NO_VALUE, old) === true ? old : NOT_SET;
}

/** Compares declared secrets with the fingerprints of a state. */
export function comparisonWith(state: Values): SecretComparison {
  const known = state[FINGERPRINTS];
  return (name, value) => (isRecord(known) ? isFingerprintOf(value, known[name]) : undefined);
}
