/** A sandbox for the tests of other programs: public entry `@orgform/sandbox/testing`. */
import type { LoggedRequest } from "../request-log.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox.ts";

/** A span of time; omitted parts are 0. Each part is a number from 0. */
export interface Span {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** Selects requests: all by default. */
export interface RequestFilter {
  /** For example `POST`. */
  readonly method?: string;
  /** A part of the path, or a pattern for it. */
  readonly path?: string | RegExp;
}

/** A running sandbox, with functions for tests. */
export interface TestSandbox extends Sandbox {
  /** Variables for a program or an engine: host and key, and the organization if there is one. */
  readonly environment: Readonly<Record<string, string>>;
  /** Advances the clock: invites expire, jobs run. @throws Error for a part that isn't a number from 0 */
  advance(span: Span): void;
  /** Requests since the start or since `forget`, oldest first. */
  requests(filter?: RequestFilter): LoggedRequest[];
  /** The requests among them that could have changed something; none after a preview. */
  writes(): LoggedRequest[];
  /** Forgets the requests so far. */
  forget(): void;
}

const PARTS = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const;

const READS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Starts a sandbox on a free port, in memory. Close it when the test ends.
 *
 * @param options - as for `startSandbox`; by default there is the example organization
 */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox(options);
  const { control, host, apiKey, organizationId } = sandbox;
  const requests = ({ method, path }: RequestFilter = {}): LoggedRequest[] =>
    control
      .requests()
      .filter((one) => (method === undefined || one.method === method) && (path === undefined || fits(one.path, path)));
  return Object.assign(sandbox, {
    environment: {
      ORGFORM_HOST: host,
      ORGFORM_API_KEY: apiKey,
      ...(organizationId === "" ? {} : { ORGFORM_ORGANIZATION_ID: organizationId }),
    },
    advance: (span: Span): void => void control.advanceClock(secondsOf(span)),
    requests,
    writes: () => requests().filter(({ method }) => !READS.includes(method)),
    forget: () => control.clearRequests(),
  });
}

function fits(text: string, path: string | RegExp): boolean {
  return typeof path === "string" ? text.includes(path) : path.test(text);
}

function secondsOf(span: Span): number {
  const seconds = Object.entries(span).map(([part, amount]: [string, unknown]) => {
    const unit = part in PARTS ? PARTS[part as keyof typeof PARTS] : undefined; // -- looked up just before
    if (unit === undefined || typeof amount !== "number" || !(amount >= 0)) {
      throw new Error(`advance takes days, hours, minutes, and seconds from 0; found ${part}: ${String(amount)}.`);
    }
    return unit * amount;
  });
  return seconds.reduce((sum, each) => sum + each, 0);
}
