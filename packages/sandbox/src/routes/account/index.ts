import type { Family } from "../../family.ts";
import { ACCOUNT_ROUTES } from "./routes.ts";

/** The caller and the key. */
export const ACCOUNT: Family = { name: "account", place: 1, routes: ACCOUNT_ROUTES };
