import { expect, test } from "@jest/globals";

import { statementText } from "../../../packages/fleet/src/approvals/approval.ts";
import { ranBy } from "../../../packages/fleet/src/approvals/signature-program.ts";
import { signerOf } from "../../../packages/fleet/src/approvals/signer.ts";
import { signersOf } from "../../../packages/fleet/src/approvals/wave-rule.ts";
import { signatureRule } from "../../../packages/fleet/src/file/approve-schema.ts";

const SSH = `ssh-ed25519 ${"A".repeat(68)}`;

/** Made once with GnuPG 2.2.40; nobody has their private keys. Eve's expired a day after it was made. */
const KEYS = {
  ann: `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawjCihYJKwYBBAHaRw8BAQdAKIeE/ojBV5NNqFtkogxith+LDaWuWmA7D7/M
5oWIGhG0FmFubiA8YW5uQGFjbWUuZXhhbXBsZT6IkAQTFggAOBYhBExsoZroPpe7
KsBcfZYhzCjg9m4kBQJrCMKKAhsDBQsJCAcCBhUKCQgLAgQWAgMBAh4BAheAAAoJ
EJYhzCjg9m4klWYBAPmW30qD3qG4VVoSEmEJlFHRu6zy0hy8pqfJdaAf+5/pAP0X
2F/1pbOUMNxWyHxAWqfXWi8oBH1NFF0uza+ACqCaAQ==
=D5a9
-----END PGP PUBLIC KEY BLOCK-----`,
  bob: `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawjCihYJKwYBBAHaRw8BAQdAPp51Fjxe/CSAaox6Cqgim8cugwodepmVU3eg
C4aOVNS0FmJvYiA8Ym9iQGFjbWUuZXhhbXBsZT6IkAQTFggAOBYhBAt1Jm5cuHW1
b4vEf4sJl4LePXXCBQJrCMKKAhsDBQsJCAcCBhUKCQgLAgQWAgMBAh4BAheAAAoJ
EIsJl4LePXXC30MA/2XJAZ/eoaZZ6jRAsoWSbzJ2fDeqaPM0hajeT/790EPwAQDk
k82nv7aHzcx+GD9roJp3A+99TQ+/kWheNpgDGiGSDw==
=D+GJ
-----END PGP PUBLIC KEY BLOCK-----`,
  eve: `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEXgvhABYJKwYBBAHaRw8BAQdAKqJ3Ec8rVsN5+QERfjJLKQwnClQKzL0nqRwL
tG1U2F20FmV2ZSA8ZXZlQGFjbWUuZXhhbXBsZT6IlgQTFggAPhYhBINcIRSAuRmS
oWl83/Q94fNsNWRwBQJeC+EAAhsDBQkAAVGABQsJCAcCBhUKCQgLAgQWAgMBAh4B
AheAAAoJEPQ94fNsNWRw1uYA/R3v25rawWxDF8X9qxQ6/7u617gKbAQZ+nQmYsH7
XG4NAP4r3lNZJliv74TmvYJDl9iwGgY/HkvYBnUtjnldWj+BBQ==
=7CwI
-----END PGP PUBLIC KEY BLOCK-----`,
};

const EXPECTED =
  'expected an SSH public key such as "ssh-ed25519 AAAA...", the line of a .pub file, or the whole output of `gpg --armor --export NAME`';

const STATEMENT = statementText({ fleet: "fleet", wave: 2, digest: "sha256:1" });

