import { createClock } from "./clock.ts";
import { type SandboxControl, createControl } from "./control/control.ts";
import { DIALECT_NAMES, type Dialect, type DialectName, dialectOf, isDay } from "./dialects.ts";
import { createFaultBoard } from "./faults/fault-board.ts";
import { createIdentifiers } from "./identifiers.ts";
import { createRateLimiter } from "./pipeline/rate-limiter.ts";
import { createRequestLog } from "./request-log.ts";
import { SEEDS, type SeedName, type Seeded, seed } from "./seed.ts";
import { requireFreePort, startServer } from "./server.ts";
import { type SandboxSettings, changeSettings, settingsReader } from "./settings.ts";
import { FAMILIES, FAMILY_TABLES, JOBS } from "./routes/all-routes.ts";
import { startRecurring } from "./scheduler.ts";
import { Store } from "./store/store.ts";
import type { World } from "./world.ts";

/** Options of a sandbox; every field has a default. */
export type SandboxOptions = {
  /** TCP port on 127.0.0.1, 0–65535; default 0 takes a free one. */
  readonly port?: number;
  /** Default "documented". */
  readonly dialect?: DialectName;
  /** The day, as 2026-10-15, that dialect 2026-09 emulates, whatever the clock shows; default 2026-09-30. */
  readonly asOf?: string;
  /** Contents of a fresh sandbox; default "example". A data file with contents keeps them. */
  readonly seed?: SeedName;
  /** Also makes a large organization of the example: this many persons, ten times the events, a tenth the members. */
  readonly scale?: number;
  /** Key of the seeded user; by default the same in every fresh sandbox. A data file with contents keeps its own. */
  readonly apiKey?: string;
  /** Whether that key is unscoped: only such a key can request the verification of a domain. Default false. */
  readonly isLegacyKey?: boolean;
  /** SQLite file for the state; by default only in memory. */
  readonly dataFile?: string;
  /** Start of the clock, ISO 8601; default: real time. The clock then runs with real time. */
  readonly now?: string;
  /** Plan features; default "all", as on an instance with a license; the recordings were made with "none". */
  readonly newOrganizationFeatures?: SandboxSettings["newOrganizationFeatures"];
  /** Whether to limit requests per key; default false, as on a self-hosted service. */
  readonly rateLimit?: boolean;
  /** In 2026-09, whether keys with `organization:write` retry and diagnose proxies; default false: sources differ. */
  readonly proxyActionsTakeKeys?: boolean;
  /** Delay of each request in milliseconds; default 0. */
  readonly latencyMs?: number;
  /** How many times faster the time of limits passes; default 1. With 30, a minute of them takes two seconds. */
  readonly rateLimitScale?: number;
};

/** A running sandbox. */
export type Sandbox = {
  /** Base URL without a final slash, such as http://127.0.0.1:8010. */
  readonly host: string;
  /** The seeded user's key; fake, and useless elsewhere. */
  readonly apiKey: string;
  /** The seeded organization, or "" with the empty seed. */
  readonly organizationId: string;
  /** The name that was given at the start, or later through the control plane. */
  readonly dialect: DialectName;
  readonly control: SandboxControl;
  /** Stops listening, closes open connections and the data file; can be called twice. */
  close(): Promise<void>;
};

/** IDs and secrets are derived from this string, so two fresh sandboxes have the same keys. */
const SEED_TEXT = "orgform-sandbox";

/**
 * Starts a local emulator of the service on this machine.
 *
 * @throws Error if the port is in use, the data file can't be used, or `now` isn't a time
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  // Checked before a data file is created, and before a large seed takes its time.
  await requireFreePort(options.port ?? 0);
  const { world, seeded, control } = openWorld(options);
  const health = () => ({ dialect: control.dialect(), organizationId: seeded.organizationId });
  try {
    const server = await startServer(world, control, options.port ?? 0, health);
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= server.close().finally(() => world.store.close()));
    return {
      host: `http://127.0.0.1:${server.port}`,
      ...seeded,
      get dialect() {
        return control.dialect();
      },
      control,
      close,
    };
  } catch (error) {
    world.store.close();
    throw error;
  }
}

/** Everything of a sandbox except the server. */
export function openWorld(options: SandboxOptions): { world: World; seeded: Seeded; control: SandboxControl } {
  const dialect = options.dialect ?? "documented";
  requireOneOf("dialect", dialect, DIALECT_NAMES);
  requireOneOf("seed", options.seed ?? "example", SEEDS);
  if (options.scale !== undefined && !(Number.isInteger(options.scale) && options.scale >= 0)) {
    throw new Error(`scale should be a number of persons; found ${String(options.scale)}.`);
  }
  const { rateLimitScale = 1 } = options;
  if (!(rateLimitScale >= 1 && rateLimitScale <= 10_000)) {
    throw new Error(`rateLimitScale should be a number from 1 to 10000; found ${String(rateLimitScale)}.`);
  }
  if (options.asOf !== undefined && !isDay(options.asOf)) {
    throw new Error(`asOf should be a day such as 2026-09-30; found ${options.asOf}.`);
  }
  const startMs = options.now === undefined ? undefined : Date.parse(options.now);
  if (startMs !== undefined && Number.isNaN(startMs)) {
    throw new Error(`now should be an ISO 8601 time; found ${String(options.now)}.`);
  }
  const world = createWorld(dialectOf(dialect), createStore(options), startMs);
  try {
    const { apiKey, isLegacyKey } = options;
    const seeded = seed(world, { name: options.seed ?? "example", persons: options.scale, apiKey, isLegacyKey });
    startRecurring(world, JOBS);
    return { world, seeded, control: createControl(world, dialect) };
  } catch (error) {
    world.store.close();
    throw error;
  }
}

/** Programs in plain JavaScript have no compiler to check them. */
function requireOneOf(option: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) throw new Error(`${option} should be ${oneOf(allowed)}; found ${value}.`);
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

function createStore(options: SandboxOptions): Store {
  const store = new Store(options.dataFile, FAMILY_TABLES);
  const { asOf, rateLimit, rateLimitScale, newOrganizationFeatures, proxyActionsTakeKeys, latencyMs } = options;
  changeSettings(store, {
    ...(asOf === undefined ? {} : { asOf }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(rateLimitScale === undefined ? {} : { rateLimitScale }),
    ...(newOrganizationFeatures === undefined ? {} : { newOrganizationFeatures }),
    ...(proxyActionsTakeKeys === undefined ? {} : { proxyActionsTakeKeys }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
  });
  return store;
}

function createWorld(dialect: Dialect, store: Store, startMs: number | undefined): World {
  const clock = createClock(startMs);
  const world: World = {
    dialect,
    clock,
    store,
    identifiers: createIdentifiers(SEED_TEXT, clock.nowMs, store.counters),
    faults: createFaultBoard(),
    requests: createRequestLog(),
    limiter: createRateLimiter(),
    settings: settingsReader(store),
    memberLeft(userId, organizationId) {
      for (const family of FAMILIES) family.memberRemoved?.(world, userId, organizationId);
    },
  };
  return world;
}
