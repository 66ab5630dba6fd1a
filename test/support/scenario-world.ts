import { randomUUID } from "node:crypto";
import { cpSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Dialect, type LoggedRequest, type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import type { RunOptions } from "./engine-under-test.ts";
import { PROCESS_ENVIRONMENT } from "./process-environment.ts";
import type { ProcessTime } from "./scenario-clock.ts";
import { shareSockets } from "./shared-sockets.ts";

/** An engine, as far as processes of it are started. */
interface Starting<Run> {
  start(options: RunOptions): Run;
}

/** A sandbox with everything that the rows need, and the provider's settings for it. */
export interface World {
  readonly sandbox: Sandbox;
  /** The dialect that it was started in. */
  readonly dialect: Dialect;
  /** An unscoped key, the only kind that can ask for a verification. */
  readonly apiKey: string;
  readonly organizationId: string;
  /** A second organization of the same owner. */
  readonly otherOrganizationId: string;
  /** Starts a provider process; `config` are settings of the provider by name, `time` is how fast it lives. */
  start<Run>(engine: Starting<Run>, config?: Readonly<Record<string, string>>, time?: ProcessTime): Run;
  /** From now on processes find no record of earlier ones, as on a runner that keeps nothing. */
  loseRecords(): void;
  /** A copy of the records as they are now, to be recalled later. */
  keepRecords(): string;
  /** From now on processes find the records of that copy, which stays as it is. */
  recallRecords(kept: string): void;
  /** Creates a domain from outside, with further fields set directly in the store. */
  addDomain(organizationId: string, domain: string, further?: Values): Promise<string>;
  /** Sends a request from outside, below `/api/`, and returns the response. */
  send(method: string, path: string, body?: Values): Promise<Values>;
  /** Makes the organization the current one of the key's account. */
  settleIn(organizationId: string): void;
  /** The domain in the service's words. */
  domain(id: string): Values | undefined;
  /** The organization in the service's words. */
  organization(id: string): Values | undefined;
  /** The number of the organization's first project. */
  project(organizationId: string): number;
  /** The batch exports that aren't deleted, as the service stores them. */
  batchExports(): Values[];
}

/** Time at which everything of a row counts as verified. */
export const VERIFIED_AT = "2026-11-20T10:00:00Z";

/** The founder of every organization of the sandbox, whose key the provider uses. */
export const FOUNDER = "founder@acme.example";

/** Tests send far more than a person's key can. */
export const NO_LIMITS = { requestsPerMinute: "1000000", requestsPerHour: "1000000" };

/** A folder of records that nothing was written to. */
function newRecords(): string {
  return join(PROCESS_ENVIRONMENT["ORGFORM_INTENTS_DIR"] ?? tmpdir(), randomUUID());
}

function copyOf(records: string): string {
  const copy = newRecords();
  if (existsSync(records)) cpSync(records, copy, { recursive: true });
  return copy;
}

/**
 * Starts a sandbox of the dialect with two organizations.
 *
 * @param madeUp - a resource outside the catalog, which processes serve alone
 */
export async function startWorld(dialect: Dialect, madeUp?: AnyResource): Promise<World> {
  const started = await startSandbox({ dialect });
  const { control, host, organizationId } = started;
  const closeSockets = shareSockets(host);
  const close = async (): Promise<void> => {
    await closeSockets();
    await started.close();
  };
  const sandbox: Sandbox = { ...started, close };
  // Rows set values that the service has behind a flag.
  control.changeSettings({ proxyRootRedirects: true });
  const { apiKey } = control.createKey({ email: FOUNDER, scopes: null });
  const other = control.createOrganization({ email: FOUNDER, name: "Acme Labs" });
  const send = async (method: string, path: string, body?: Values): Promise<Values> => {
    const response = await fetch(`${host}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Values);
  };
  let records = newRecords();
  return {
    sandbox,
    dialect,
    apiKey,
    loseRecords: () => {
      records = newRecords();
    },
    keepRecords: () => copyOf(records),
    recallRecords: (kept) => {
      records = copyOf(kept);
    },
    organizationId,
    otherOrganizationId: other.id,
    start: (engine, config, time) =>
      engine.start({
        host,
        apiKey,
        records,
        config: { ...NO_LIMITS, ...config },
        ...(time === undefined ? {} : { time }),
        ...(madeUp === undefined ? {} : { definitions: [madeUp] }),
      }),
    send,
    settleIn: (organization) => {
      const founder = control.users().find(({ email }) => email === FOUNDER);
      control.updateUser(founder?.id ?? "", { currentOrganization: organization });
    },
    addDomain: async (organization, domain, further) => {
      const made = await send("POST", `organizations/${organization}/domains/`, { domain });
      if (further !== undefined) control.updateDomain(String(made["id"]), further);
      return String(made["id"]);
    },
    domain: (id) => control.domains().find((row) => row["id"] === id),
    organization: (id) => control.organizations().find((row) => row.id === id),
    project: (id) => (control.call("GET", `projects?organization=${id}`) as { number: number }[])[0]?.number ?? 0,
    batchExports: () => (control.call("GET", "batch-exports") as Values[]).filter((row) => row["is_deleted"] === false),
  };
}

/** The requests since the log was cleared that could change something. */
export function writesOf({ sandbox }: World): LoggedRequest[] {
  return sandbox.control.requests().filter(({ method }) => method !== "GET");
}

/** The look at the key, which a process takes once at most. */
const LOOK_AT_KEY = "GET /personal_api_keys/@current/";

/**
 * The requests since the log was cleared, as `METHOD /route/`, in order and without the look at the key.
 *
 * @param besides - lists that might have been read once more, for a check of references
 */
export function requestsOf({ sandbox }: World, besides: readonly string[] = []): string[] {
  const left = new Set(besides);
  return routesOf(sandbox.control.requests()).filter((one) => !left.delete(one));
}

/** Logged requests as `METHOD /route/`, in order and without the look at the key. */
export function routesOf(requests: readonly LoggedRequest[]): string[] {
  return requests.map(({ method, path }) => `${method} ${templateOf(path)}`).filter((one) => one !== LOOK_AT_KEY);
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;

function templateOf(path: string): string {
  return (path.split("?")[0] ?? "")
    .replace("/api", "")
    .replace(UUID, ":id")
    .replaceAll(/\/\d+(?=\/)/gu, "/:id");
}
