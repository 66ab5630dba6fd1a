import type { WatchFile } from "@orgform/watch";
import { watchPackage } from "../optional-packages.ts";
import { UsageError } from "../usage-error.ts";

/** Reads the secrets of each channel once. @throws UsageError that names the channel and the expected place of its secret */
export async function assertSecrets(
  { channels }: WatchFile,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { checkSecrets } = await watchPackage();
  for (const [name, channel] of Object.entries(channels)) {
    try {
      checkSecrets(channel, environment);
    } catch (error) {
      throw new UsageError(`Channel ${name}: ${error instanceof Error ? error.message : ""}.`, { cause: error });
    }
  }
}
