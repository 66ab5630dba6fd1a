import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";

import { digestOf, PlanFileError } from "../../../packages/fleet/src/bound/bound-plan.ts";
import { openedPlan, sealedPlan } from "../../../packages/fleet/src/bound/plan-file.ts";
import { type PlanLock, planKeyFrom, recipientsFrom } from "../../../packages/fleet/src/bound/plan-key.ts";
import { PLAN } from "../../support/bound-plan.ts";
import { ANN, BOB } from "../../support/plan-keys.ts";
import { quickPassphrases } from "../../support/quick-passphrases.ts";

quickPassphrases();

const PASSPHRASE = "a key of more than sixteen";

const keyOf = (text: string) => planKeyFrom(text, "K");
const sealed = async (lock: PlanLock, plan = PLAN): Promise<Buffer> => Buffer.from(await sealedPlan(plan, lock));

/** A post-quantum identity, which `age-keygen -pq` makes. */
const HYBRID = "AGE-SECRET-KEY-PQ-1RSQH8DKG4CVJNYVZSJ4KFX87WA4G7NA9Z7PQSEZ0ZH3K43ZY6UQQSMTXJ9";
/** A file as `age-keygen` writes it, with a second key and the ends of lines of Windows. */
const KEY_FILE = `# created: 2026-11-26\r\n# public key: ${BOB.recipient}\r\n${BOB.identity}\r\n\r\n${ANN.identity}\r\n`;

test.each([
  ["a passphrase", PASSPHRASE, PASSPHRASE],
  ["a passphrase with spaces around it", PASSPHRASE, ` ${PASSPHRASE}\n`],
  ["a passphrase that isn't in ASCII", "Überschlüssel, 16 große", "Überschlüssel, 16 große"],
  ["an identity", ANN.identity, ANN.identity],
  ["an identity after quantum computers", HYBRID, HYBRID],
  ["one of several identities", ANN.identity, KEY_FILE],
])("a plan that is encrypted for its own key comes back by %s", async (_what, key, other) => {
  const bytes = await sealed(await keyOf(key));
  expect(await openedPlan("p", bytes, await keyOf(other))).toEqual(PLAN);
  expect((await sealed(await keyOf(key))).equals(bytes)).toBe(false);
  for (const text of ["acme", "c2VjcmV0", key]) expect(bytes.includes(text)).toBe(false);
});

test.each([`${ANN.recipient},${BOB.recipient}`, ` ${BOB.recipient} ,\n${ANN.recipient},`])(
  "each recipient of %j opens the plan",
  async (recipients) => {
    const bytes = await sealed(await recipientsFrom(recipients, "R"));
    for (const { identity } of [ANN, BOB]) expect(await openedPlan("p", bytes, await keyOf(identity))).toEqual(PLAN);
  },
);

test("a key and what it encrypts for show nothing of it when they are printed", async () => {
  for (const text of [ANN.identity, PASSPHRASE]) {
    const key = await keyOf(text);
    expect(inspect(key, { depth: 9 }) + JSON.stringify(key)).not.toContain(text);
    expect(Object.values(key).filter((value) => typeof value === "object")).toEqual([]);
  }
});

test("the digest is that of the content, whatever the order of its fields", () => {
  const { organizations, ...rest } = PLAN;
  expect(digestOf({ organizations, ...rest })).toBe(digestOf(PLAN));
  expect(digestOf({ ...PLAN, isRefresh: true })).not.toBe(digestOf(PLAN));
  expect(digestOf(PLAN)).toMatch(/^sha256:[0-9a-f]{64}$/u);
});

const damaged = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = copy.readUInt8(at) ^ 1;
  return copy;
};

const NO_PLAN = "p isn't a fleet plan. Give a file of `orgform fleet plan --out FILE`.";
const BROKEN = "p is incomplete or damaged. Copy it again, or plan again.";

test.each([
  ["no plan", () => Buffer.from("templates: {}\n"), NO_PLAN],
  ["an empty file", () => Buffer.alloc(0), NO_PLAN],
  ["a file of another version of the format", (bytes: Buffer) => damaged(bytes, 20), NO_PLAN],
  ["a file that is cut at its end", (bytes: Buffer) => bytes.subarray(0, -1), BROKEN],
  ["a damaged file", (bytes: Buffer) => damaged(bytes, bytes.length - 1), BROKEN],
  [
    "a file that is cut in its head",
    (bytes: Buffer) => bytes.subarray(0, 60),
    "If this is its key, the file is damaged.",
  ],
  ["a file with a damaged head", (bytes: Buffer) => damaged(bytes, 40), "If this is its key, the file is damaged."],
])("%s is refused", async (_what, of, says) => {
  for (const text of [PASSPHRASE, ANN.identity]) {
    const key = await keyOf(text);
    const opened = openedPlan("p", of(await sealed(key)), key);
    await expect(opened).rejects.toThrow(PlanFileError);
    await expect(opened).rejects.toThrow(says);
  }
});

