import { gunzipSync, gzipSync } from "node:zlib";

import { type BoundPlan, boundPlanFrom, PlanFileError } from "./bound-plan.ts";
import type { PlanKey, PlanLock } from "./plan-key.ts";

/** The beginning of every file in the format of age. @source https://github.com/C2SP/C2SP/blob/main/age.md */
const BEGINNING = "age-encryption.org/v1\n";

/** What follows in a file that is encrypted with a passphrase: this is then its only recipient. */
const BY_PASSPHRASE = "-> scrypt ";

/** A plan as bytes for a file: compressed JSON, encrypted in the format of age. */
export const sealedPlan = (plan: BoundPlan, lock: PlanLock): Promise<Uint8Array> =>
  lock.encrypter().encrypt(gzipSync(JSON.stringify(plan)));

/**
 * Reads what `sealedPlan` made.
 *
 * @param file - its path, for messages
 * @throws PlanFileError for a file that isn't a plan, or is cut, damaged, of another version, or under another key
 */
export async function openedPlan(file: string, bytes: Buffer, key: PlanKey): Promise<BoundPlan> {
  if (!bytes.toString("latin1", 0, BEGINNING.length).startsWith(BEGINNING)) throw noPlan(file);
  const text = await decrypted(file, bytes, await fileKeyOf(file, bytes, key));
  return boundPlanFrom(contentOf(file, text));
}

const noPlan = (file: string, options?: ErrorOptions): PlanFileError =>
  new PlanFileError(`${file} isn't a fleet plan. Give a file of \`orgform fleet plan --out FILE\`.`, options);

async function fileKeyOf(file: string, bytes: Buffer, { from, kind, decrypter }: PlanKey): Promise<Uint8Array> {
  try {
    return await decrypter().decryptHeader(bytes);
  } catch (error) {
    const isByPassphrase = bytes.toString("latin1", BEGINNING.length).startsWith(BY_PASSPHRASE);
    const encrypted = isByPassphrase ? "with a passphrase" : "for recipients of age";
    const other = isByPassphrase ? "another one" : "the identity of none of them";
    const isKind = isByPassphrase === (kind === "passphrase");
    const given = isKind ? other : { passphrase: "a passphrase", identity: "an age identity" }[kind];
    throw new PlanFileError(
      `${file} can't be decrypted: it's encrypted ${encrypted}, and ${from} has ${given}. Give its key with --key-file. If this is its key, the file is damaged.`,
      { cause: error },
    );
  }
}

/** A file that its key fits, so what fails now is the file's fault. */
async function decrypted(file: string, bytes: Buffer, fileKey: Uint8Array): Promise<Uint8Array> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  try {
    return await decrypter.decrypt(bytes);
  } catch (error) {
    throw new PlanFileError(`${file} is incomplete or damaged. Copy it again, or plan again.`, { cause: error });
  }
}

function contentOf(file: string, text: Uint8Array): unknown {
  try {
    return JSON.parse(gunzipSync(text).toString());
  } catch (error) {
    throw noPlan(file, { cause: error });
  }
}
