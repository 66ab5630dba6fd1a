/**
 * Compares the cost of a refresh of many domains with a separate read of each domain.
 *
 * Run: npx tsx bench/refresh.ts [number of domains, default 1000]
 */
import { createClient } from "../src/client/client.ts";
import { Runtime } from "../src/engines/pulumi/dynamic/runtime.ts";
import { systemClock } from "../src/app/clock.ts";
import { type Sandbox, startSandbox } from "../packages/sandbox/src/index.ts";

const PARALLEL = 8;
const SETTINGS = { requestsPerMinute: 1_000_000, requestsPerHour: 10_000_000 };
const SILENT = { warn: () => undefined, info: () => undefined, status: () => undefined };

interface Cost {
  readonly calls: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function costOf(sandbox: Sandbox, action: () => Promise<void>): Promise<Cost> {
  sandbox.control.clearRequests();
  const startMs = performance.now();
  const start = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(start);
  return {
    calls: sandbox.control.requests().length,
    wallMs: performance.now() - startMs,
    cpuMs: (user + system) / 1_000,
  };
}

async function inParallel<T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 1_000);
  const sandbox = await startSandbox();
  const { host, apiKey, organizationId } = sandbox;
  const api = createClient({ host, apiKey, ...SETTINGS });
  const names = Array.from({ length: count }, (_, index) => `d${index}.example`);
  await inParallel(names, (domain) => api.domains.create(organizationId, { domain }));
  const domains = await api.domains.list(organizationId).all();
  const config = { ...SETTINGS, host, apiKey } as Readonly<Record<string, string | number>>;
  const get = (key: string): string | undefined => config[key.replace("orgform:", "")]?.toString();
  for (const round of ["warm-up", "measured"]) {
    const single = await costOf(sandbox, () => inParallel(domains, ({ id }) => api.domains.get(organizationId, id)));
    const log = { reporterFor: () => SILENT, delivered: () => Promise.resolve() };
    const runtime = new Runtime({ environment: {}, clock: systemClock, log });
    const provider = runtime.provider("Domain", { get });
    const ours = await costOf(sandbox, () =>
      inParallel(domains, ({ id, domain }) => provider.read(`${organizationId}/${id}`, { organizationId, domain })),
    );
    const ratio = (part: keyof Cost): string => (ours[part] / single[part]).toFixed(2);
    console.log(
      `${round}: refresh of ${count} domains: ${ours.calls} calls (${single.calls} one by one, ratio ${ratio("calls")}), ` +
        `wall ${ours.wallMs.toFixed(0)} ms (ratio ${ratio("wallMs")}), ` +
        `CPU of client and sandbox ${ours.cpuMs.toFixed(0)} ms (ratio ${ratio("cpuMs")})`,
    );
  }
  await api.close();
  await sandbox.close();
}

void main();
