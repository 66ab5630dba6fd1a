import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { isGpgKey } from "../file/approve-schema.ts";
import { ranBy } from "./signature-program.ts";

const GPGV = { name: "gpgv", from: "GnuPG 2.2 or later" };

/** Whether a signature is one of `gpg --armor --detach-sign`. */
export const isGpgSignature = (signature: string): boolean =>
  signature.trimStart().startsWith("-----BEGIN PGP SIGNATURE-----");

/**
 * Finds the person who made a detached signature with GnuPG.
 *
 * @param by - public keys of the people who can sign, by name; those for SSH are skipped
 * @param folder - an empty folder for keys and signature
 * @returns undefined for a signature of another key, of an expired or revoked key, or of another statement
 * @throws ApprovalError if there is no `gpgv`
 * @source gpgv(1), and GnuPG's doc/DETAILS: of an expired key, `gpgv` exits with 0 and writes EXPKEYSIG instead of GOODSIG
 */
export async function gpgSignerOf(
  statement: string,
  signature: string,
  { by, folder }: { readonly by: Readonly<Record<string, string>>; readonly folder: string },
): Promise<string | undefined> {
  const [keyring, file] = [join(folder, "keyring.gpg"), join(folder, "signature.asc")];
  writeFileSync(file, signature);
  for (const [name, key] of Object.entries(by).filter(([, one]) => isGpgKey(one))) {
    writeFileSync(keyring, withoutArmor(key));
    const words = ["--status-fd", "1", "--weak-digest", "SHA1", "--keyring", keyring, file, "-"];
    const { status, stdout } = await ranBy(GPGV, words, statement);
    if (status === 0 && /^\[GNUPG:\] GOODSIG /mu.test(stdout)) return name;
  }
  return undefined;
}

/**
 * The bytes of an armored key: the lines between its headers, which an empty line ends, and its checksum.
 *
 * @source RFC 9580, 6.2
 */
function withoutArmor(key: string): Buffer {
  const lines = key
    .trim()
    .split(/\r?\n/u)
    .map((line) => line.trim());
  const body = lines.slice(lines.indexOf("") + 1, -1).filter((line) => !line.startsWith("="));
  return Buffer.from(body.join(""), "base64");
}
