import { packagedFile } from "../../../app/packaged-file.ts";

/**
 * Calls that are answered the same by every process of a version: the build writes their bytes beside the provider's
 * code, since making them takes longer than everything else that a small plan needs.
 */
export const WRITTEN = ["GetProviderSchema", "GetResourceIdentitySchemas"] as const;

/** What the build wrote for the call; undefined where nothing was built, as when the sources run themselves. */
export function writtenAnswer(name: string): Uint8Array | undefined {
  if (!WRITTEN.some((one) => one === name)) return undefined;
  try {
    return packagedFile(`${name}.bin`, `engines/terraform/provider/${name}.bin`);
  } catch {
    return undefined;
  }
}
