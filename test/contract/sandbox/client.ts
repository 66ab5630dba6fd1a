import { jest } from "@jest/globals";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../packages/sandbox/src/index.ts";

// Generous for real sockets on a busy machine, so only a hang fails.
jest.setTimeout(30_000);

/** A response for tests. `json` is undefined if the body isn't JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- bodies are only compared with what a test expects
export type TestAnswer = { status: number; headers: Headers; text: string; json: any };

/** How one call differs from the usual JSON call with the seeded key. */
export type CallOptions = { key?: string | null; headers?: Record<string, string>; raw?: string | Buffer };

/** A sandbox with its own client. */
export type Fixture = {
  readonly sandbox: Sandbox;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<TestAnswer>;
  /** Path below the seeded organization. */
  at(path?: string): string;
  close(): Promise<void>;
};

/** Starts a sandbox for one test or one group of tests. */
export async function openFixture(options: SandboxOptions = {}): Promise<Fixture> {
  const sandbox = await startSandbox(options);
  return {
    sandbox,
    call: (method, path, body, callOptions = {}) => send(sandbox, method, path, body, callOptions),
    at: (path = "") => `/api/organizations/${sandbox.organizationId}/${path}`,
    close: () => sandbox.close(),
  };
}

async function send(
  sandbox: Sandbox,
  method: string,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<TestAnswer> {
  const headers = new Headers(options.headers);
  if (options.key !== null) headers.set("authorization", `Bearer ${options.key ?? sandbox.apiKey}`);
  const raw = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
  if (raw !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const init: RequestInit = { method, headers, redirect: "manual" };
  const answer = await fetch(sandbox.host + path, raw === undefined ? init : { ...init, body: raw as string });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: parseOrUndefined(text) };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error code that a cut connection leads to. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "no failure";
  } catch (error) {
    const cause = (error as { cause?: { code?: string; message?: string } }).cause;
    return cause?.code ?? cause?.message ?? String(error);
  }
}
