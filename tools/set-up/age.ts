import type { SetUpContext } from "./cached-folder.ts";
import { ensureGoTool } from "./go-tool.ts";

/** The tool whose files kept plans are, in the newest version that the Go module proxy gives (tried 2026-11-27). */
const AGE = {
  name: "age",
  version: "1.3.2",
  path: "filippo.io/age/cmd/age",
  without: "plans are not opened by age itself",
} as const;

/**
 * Returns the path of age; undefined, with a line to `log`, if it isn't installed and there is no Go to build it.
 * @throws Error if Go can't build it.
 */
export function ensureAge(context: SetUpContext = {}): Promise<string | undefined> {
  return ensureGoTool(AGE, context);
}
