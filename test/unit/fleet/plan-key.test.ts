import { expect, test } from "@jest/globals";

import { PlanFileError } from "../../../packages/fleet/src/bound/bound-plan.ts";
import { planKeyFrom, recipientsFrom } from "../../../packages/fleet/src/bound/plan-key.ts";
import { ANN } from "../../support/plan-keys.ts";
import { quickPassphrases } from "../../support/quick-passphrases.ts";

quickPassphrases();

/** What a key is; or why it is none. */
const told = (key: ReturnType<typeof planKeyFrom | typeof recipientsFrom>): Promise<string> =>
  Promise.resolve<object>(key).then(
    (one) => `${"kind" in one ? String(one.kind) : "recipients"} of ${"from" in one ? String(one.from) : ""}`,
    (error: unknown) => (error instanceof PlanFileError ? error.message : `fault: ${String(error)}`),
  );

test.each([
  "exactly sixteen.",
  "the age1 of passphrases",
  "one ssh- key, or an ecdsa- or sk- one",
  "a private key- in small letters",
  "not an AGE-PLUGIN- of a key",
  "age-encryption org/ of a kind",
  "the age-encryption.org/v1 of it",
  "age encrypted in small letters",
  "not an AGE-SECRET-KEY- of age",
  "no # public key: age1 of age",
  "# public key: none of age at all",
])("%j is a passphrase, although some of its words are those of another key", async (text) => {
  expect(await told(planKeyFrom(text, "K"))).toBe("passphrase of K");
});

test.each([
  [ANN.identity, "identity of K"],
  [`# public key: age1x\n${ANN.identity}`, "identity of K"],
  [`# Public Key: AGE1X\n\n  ${ANN.identity}  `, "identity of K"],
  [
    `a comment without a sign\n${ANN.identity}`,
    "Line 1 of the key in K isn't an age identity. Copy the whole key again.",
  ],
  [
    "fifteen letters",
    "The passphrase in K has 15 characters; expected at least 16. Make one with `openssl rand -base64 32`.",
  ],
  ["", "The passphrase in K has 0 characters; expected at least 16. Make one with `openssl rand -base64 32`."],
  [
    "AGE1 in capitals, of a recipient",
    "The key in K is a recipient, which can't decrypt. Give its identity, or a passphrase. Recipients go into --recipients.",
  ],
  ...["ssh-rsa AAAA", "ecdsa-sha2-nistp256 AAAA", "sk-ssh-ed25519 AAAA", "words -----BEGIN RSA PRIVATE KEY-----"].map(
    (text) => [text, "The key in K is an SSH key, which isn't supported. Make an age key with `age-keygen`."] as const,
  ),
  ...["AGE-PLUGIN-YUBIKEY-1Q", "age-plugin-yubikey-1q", "# one\nAGE-PLUGIN-YUBIKEY-1Q"].map(
    (text) =>
      [text, "The key in K needs a plugin of age, which isn't supported. Make an age key with `age-keygen`."] as const,
  ),
  ...["age-encryption.org/v1\nx", "-----BEGIN AGE ENCRYPTED FILE-----"].map(
    (text) => [text, "The key in K is encrypted itself. Decrypt it first with `age --decrypt`."] as const,
  ),
])("%j is told as %j", async (text, words) => {
  expect(await told(planKeyFrom(text, "K"))).toBe(words);
});

const SECRET = "a secret key. Give its public key, which `age-keygen -y FILE` prints.";
const SSH = "an SSH key, which isn't supported. Make an age key with `age-keygen`.";
const PLUGIN = "a key of a plugin, which isn't supported. Make an age key with `age-keygen`.";
const NONE = "no public key of age: it has a typo, or doesn't begin with age1. Copy it again.";

test.each([
  [ANN.identity, SECRET],
  ["age-plugin-yubikey-1q", SECRET],
  ["AGE-SECRET-KEY-PQ-1Q", SECRET],
  ["xAGE-SECRET-KEY-1", NONE],
  ["ssh-ed25519", SSH],
  ["ecdsa-sha2", SSH],
  ["sk-ssh", SSH],
  ["ask-ssh", NONE],
  ["age1yubikey1qq", PLUGIN],
  ["age1se1qq", PLUGIN],
  ["age1abcdefghijklmnop1qq", PLUGIN],
  ["age1abcdefghijklmnopq1qq", NONE],
  ["age1a1qq", NONE],
  ["xage1yubikey1qq", NONE],
  ["age1pq1qq", NONE],
])("the recipient %j is told as %j", async (text, words) => {
  expect(await told(recipientsFrom(`${ANN.recipient}, ${text}`, "R"))).toBe(`Recipient 2 of R is ${words}`);
});

test.each(["", " , \n"])("no recipient in %j", async (text) => {
  expect(await told(recipientsFrom(text, "R"))).toBe("R has no recipient. Give public keys of age: age1...");
});