test("what its key encrypts, and isn't a plan of this version, is refused", async () => {
  const key = await keyOf(ANN.identity);
  const opened = async (content: Uint8Array) =>
    openedPlan("p", Buffer.from(await key.encrypter().encrypt(content)), key);
  for (const content of [Buffer.from("no plan"), Buffer.alloc(0), gzipSync("{"), Buffer.alloc(100_000)])
    await expect(opened(content)).rejects.toThrow(NO_PLAN);
  for (const content of [gzipSync("null"), gzipSync(JSON.stringify({ ...PLAN, organizations: [] }))])
    await expect(opened(content)).rejects.toThrow("The plan lacks what this version of Orgform needs. Plan again");
});

test.each([
  [PASSPHRASE, `${PASSPHRASE}!`, "encrypted with a passphrase, and K has another one."],
  [PASSPHRASE, ANN.identity, "encrypted with a passphrase, and K has an age identity."],
  [ANN.identity, BOB.identity, "encrypted for recipients of age, and K has the identity of none of them."],
  [ANN.identity, HYBRID, "encrypted for recipients of age, and K has the identity of none of them."],
  [HYBRID, ANN.identity, "encrypted for recipients of age, and K has the identity of none of them."],
  [ANN.identity, PASSPHRASE, "encrypted for recipients of age, and K has a passphrase."],
])("a plan of the key %s isn't opened by %s", async (right, wrong, says) => {
  const bytes = await sealed(await keyOf(right));
  const opened = openedPlan("p", bytes, await keyOf(wrong));
  await expect(opened).rejects.toThrow(PlanFileError);
  await expect(opened).rejects.toThrow(
    `p can't be decrypted: it's ${says} Give its key with --key-file. If this is its key, the file is damaged.`,
  );
});

/** A text with one character of it changed. */
const typoIn = (text: string): string => text.replace(/.$/u, (last) => (last.toLowerCase() === "q" ? "p" : "q"));
const SSH_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKc0Gv1cW5JkXbD0V1fT3m9o2sZx8yQeLr4uHn6pAiJd ann@acme";

/** What a text that must not be quoted says: all of its words that are long. */
const quotable = (text: string): string[] => text.match(/[^\s,]{12,}/gu) ?? [];

async function refusal(used: Promise<unknown>, text: string): Promise<string> {
  const error: unknown = await used.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlanFileError)) throw new Error(`not refused: ${String(error)}`);
  for (const word of quotable(text)) expect(inspect(error)).not.toContain(word);
  return error.message;
}

test.each([
  ["short", "The passphrase in K has 5 characters; expected at least 16. Make one with `openssl rand -base64 32`."],
  [ANN.recipient, "is a recipient, which can't decrypt. Give its identity, or a passphrase."],
  [`${ANN.recipient}\n`, "Recipients go into --recipients."],
  [SSH_KEY, "is an SSH key, which isn't supported. Make an age key with `age-keygen`."],
  ["-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAA=\n", "is an SSH key, which isn't supported."],
  [`# Recipient: age1yubikey1q\nAGE-PLUGIN-YUBIKEY-1QQQQQQQQQQQQQ`, "needs a plugin of age, which isn't supported."],
  ["age-encryption.org/v1\n-> scrypt KKKKKKKKKKKKKKKKKKKKKK 18\n", "is encrypted itself."],
  ["-----BEGIN AGE ENCRYPTED FILE-----\nYWdlLWVuY3J5cHRpb24ub3Jn\n", "Decrypt it first with `age --decrypt`."],
  [typoIn(ANN.identity), "Line 1 of the key in K isn't an age identity. Copy the whole key again."],
  [ANN.identity.toLowerCase(), "Line 1 of the key in K isn't an age identity."],
  [`# ann\n${ANN.identity}\n${typoIn(BOB.identity)}`, "Line 3 of the key in K isn't an age identity."],
  [`${ANN.identity}\n${PASSPHRASE.replaceAll(" ", "-")}`, "Line 2 of the key in K isn't an age identity."],
  [`# created: 2026-11-26\n# public key: ${ANN.recipient}\n`, "The key in K has comments and no identity."],
])("%j is no key of plans", async (text, says) => {
  expect(await refusal(keyOf(text), text)).toContain(says);
});

test.each([
  [",", "R has no recipient. Give public keys of age: age1..."],
  [typoIn(ANN.recipient), "Recipient 1 of R is no public key of age: it has a typo, or doesn't begin with age1."],
  [`${ANN.recipient},${typoIn(BOB.recipient)}`, "Recipient 2 of R is no public key of age"],
  [ANN.recipient.slice(0, -1), "Recipient 1 of R is no public key of age"],
  [PASSPHRASE, "Recipient 1 of R is no public key of age"],
  [ANN.identity, "Recipient 1 of R is a secret key. Give its public key, which `age-keygen -y FILE` prints."],
  [`${ANN.recipient} ${BOB.identity.toLowerCase()}`, "Recipient 2 of R is a secret key."],
  [typoIn(ANN.identity), "Recipient 1 of R is a secret key."],
  [HYBRID, "Recipient 1 of R is a secret key."],
  [SSH_KEY, "Recipient 1 of R is an SSH key, which isn't supported. Make an age key with `age-keygen`."],
  ["age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t", "Recipient 1 of R is a key of a plugin"],
  ["age1tagpq1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t", "Recipient 1 of R is a key of a plugin"],
])("%j is no recipient of plans", async (text, says) => {
  expect(await refusal(recipientsFrom(text, "R"), text)).toContain(says);
});
