import type { FlowScript } from "../flow-script.ts";

/** Plugins and the pipeline families. */
export const PLUGIN_FLOW: FlowScript = { now: "2026-11-20T23:10:00Z" };
