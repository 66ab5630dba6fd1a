import type { Family } from "../../family.ts";

/** Invites, and the sign-up that accepts them. */
export const INVITES: Family = { name: "invites", routes: [] };
