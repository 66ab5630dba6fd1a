import type { Family } from "../../family.ts";
import { ACCOUNT_ROUTES } from "./routes.ts";

/** The caller and the key. */
export const ACCOUNT: Family = { name: "account", routes: ACCOUNT_ROUTES };
