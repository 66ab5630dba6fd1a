import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { gpgSignerOf, isGpgSignature } from "./gpg-signature.ts";
import { sshSignerOf } from "./ssh-signature.ts";

/**
 * Finds the person who made a signature with SSH or GnuPG.
 *
 * @param by - public keys of the people who can sign, by name
 * @returns undefined for a signature of another key, of another statement, or for another purpose
 * @throws ApprovalError if the program that checks it isn't installed
 */
export async function signerOf(
  statement: string,
  signature: string,
  by: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-approval-"));
  try {
    const check = isGpgSignature(signature) ? gpgSignerOf : sshSignerOf;
    return await check(statement, signature, { by, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