/** Made by `gpg --armor --detach-sign` over the statement. */
const SIGNED = {
  ann: `-----BEGIN PGP SIGNATURE-----

iIcEABYIAC8WIQRMbKGa6D6XuyrAXH2WIcwo4PZuJAUCawjCihEcYW5uQGFjbWUu
ZXhhbXBsZQAKCRCWIcwo4PZuJDjWAQCxUrVjc2XW9XVycgrm2KxY4R5ZdJ6XCCQw
r8ufumYxUAEAkwDc067BS4DhHI9fMLXqKF9DCysnN7WSc3NN8EQaug0=
=XV8D
-----END PGP SIGNATURE-----`,
  eve: `-----BEGIN PGP SIGNATURE-----

iIcEABYIAC8WIQSDXCEUgLkZkqFpfN/0PeHzbDVkcAUCXgyJwBEcZXZlQGFjbWUu
ZXhhbXBsZQAKCRD0PeHzbDVkcPXvAP9XdgyOoUKiCwuzwmkItOO5H9e/njKCs1SG
hIAd6at5qwD+PMl3ay62WZKyOj2qZUzNwXC1x2oslXcwWtjmGJ4sGAo=
=Aejt
-----END PGP SIGNATURE-----`,
};

test("a signature of GnuPG counts for the owner of its key, and for this text alone", async () => {
  const by = { bob: KEYS.bob, ssh: SSH, ann: KEYS.ann };
  expect(await signerOf(STATEMENT, SIGNED.ann, by)).toBe("ann");
  expect(await signerOf(STATEMENT, SIGNED.ann, { ann: KEYS.ann.replaceAll("\n", "\r\n") })).toBe("ann");
  expect(await signerOf(STATEMENT.replace("wave: 2", "wave: 3"), SIGNED.ann, by)).toBeUndefined();
  expect(await signerOf(STATEMENT, SIGNED.ann, { bob: KEYS.bob, ssh: SSH })).toBeUndefined();
  expect(await signerOf(STATEMENT, SIGNED.ann.replace("iIcEABYI", "iIcEABYJ"), by)).toBeUndefined();
});

test("a good signature counts only for the wave and the plan that it's recorded with", async () => {
  const statement = { fleet: "fleet", wave: 2, digest: "sha256:1" };
  const rule = { by: { bob: KEYS.bob, ann: KEYS.ann }, atLeast: 1 };
  const signed = { wave: 2, at: "2026-11-26T09:00:00.000Z", digest: "sha256:1", signature: SIGNED.ann };
  expect(await signersOf(statement, rule, [signed, { ...signed, comment: "again" }])).toEqual(["ann"]);
  for (const other of [{ wave: 1 }, { digest: "sha256:10" }, { signature: SIGNED.eve }])
    expect([other, await signersOf(statement, rule, [{ ...signed, ...other }])]).toEqual([other, []]);
});

test("a signature of an expired key doesn't count, though gpgv calls it good", async () => {
  expect(await signerOf(STATEMENT, SIGNED.eve, { eve: KEYS.eve })).toBeUndefined();
});

test("a machine without GnuPG says what to install", async () => {
  const none = { name: "no-gpgv", from: "GnuPG 2.2 or later" };
  await expect(ranBy(none, [], STATEMENT)).rejects.toThrow(
    "Such signatures need no-gpgv, which cannot be run (spawn no-gpgv ENOENT). Install GnuPG 2.2 or later.",
  );
});

test.each([
  ["two kinds", { ann: KEYS.ann, bob: SSH }],
  ["headers and spaces", { ann: KEYS.ann.replace("\n\n", "\nComment: of Ann\n \n").replaceAll("\n", "\r\n") }],
])("a rule with %s is taken", (_, by) => {
  expect(signatureRule.safeParse({ by }).success).toBe(true);
});

test.each([
  [
    "one key twice",
    { ann: KEYS.ann, bob: `${KEYS.ann}\n` },
    "has one key under two names; each person needs their own key",
  ],
  ["a private key", { ann: KEYS.ann.replaceAll("PUBLIC", "PRIVATE") }, EXPECTED],
  ["a key that is cut", { ann: KEYS.ann.slice(0, -20) }, EXPECTED],
  ["an id", { ann: "4C6CA19AE83E97BB2AC05C7D9621CC28E0F66E24" }, EXPECTED],
])("a rule with %s is refused", (_, by, message) => {
  expect(signatureRule.safeParse({ by }).error?.issues).toMatchObject([{ message }]);
});
