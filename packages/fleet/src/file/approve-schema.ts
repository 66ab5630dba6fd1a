import * as z from "zod";

/** Whether a key is one for GnuPG, as `gpg --armor --export` writes it. */
export const isGpgKey = (key: string): boolean => key.trimStart().startsWith("-----BEGIN PGP PUBLIC KEY BLOCK-----");

/**
 * A public key as a line of `ssh-keygen`, whose rest is a comment, or as the armored block of `gpg --armor --export`.
 *
 * @source OpenSSH, sshd(8), AUTHORIZED_KEYS FILE FORMAT; RFC 9580, 6.2
 */
const publicKey = z
  .string()
  .regex(
    /^(?:(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) [A-Za-z0-9+/]{40,}={0,2}(?: [^\r\n]*)?|\s*-----BEGIN PGP PUBLIC KEY BLOCK-----\r?\n(?:[A-Za-z]+: [^\r\n]*\r?\n)*[ \t]*\r?\n(?:[A-Za-z0-9+/=]+[ \t]*\r?\n){2,}-----END PGP PUBLIC KEY BLOCK-----\s*)$/u,
    'expected an SSH public key such as "ssh-ed25519 AAAA...", the line of a .pub file, or the whole output of `gpg --armor --export NAME`',
  );

const approver = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/u,
    "expected 1 to 64 lower-case letters, digits, dots, hyphens, and underscores",
  );

/** The people whose signatures a wave needs, as in fleet files and files of approvers. */
export const signatureRule = z
  .strictObject({
    by: z
      .record(approver, publicKey)
      .describe("Public keys of the people who can approve, by name: SSH, or GPG as a block of lines."),
    atLeast: z.int().min(1).optional().describe("Number of people who must sign. Default 1."),
  })
  .refine(({ by }) => new Set(Object.values(by).map(keyOf)).size === Object.keys(by).length, {
    path: ["by"],
    message: "has one key under two names; each person needs their own key",
  })
  .refine(({ by, atLeast = 1 }) => Object.keys(by).length >= atLeast, {
    path: ["atLeast"],
    message: "is more than the number of keys in by",
  });

/** The key without its comment. */
export const keyOf = (text: string): string =>
  isGpgKey(text) ? text.replaceAll(/\s/gu, "") : text.split(" ").slice(0, 2).join(" ");

/** Whether a wave waits, and for which people. */
export const approve = z
  .union([z.boolean(), signatureRule])
  .optional()
  .describe(
    "Whether the wave needs an approval before it starts: true for one of any person, or the people whose signatures it needs.",
  );

/** The people whose signatures a wave needs. */
export type SignatureRule = z.output<typeof signatureRule>;
