import type { FlowScript } from "../flow-script.ts";

/** Projects. */
export const PROJECT_FLOW: FlowScript = { now: "2026-11-20T23:02:00Z" };
