import type { Family } from "../../family.ts";
import { DOMAIN_ROUTES } from "./routes.ts";

/** Domains of an organization. */
export const DOMAINS: Family = { name: "domains", routes: DOMAIN_ROUTES };
