import type { FlowScript } from "../flow-script.ts";

/** Batch exports. */
export const BATCH_EXPORT_FLOW: FlowScript = { now: "2026-11-20T23:04:00Z" };
