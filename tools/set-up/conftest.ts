import type { SetUpContext } from "./cached-folder.ts";
import { ensureGoTool } from "./go-tool.ts";

/** The reader of Rego rules, in the newest version that the Go module proxy gives (tried 2026-11-26). It needs Go 1.26.8. */
const CONFTEST = {
  name: "conftest",
  version: "0.71.1",
  path: "github.com/open-policy-agent/conftest",
  takes: "some three minutes",
  without: "rules in Rego are not tried",
} as const;

/**
 * Returns the path of Conftest; undefined, with a line to `log`, if it isn't installed and there is no Go to build it.
 * @throws Error if Go can't build it.
 */
export function ensureConftest(context: SetUpContext = {}): Promise<string | undefined> {
  return ensureGoTool(CONFTEST, context);
}
