import type { FlowScript } from "../flow-script.ts";

/** Invites and sign-up. */
export const INVITE_FLOW: FlowScript = { now: "2026-11-20T22:58:00Z" };
