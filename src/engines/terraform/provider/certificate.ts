import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A key and a certificate that vouches for itself, both PEM, and the certificate's bytes. */
export interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
  readonly der: Buffer;
}

/** Tags of ASN.1 types. @source ITU-T X.690 */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Object identifiers, in their encoded form. @source RFC 5280, RFC 5758 */
const OID = {
  ecdsaWithSha256: "2a8648ce3d040302",
  commonName: "550403",
  organization: "55040a",
  subjectAltName: "551d11",
  basicConstraints: "551d13",
  keyUsage: "551d0f",
  extendedKeyUsage: "551d25",
  serverAuth: "2b06010505070301",
  clientAuth: "2b06010505070302",
} as const;

const DAY_MS = 86_400_000;
const VALID_DAYS = 30;

/** Creates the certificate that identifies the provider to the engine that started it: for `localhost`, P-256. */
export function makeCertificate(nowMs: number): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(nameEntry(OID.organization, "Orgform"), nameEntry(OID.commonName, "localhost"));
  const body = sequence(
    encoded(0xa0, encoded(TAG.integer, Buffer.of(2))),
    encoded(TAG.integer, positive(randomBytes(16))),
    algorithm,
    name,
    sequence(time(nowMs - DAY_MS), time(nowMs + VALID_DAYS * DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    encoded(0xa3, sequence(...extensions())),
  );
  const der = sequence(body, algorithm, bitString(sign("sha256", body, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(der),
    der,
  };
}

function extensions(): Buffer[] {
  const isAuthority = encoded(TAG.boolean, Buffer.of(0xff));
  // digitalSignature, keyEncipherment, keyAgreement, keyCertSign
  const usage = encoded(TAG.bitString, Buffer.of(2, 0b1010_1100));
  const names = sequence(encoded(0x82, Buffer.from("localhost")));
  return [
    extension(OID.basicConstraints, sequence(isAuthority), true),
    extension(OID.keyUsage, usage, true),
    extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth), oid(OID.clientAuth)), false),
    extension(OID.subjectAltName, names, false),
  ];
}

function extension(id: string, value: Buffer, isCritical: boolean): Buffer {
  const critical = isCritical ? [encoded(TAG.boolean, Buffer.of(0xff))] : [];
  return sequence(oid(id), ...critical, encoded(TAG.octetString, value));
}

function nameEntry(id: string, value: string): Buffer {
  return encoded(TAG.set, sequence(oid(id), encoded(TAG.utf8, Buffer.from(value))));
}

function time(ms: number): Buffer {
  // 2026-11-20T08:00:00.000Z is written 261120080000Z.
  const digits = new Date(ms).toISOString().replaceAll(/\D/gu, "").slice(2, 14);
  return encoded(TAG.utcTime, Buffer.from(`${digits}Z`));
}

/** A number must not look negative, nor begin with a byte that says nothing. */
function positive(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[0] = ((copy[0] ?? 0) & 0x7f) | 0x40;
  return copy;
}

function bitString(content: Buffer): Buffer {
  return encoded(TAG.bitString, Buffer.of(0), content);
}

function oid(hex: string): Buffer {
  return encoded(TAG.oid, Buffer.from(hex, "hex"));
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return encoded(TAG.sequence, ...parts);
}

function encoded(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.of(bytes);
  const hex = bytes.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Buffer.concat([Buffer.of(0x80 | digits.length), digits]);
}

/** Lines of 64 characters; an empty one at the end makes the text unreadable. */
function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/gu) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
