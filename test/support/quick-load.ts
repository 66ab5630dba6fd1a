import { join } from "node:path";

import { isInFull } from "./extent.ts";

/**
 * The option of Node with which, by day, programs and providers load Pulumi's SDK in half the time. A run in full starts
 * them as a user does.
 */
export function quickLoad(): Readonly<Record<string, string>> {
  return isInFull() ? {} : { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "quick-load.cjs"))}` };
}
