import { type Router, createRouter } from "../pipeline/find-route.ts";
import { ACCOUNT_ROUTES } from "./account.ts";
import { DOMAIN_ROUTES } from "./domains.ts";
import { ORGANIZATION_ROUTES } from "./organizations.ts";

/** Finds every served route and every path of the contract that is refused. */
export const ROUTER: Router = createRouter([...ORGANIZATION_ROUTES, ...DOMAIN_ROUTES, ...ACCOUNT_ROUTES]);
