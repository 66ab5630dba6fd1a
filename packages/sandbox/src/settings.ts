import { DEFAULT_DAY } from "./dialects.ts";
import { singletonsOf } from "./store/rows.ts";
import type { Store } from "./store/store.ts";

/** The settings that can change while a sandbox runs. */
export type SandboxSettings = {
  /** The day, as 2026-09-30, that dialect 2026-09 emulates: the service changed later. It is independent of the clock. */
  readonly asOf: string;
  /** Counts requests per key and refuses more than 480 a minute or 4,800 an hour. */
  readonly rateLimit: boolean;
  /**
   * How many times faster the time of limits passes, including those of invites: at 30, a minute takes two seconds.
   * Clients wait in real time, and no test has an hour. 1 is as the service.
   */
  readonly rateLimitScale: number;
  /** Features of organizations created from now on: "all" as with a license, "none" as recorded, or those in a list. */
  readonly newOrganizationFeatures: "all" | "none" | readonly string[];
  /** In dialect 2026-09, the service still has plugins and pipeline items; their removal is announced without a date. */
  readonly pipelineItems: boolean;
  /** In dialect 2026-09, hours that a deleted project without events is kept; with events it is two days. */
  readonly emptyProjectsKeptHours: number;
  /** In dialect 2026-09, lists show projects that are being deleted; the service was seen to leave them out. */
  readonly pendingProjectsListed: boolean;
  /**
   * In dialect 2026-09, projects that are being deleted count toward the limit of the plan; for the time after July,
   * this wasn't read.
   */
  readonly pendingProjectsCount: boolean;
  /** In dialect 2026-09, hours that a deleted organization is kept; 0 as in September, 48 as in the later service. */
  readonly organizationsKeptHours: number;
  /** In dialect 2026-09, keys with `organization:write` can retry and diagnose proxies; sources contradict each other. */
  readonly proxyActionsTakeKeys: boolean;
  /** In dialect 2026-09, organizations created from now on use the most specific access rule, not the older order. */
  readonly newOrganizationsResolveMostSpecific: boolean;
  /**
   * In dialect 2026-09, the organization's order of rules decides whether a project's own routes show it; the service's
   * code is known only with the older order.
   */
  readonly projectVisibilityFollowsOrder: boolean;
  /**
   * In dialect 2026-09, directly below `/api/projects/`, rules are checked in the caller's current organization; this
   * is inferred.
   */
  readonly rootProjectsJudgedByCurrentOrganization: boolean;
  /**
   * In dialect 2026-09, an object's rule for everybody admits people whom the rules of its kind keep out; the two parts
   * of the service that check this contradict each other.
   */
  readonly objectDefaultsOpenKinds: boolean;
  /** In dialect 2026-09, a bulk deletion queues persons, as in the vendor's cloud; false deletes them during the request. */
  readonly personDeletionIsQueued: boolean;
  /**
   * In dialect 2026-09, scoped keys can verify domains, create SCIM tokens, and cancel deletions; no scope was read for
   * these.
   */
  readonly undeclaredActionsTakeKeys: boolean;
  /** In dialect 2026-09, the service's switch is on that lets proxies redirect their root. */
  readonly proxyRootRedirects: boolean;
  /** In dialect 2026-09, refusals of addresses that can't be invited name the field; neither code nor text was read. */
  readonly inviteRefusalsNameField: boolean;
  /** In dialect 2026-09, the refusal of an invite outside of enforced domains: 400, or 403 `verified_domain_required`. */
  readonly foreignInvitesAnswer: 400 | 403;
  /** In dialect 2026-09, a PATCH of a hog function without `mappings` keeps them; one version of the service's code drops them. */
  readonly patchKeepsMappings: boolean;
  /** Milliseconds that each request to the service waits before it is handled, so requests of programs interleave. */
  readonly latencyMs: number;
  /** Acts like the vendor's cloud: anybody can create organizations, and domains require a plan feature. */
  readonly cloud: boolean;
  /** A mail server is configured; nothing is ever sent, but invites show the attempt. */
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

/** Reads the current settings; every request does so several times, so they are kept until their table changes. */
export function settingsReader(store: Store): () => SandboxSettings {
  const table = store.table(SETTINGS);
  let known = { changes: -1, settings: DEFAULT_SETTINGS };
  return () => {
    const { changes } = table;
    if (changes !== known.changes) known = { changes, settings: Object.freeze(readSettings(store)) };
    return known.settings;
  };
}

function readSettings(store: Store): SandboxSettings {
  const stored = store.table(SETTINGS).get("settings")?.value;
  return { ...DEFAULT_SETTINGS, ...stored };
}

/** Changes some settings and keeps the rest. */
export function changeSettings(store: Store, patch: Partial<SandboxSettings>): SandboxSettings {
  const value = { ...readSettings(store), ...patch };
  store.transaction(() => store.table(SETTINGS).put({ id: "settings", value }));
  return value;
}
