import { createHash } from "node:crypto";

/**
 * Names a credential in a ledger without showing it: the same hash by which a provider asks for itself.
 *
 * @param host - address of the service as it is set; https when no scheme is written
 */
export function credentialId(host: string, apiKey: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(host.trim()) ? host.trim() : `https://${host.trim()}`;
  return createHash("sha256")
    .update(`${new URL(withScheme).origin}\n${apiKey}`)
    .digest("hex");
}
