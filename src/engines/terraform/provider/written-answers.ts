import { packagedFile } from "../../../app/packaged-file.ts";

/**
 * Calls with the same response in every process of a version: the build writes these responses beside the provider's
 * code, because computing them takes longer than everything else in a small plan.
 */
export const WRITTEN = ["GetProviderSchema", "GetResourceIdentitySchemas"] as const;

/** The stored response of the call; undefined without a build, as when the sources run directly. */
export function writtenAnswer(name: string): Uint8Array | undefined {
  if (!WRITTEN.some((one) => one === name)) return undefined;
  try {
    return packagedFile(`${name}.bin`, `engines/terraform/provider/${name}.bin`);
  } catch {
    return undefined;
  }
}
