import { createHash } from "node:crypto";

/** Names a key at a host without showing it: what counts requests keeps this alone. */
export function credentialHash(origin: string, apiKey: string): string {
  return createHash("sha256").update(`${origin}\n${apiKey}`).digest("hex");
}
