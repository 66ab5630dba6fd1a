import type { SetUpContext } from "./cached-folder.ts";
import { ensureGoTool } from "./go-tool.ts";

/** The linter for workflows, in the newest version that the Go module proxy gives (tried 2026-11-21). */
const ACTIONLINT = {
  name: "actionlint",
  version: "1.7.12",
  path: "github.com/rhysd/actionlint/cmd/actionlint",
  without: "workflows are not linted",
} as const;

/**
 * Returns the path of actionlint; undefined, with a line to `log`, if it isn't installed and there is no Go to build
 * it.
 * @throws Error if Go can't build it.
 */
export function ensureActionlint(context: SetUpContext = {}): Promise<string | undefined> {
  return ensureGoTool(ACTIONLINT, context);
}
