import type { Store } from "./store/store.ts";

/** What can be switched while a sandbox runs. */
export type SandboxSettings = {
  /** Counts calls per key and refuses above 480 a minute or 4,800 an hour. */
  readonly rateLimit: boolean;
  /** Features of an organization made through the API: "all" as with a licence, "none" as recorded. */
  readonly newOrganizationFeatures: "all" | "none";
  /** Behaves as the vendor's cloud: anyone may create organizations, domains need a plan feature. */
  readonly cloud: boolean;
  /** A mail server is configured; nothing is ever sent, but invites tell of the attempt. */
  readonly mail: boolean;
};

/** Settings of a fresh sandbox; throttling is off as on a self-hosted service. @source live service 2025-08, flow 12 */
const DEFAULT_SETTINGS: SandboxSettings = {
  rateLimit: false,
  newOrganizationFeatures: "all",
  cloud: false,
  mail: false,
};

/** Reads the settings in force. */
export function readSettings(store: Store): SandboxSettings {
  const stored = store.tables.singletons.get("settings")?.value as Partial<SandboxSettings> | undefined;
  return { ...DEFAULT_SETTINGS, ...stored };
}

/** Changes some settings and keeps the rest. */
export function changeSettings(store: Store, patch: Partial<SandboxSettings>): SandboxSettings {
  const value = { ...readSettings(store), ...patch };
  store.transaction(() => store.tables.singletons.put({ id: "settings", value }));
  return value;
}
