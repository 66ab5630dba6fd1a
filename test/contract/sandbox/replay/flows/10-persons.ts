import type { FlowScript } from "../flow-script.ts";

/** Persons and events. */
export const PERSON_FLOW: FlowScript = { now: "2026-11-20T23:18:41Z" };
