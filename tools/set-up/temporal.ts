import type { SetUpContext } from "./cached-folder.ts";
import { ensureGoTool } from "./go-tool.ts";

/**
 * The development server of Temporal. Later versions need a module that the Go module proxy does not have (tried
 * 2026-11-23).
 */
const TEMPORAL = {
  name: "temporal",
  version: "1.5.1",
  path: "github.com/temporalio/cli/cmd/temporal",
  takes: "some ten minutes",
  without: "fleets on Temporal are not tried",
} as const;

/**
 * Gives the path of `temporal`; undefined, with a word to `log`, where there is none and no Go to build it.
 * @throws Error when Go cannot build it.
 */
export function ensureTemporal(context: SetUpContext = {}): Promise<string | undefined> {
  return ensureGoTool(TEMPORAL, context);
}
