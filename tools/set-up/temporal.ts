import type { SetUpContext } from "./cached-folder.ts";
import { ensureGoTool } from "./go-tool.ts";

/** The development server of Temporal. Later versions need a module that the Go module proxy doesn't have (tried 2026-11-23). */
const TEMPORAL = {
  name: "temporal",
  version: "1.5.1",
  path: "github.com/temporalio/cli/cmd/temporal",
  takes: "some ten minutes",
  without: "fleets on Temporal are not tried",
} as const;

/**
 * Returns the path of `temporal`; undefined, with a line to `log`, if it isn't installed and there is no Go to build
 * it.
 * @throws Error if Go can't build it.
 */
export function ensureTemporal(context: SetUpContext = {}): Promise<string | undefined> {
  return ensureGoTool(TEMPORAL, context);
}
