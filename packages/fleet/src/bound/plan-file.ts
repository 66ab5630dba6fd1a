import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

import { type BoundPlan, boundPlanFrom, PlanFileError } from "./bound-plan.ts";

/** Version of the file; raised when an older Orgform could read it wrongly. */
const FORMAT = 1;

const SHORTEST_KEY = 16;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** About 64 MB and a quarter of a second for each guess of the key. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };

/** @throws PlanFileError for a key that can be guessed */
export function assertPlanKey(key: string): void {
  if (key.length >= SHORTEST_KEY) return;
  throw new PlanFileError(
    `The key of the plan has ${key.length} characters; expected at least ${SHORTEST_KEY}. Make one with \`openssl rand -base64 32\`.`,
  );
}

/**
 * A plan as bytes for a file: a line with format and length, then scrypt's salt, the nonce, the tag, and the plan as
 * compressed JSON under AES-256-GCM. The line is authenticated as well.
 *
 * @throws PlanFileError for a key that can be guessed
 */
export function sealedPlan(plan: BoundPlan, key: string): Buffer {
  assertPlanKey(key);
  const text = gzipSync(JSON.stringify(plan));
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const head = Buffer.from(`orgform-fleet-plan/${FORMAT} ${SALT_BYTES + NONCE_BYTES + TAG_BYTES + text.length}\n`);
  const cipher = createCipheriv(CIPHER, scryptSync(key, salt, 32, COST), nonce).setAAD(head);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([head, salt, nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Reads what `sealedPlan` made.
 *
 * @param file - its path, for messages
 * @throws PlanFileError for a file that isn't a plan, or is cut, damaged, of another version, or under another key
 */
export function openedPlan(file: string, bytes: Buffer, key: string): BoundPlan {
  assertPlanKey(key);
  const end = bytes.subarray(0, 100).indexOf("\n") + 1;
  const head = bytes.subarray(0, end);
  const [, format, length] = /^orgform-fleet-plan\/(\d+) (\d+)\n$/u.exec(head.toString("latin1")) ?? [];
  if (format === undefined)
    throw new PlanFileError(`${file} isn't a fleet plan. Give a file of \`orgform fleet plan --out FILE\`.`);
  if (Number(format) !== FORMAT) {
    throw new PlanFileError(
      `${file} has format ${format}, and this version of Orgform reads ${FORMAT}. Plan and apply with the same version.`,
    );
  }
  const body = bytes.subarray(end);
  if (body.length !== Number(length))
    throw new PlanFileError(
      `${file} is incomplete: it has ${body.length} of ${length} bytes. Copy it again, or plan again.`,
    );
  return boundPlanFrom(JSON.parse(gunzipSync(decrypted(file, { head, body }, key)).toString()));
}

interface Sealed {
  readonly head: Buffer;
  readonly body: Buffer;
}

function decrypted(file: string, { head, body }: Sealed, key: string): Buffer {
  const [salt, nonce, tag, sealed] = [
    body.subarray(0, SALT_BYTES),
    body.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES),
    body.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES),
    body.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv(CIPHER, scryptSync(key, salt, 32, COST), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(head).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (error) {
    throw new PlanFileError(`${file} can't be decrypted: the key is wrong, or the file is damaged.`, { cause: error });
  }
}
