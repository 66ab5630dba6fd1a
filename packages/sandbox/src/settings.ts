import { DEFAULT_DAY } from "./dialects.ts";
import { singletonsOf } from "./store/rows.ts";
import type { Store } from "./store/store.ts";

/** What can be switched while a sandbox runs. */
export type SandboxSettings = {
  /** The day, as 2026-09-30, that dialect 2026-09 plays: the service went on changing. It isn't the clock's. */
  readonly asOf: string;
  /** Counts calls per key and refuses above 480 a minute or 4,800 an hour. */
  readonly rateLimit: boolean;
  /**
   * How many times faster the time of limits passes, those of invites included: at 30 a minute of them takes two seconds.
   * Clients wait in real time, and no test has an hour. 1 is as the service.
   */
  readonly rateLimitScale: number;
  /** Features of an organization made from now on: "all" as with a licence, "none" as recorded, or those of a list. */
  readonly newOrganizationFeatures: "all" | "none" | readonly string[];
  /** In dialect 2026-09, the service still has plugins and pipeline items; their removal is announced without a date. */
  readonly pipelineItems: boolean;
  /** In dialect 2026-09, hours that a deleted project is kept although no event came in; with events it is two days. */
  readonly emptyProjectsKeptHours: number;
  /** In dialect 2026-09, lists show projects that are being deleted; the service was seen to leave them out. */
  readonly pendingProjectsListed: boolean;
  /** In dialect 2026-09, projects that are being deleted count against the limit of the plan; after July this wasn't read. */
  readonly pendingProjectsCount: boolean;
  /** In dialect 2026-09, hours that a deleted organization is kept; 0 as in September, 48 as the service did later. */
  readonly organizationsKeptHours: number;
  /** In dialect 2026-09, keys with `organization:write` retry and diagnose proxies: of that, sources say both. */
  readonly proxyActionsTakeKeys: boolean;
  /** In dialect 2026-09, organizations made from now on resolve rules of access by the most specific one, not in the older order. */
  readonly newOrganizationsResolveMostSpecific: boolean;
  /**
   * In dialect 2026-09, whether a project's own routes show it goes by its organization's order of rules; the service's code
   * is known with the older order alone.
   */
  readonly projectVisibilityFollowsOrder: boolean;
  /** In dialect 2026-09, rules are judged by the caller's current organization directly below `/api/projects/`; this is inferred. */
  readonly rootProjectsJudgedByCurrentOrganization: boolean;
  /**
   * In dialect 2026-09, a rule of an object for everybody lets in whom the rules of its kind keep out; the two parts of the
   * service that judge this say opposite things.
   */
  readonly objectDefaultsOpenKinds: boolean;
  /** In dialect 2026-09, a bulk deletion queues persons, as in the vendor's cloud; false where they go during the request. */
  readonly personDeletionIsQueued: boolean;
  /** In dialect 2026-09, keys with scopes verify domains, make tokens of SCIM and call deletions off; no scope was read for these. */
  readonly undeclaredActionsTakeKeys: boolean;
  /** In dialect 2026-09, the switch of the service is on that lets proxies redirect their root. */
  readonly proxyRootRedirects: boolean;
  /** In dialect 2026-09, refusals of addresses that can't be invited name the field; neither code nor text was read. */
  readonly inviteRefusalsNameField: boolean;
  /** In dialect 2026-09, how an invite outside of enforced domains is refused: 400, or 403 `verified_domain_required`. */
  readonly foreignInvitesAnswer: 400 | 403;
  /** In dialect 2026-09, a PATCH of a hog function without `mappings` keeps them; one version of the service's code drops them. */
  readonly patchKeepsMappings: boolean;
  /** Milliseconds that each request to the service waits before it is handled: programs come between each other's requests. */
  readonly latencyMs: number;
  /** Behaves as the vendor's cloud: anyone may create organizations, domains need a plan feature. */
  readonly cloud: boolean;
  /** A mail server is configured; nothing is ever sent, but invites tell of the attempt. */
  readonly mail: boolean;
};

/** Settings of a fresh sandbox; throttling is off as on a self-hosted service. @source live service 2025-08, flow 12 */
const DEFAULT_SETTINGS: SandboxSettings = {
  asOf: DEFAULT_DAY,
  rateLimit: false,
  rateLimitScale: 1,
  newOrganizationFeatures: "all",
  pipelineItems: true,
  emptyProjectsKeptHours: 0,
  pendingProjectsListed: false,
  pendingProjectsCount: true,
  organizationsKeptHours: 0,
  proxyActionsTakeKeys: false,
  newOrganizationsResolveMostSpecific: true,
  projectVisibilityFollowsOrder: false,
  rootProjectsJudgedByCurrentOrganization: true,
  objectDefaultsOpenKinds: false,
  personDeletionIsQueued: true,
  undeclaredActionsTakeKeys: false,
  proxyRootRedirects: false,
  inviteRefusalsNameField: true,
  foreignInvitesAnswer: 400,
  patchKeepsMappings: true,
  latencyMs: 0,
  cloud: false,
  mail: false,
};

const SETTINGS = singletonsOf<Partial<SandboxSettings>>();

/** Reads the settings in force. */
export function readSettings(store: Store): SandboxSettings {
  const stored = store.table(SETTINGS).get("settings")?.value;
  return { ...DEFAULT_SETTINGS, ...stored };
}

/** Changes some settings and keeps the rest. */
export function changeSettings(store: Store, patch: Partial<SandboxSettings>): SandboxSettings {
  const value = { ...readSettings(store), ...patch };
  store.transaction(() => store.table(SETTINGS).put({ id: "settings", value }));
  return value;
}
