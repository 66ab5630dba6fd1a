import type { Decrypter, Encrypter } from "age-encryption";

import { PlanFileError } from "./bound-plan.ts";

/** What a plan is encrypted for. A function, so printing it prints no key. */
export interface PlanLock {
  readonly encrypter: () => Encrypter;
}

/** What decrypts a plan, and can encrypt one for itself. */
export interface PlanKey extends PlanLock {
  /** Where it comes from, for messages: a flag or a variable. */
  readonly from: string;
  readonly kind: "passphrase" | "identity";
  readonly decrypter: () => Decrypter;
}

const SHORTEST_PASSPHRASE = 16;

/** The exponent of scrypt's cost: about 64 MB and a second for each guess of a passphrase. */
const WORK_FACTOR = 16;

/** Texts that are given in place of a key. The message never quotes them. */
const NO_KEYS: readonly (readonly [RegExp, string])[] = [
  [
    /^age1/iu,
    "is a recipient, which can't decrypt. Give its identity, or a passphrase. Recipients go into --recipients.",
  ],
  [/^(?:ssh-|ecdsa-|sk-)|PRIVATE KEY-/u, "is an SSH key, which isn't supported. Make an age key with `age-keygen`."],
  [/^AGE-PLUGIN-/imu, "needs a plugin of age, which isn't supported. Make an age key with `age-keygen`."],
  [/^age-encryption\.org\/|AGE ENCRYPTED/u, "is encrypted itself. Decrypt it first with `age --decrypt`."],
];

/** Also a file of `age-keygen` that has lost its key, which must not become a passphrase. */
const IDENTITIES = /^AGE-SECRET-KEY-|^# public key: age1/imu;

/** Texts that are given in place of a recipient. The message never quotes them. */
const NO_RECIPIENTS: readonly (readonly [RegExp, string])[] = [
  [/^AGE-(?:SECRET-KEY|PLUGIN)-/iu, "a secret key. Give its public key, which `age-keygen -y FILE` prints"],
  [/^(?:ssh-|ecdsa-|sk-)/u, "an SSH key, which isn't supported. Make an age key with `age-keygen`"],
  [/^age1(?!pq1)[a-z-]{2,16}1/u, "a key of a plugin, which isn't supported. Make an age key with `age-keygen`"],
];

/**
 * The key of plans in a text: the identities of age, one on each line beside comments, or else a passphrase.
 *
 * @param from - where the text comes from, for messages
 * @throws PlanFileError for a text that is no key, without quoting it
 */
export async function planKeyFrom(text: string, from: string): Promise<PlanKey> {
  const key = text.trim();
  const because = NO_KEYS.find(([pattern]) => pattern.test(key))?.[1];
  if (because !== undefined) throw new PlanFileError(`The key in ${from} ${because}`);
  return IDENTITIES.test(key) ? identityKey(key, from) : passphraseKey(key, from);
}

async function passphraseKey(passphrase: string, from: string): Promise<PlanKey> {
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new PlanFileError(
      `The passphrase in ${from} has ${passphrase.length} characters; expected at least ${SHORTEST_PASSPHRASE}. Make one with \`openssl rand -base64 32\`.`,
    );
  }
  const { Decrypter, Encrypter } = await import("age-encryption");
  const [decrypter, encrypter] = [new Decrypter(), new Encrypter()];
  decrypter.addPassphrase(passphrase);
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  return { from, kind: "passphrase", decrypter: () => decrypter, encrypter: () => encrypter };
}

async function identityKey(text: string, from: string): Promise<PlanKey> {
  const { Decrypter, Encrypter, identityToRecipient } = await import("age-encryption");
  const [decrypter, encrypter] = [new Decrypter(), new Encrypter()];
  const lines = [...text.split("\n").entries()].filter(([, line]) => !/^\s*(?:#|$)/u.test(line));
  if (lines.length === 0) throw new PlanFileError(`The key in ${from} has comments and no identity.`);
  for (const [index, line] of lines) {
    try {
      decrypter.addIdentity(line.trim());
      encrypter.addRecipient(await identityToRecipient(line.trim()));
    } catch {
      // The library's message quotes the key.
      throw new PlanFileError(
        `Line ${index + 1} of the key in ${from} isn't an age identity. Copy the whole key again.`,
      );
    }
  }
  return { from, kind: "identity", decrypter: () => decrypter, encrypter: () => encrypter };
}

/**
 * The recipients of age in a text, separated by commas or spaces.
 *
 * @param from - where the text comes from, for messages
 * @throws PlanFileError for a recipient that can't be used, without quoting it
 */
export async function recipientsFrom(text: string, from: string): Promise<PlanLock> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  const recipients = text.split(/[\s,]+/u).filter((one) => one !== "");
  if (recipients.length === 0) throw new PlanFileError(`${from} has no recipient. Give public keys of age: age1...`);
  for (const [index, recipient] of recipients.entries()) {
    const place = `Recipient ${index + 1} of ${from} is`;
    const because = NO_RECIPIENTS.find(([pattern]) => pattern.test(recipient))?.[1];
    if (because !== undefined) throw new PlanFileError(`${place} ${because}.`);
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new PlanFileError(
        `${place} no public key of age: it has a typo, or doesn't begin with age1. Copy it again.`,
      );
    }
  }
  return { encrypter: () => encrypter };
}
