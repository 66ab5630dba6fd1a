import { createHash } from "node:crypto";

/**
 * Names a credential in a ledger without showing it. A provider uses the same hash.
 *
 * @param host - address of the service as set; https without a scheme
 */
export function credentialId(host: string, apiKey: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(host.trim()) ? host.trim() : `https://${host.trim()}`;
  return createHash("sha256")
    .update(`${new URL(withScheme).origin}\n${apiKey}`)
    .digest("hex");
}
