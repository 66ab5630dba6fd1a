import { createHash } from "node:crypto";

/** Length of a domain's verification challenge. @source live service 2025-08, flow 2:2 */
const CHALLENGE_CHARS = 43;

/** Every generated value is a hash of a seed and a counter, so the same requests produce the same values. */
export type Identifiers = {
  /** A UUID that sorts by creation time, as the service's UUIDs do. @source live service 2025-08, departures */
  uuid(): string;
  /** The next project number; the service counts projects across all organizations. */
  projectId(): number;
  userNumber(): number;
  /** Random letters of both cases, as in a slug's suffix. @source live service 2025-08, flow 1:109 */
  letters(count: number): string;
  challenge(): string;
  /** The id of an API key: letters of both cases and digits. @source 2025-08-held-out 6 */
  keyId(): string;
  /** A project token or an API key, recognizable as fake. */
  token(prefix: "phc" | "phx"): string;
};

/** Where the counters are stored: in the store, so a reopened file never repeats an ID. */
export type CounterSource = { next(counter: "ids" | "projects" | "users" | "integrations"): number };

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const KEY_ID_CHARS = 43;
const KEY_ID_ALPHABET = `${LETTERS}0123456789`;

/** Creates the generators from a clock and the stored counters. */
export function createIdentifiers(seed: string, nowMs: () => number, counters: CounterSource): Identifiers {
  const bytes = (): Buffer =>
    createHash("sha256")
      .update(`${seed}:${counters.next("ids")}`)
      .digest();
  return {
    uuid() {
      const time = Math.floor(nowMs()).toString(16).padStart(12, "0");
      const tail = bytes().toString("hex");
      return `${time.slice(0, 8)}-${time.slice(8)}-0000-${tail.slice(0, 4)}-${tail.slice(4, 16)}`;
    },
    projectId: () => counters.next("projects"),
    userNumber: () => counters.next("users"),
    letters(count) {
      return [...bytes().subarray(0, count)].map((byte) => LETTERS[byte % LETTERS.length] ?? "A").join("");
    },
    keyId() {
      const digits = [...bytes(), ...bytes()].slice(0, KEY_ID_CHARS);
      return digits.map((byte) => KEY_ID_ALPHABET[byte % KEY_ID_ALPHABET.length] ?? "0").join("");
    },
    challenge: () => bytes().toString("base64url").slice(0, CHALLENGE_CHARS),
    token: (prefix) => `${prefix}_sandbox_${bytes().toString("hex").slice(0, 32)}`,
  };
}

/** Reads a UUID in any spelling the service accepts and returns it in lower case with hyphens. */
export function canonicalUuid(text: string): string | undefined {
  const digits = text.toLowerCase().replace(/^urn:uuid:|[{}-]/g, "");
  if (!/^[0-9a-f]{32}$/.test(digits)) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
