import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { isGpgKey, keyOf } from "../file/approve-schema.ts";
import { ApprovalError } from "./approval-error.ts";
import { ranBy } from "./signature-program.ts";

/** Signatures made for another purpose don't count here. */
export const NAMESPACE = "orgform-fleet";

const SSH_KEYGEN = { name: "ssh-keygen", from: "OpenSSH 8.2 or later" };

/**
 * Signs a statement. The key is a private key, or a public key whose private part is in an agent or a security key.
 * `ssh-keygen` prompts for a passphrase on the terminal.
 *
 * @param keyFile - the file for `ssh-keygen -Y sign -f`
 * @throws ApprovalError with the message of `ssh-keygen`
 */
export async function signed(statement: string, keyFile: string): Promise<string> {
  const words = ["-Y", "sign", "-n", NAMESPACE, "-f", keyFile];
  const { status, stdout, stderr } = await ranBy(SSH_KEYGEN, words, statement);
  if (status === 0) return stdout;
  throw new ApprovalError(`The key ${keyFile} can't sign: ${stderr.trim()}`);
}

/**
 * Finds the person who made a signature with OpenSSH.
 *
 * @param by - public keys of the people who can sign, by name; those for GnuPG are skipped
 * @param folder - an empty folder for keys and signature
 * @returns undefined for a signature of another key, of another statement, or for another purpose
 * @throws ApprovalError if there is no `ssh-keygen`
 * @source ssh-keygen(1), ALLOWED SIGNERS
 */
export async function sshSignerOf(
  statement: string,
  signature: string,
  { by, folder }: { readonly by: Readonly<Record<string, string>>; readonly folder: string },
): Promise<string | undefined> {
  const [signers, file] = [join(folder, "signers"), join(folder, "signature")];
  const keys = Object.entries(by).filter(([, key]) => !isGpgKey(key));
  const lines = keys.map(([name, key]) => `${name} namespaces="${NAMESPACE}" ${keyOf(key)}`);
  writeFileSync(signers, `${lines.join("\n")}\n`);
  writeFileSync(file, signature);
  for (const [name] of keys) {
    const words = ["-Y", "verify", "-f", signers, "-I", name, "-n", NAMESPACE, "-s", file];
    const { status } = await ranBy(SSH_KEYGEN, words, statement);
    if (status === 0) return name;
  }
  return undefined;
}
