import type { Family } from "../family.ts";
import { type Router, createRouter } from "../pipeline/find-route.ts";
import type { Jobs } from "../scheduler.ts";
import type { AnyTableSpec } from "../store/store.ts";
import { ACCOUNT } from "./account/index.ts";
import { ACTIVITY } from "./activity/index.ts";
import { BATCH_EXPORTS } from "./batch-exports/index.ts";
import { CAPTURE } from "./capture/index.ts";
import { DOMAINS } from "./domains/index.ts";
import { EVENTS } from "./events/index.ts";
import { INVITES } from "./invites/index.ts";
import { MEMBERS } from "./members/index.ts";
import { ORGANIZATIONS } from "./organizations/index.ts";
import { PERSON_INSIGHTS } from "./person-insights/index.ts";
import { PERSONS } from "./persons/index.ts";
import { PLUGINS } from "./plugins/index.ts";
import { PROJECTS } from "./projects/index.ts";
import { PROXY_RECORDS } from "./proxy-records/index.ts";
import { ROLES } from "./roles/index.ts";

/** Everything the sandbox serves; seeds run in this order. */
export const FAMILIES: readonly Family[] = [
  ACCOUNT,
  ORGANIZATIONS,
  PROJECTS,
  MEMBERS,
  INVITES,
  DOMAINS,
  ROLES,
  PROXY_RECORDS,
  PLUGINS,
  BATCH_EXPORTS,
  ACTIVITY,
  PERSONS,
  EVENTS,
  CAPTURE,
  PERSON_INSIGHTS,
];

/** Tables of all families, less those that several of them read. */
export const FAMILY_TABLES: readonly AnyTableSpec[] = FAMILIES.flatMap((family) => family.tables ?? []);

/** Jobs of all families by name. */
export const JOBS: Jobs = {
  once: Object.assign({}, ...FAMILIES.map((family) => family.jobs?.once)) as Jobs["once"],
  recurring: Object.assign({}, ...FAMILIES.map((family) => family.jobs?.recurring)) as Jobs["recurring"],
};

/** Finds every served route and every path of the contract that is refused. */
export const ROUTER: Router = createRouter(FAMILIES.flatMap((family) => family.routes));
