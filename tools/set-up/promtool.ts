import type { SetUpContext } from "./cached-folder.ts";
import { ensureGoTool } from "./go-tool.ts";

/** Prometheus' own reader of rules, in the newest version that the Go module proxy gives (tried 2026-11-26). It needs Go 1.26.8. */
const PROMTOOL = {
  name: "promtool",
  version: "0.316.0",
  path: "github.com/prometheus/prometheus/cmd/promtool",
  // Without most of what finds targets in clouds, which no rule needs.
  tags: ["remove_all_sd"],
  takes: "some three minutes",
  without: "alert rules are not tried",
} as const;

/**
 * Returns the path of promtool; undefined, with a line to `log`, if it isn't installed and there is no Go to build it.
 * @throws Error if Go can't build it.
 */
export function ensurePromtool(context: SetUpContext = {}): Promise<string | undefined> {
  return ensureGoTool(PROMTOOL, context);
}
