import * as app from "../../src/app/drift/drift-report.ts";
import type { Settings } from "../../src/app/settings.ts";
import type { EngineName } from "../../src/engines/engine.ts";
import { comparedHere } from "../../src/cli/drift/compared-here.ts";
import type { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import type { RecordedStack } from "../../src/cli/state/read-state.ts";

/** A comparison as the command makes it. */
export const driftReport = (
  stack: RecordedStack,
  settings: Settings,
  rules: IgnoreRules,
  options: Partial<app.DriftOptions> = {},
): Promise<app.DriftReport<EngineName>> =>
  app.driftReport(stack, settings, rules, { ...comparedHere(stack.engine), ...options });
