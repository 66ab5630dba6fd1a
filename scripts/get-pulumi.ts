/** Ensures that there is a Pulumi CLI, and prints its folder. */
import { ensurePulumi } from "../tools/set-up/pulumi/ensure.ts";

try {
  const { binDir } = await ensurePulumi();
  console.log(binDir);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
