import { createClient } from "../../../src/client/client.ts";
import type { Api, ClientOptions } from "../../../src/client/client.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import type { Script, ScriptedServer } from "../../support/scripted-server.ts";

/** A client against a scripted server, on a clock that skips all waits but time-outs. */
export interface ApiFixture {
  readonly server: ScriptedServer;
  readonly api: Api;
  readonly clock: FakeClock;
  close(): Promise<void>;
}

export async function openApi(script: Script, options: Partial<ClientOptions> = {}): Promise<ApiFixture> {
  const server = await startScriptedServer(script);
  const clock = createFakeClock((delayMs) => delayMs !== 30_000);
  const api = createClient({
    host: server.origin,
    apiKey: "phx_unit_tests",
    clock,
    random: () => 0,
    ...options,
  });
  const close = async (): Promise<void> => {
    await api.close();
    await server.close();
  };
  return { server, api, clock, close };
}

/** The error of a rejected promise. */
export async function rejection(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const result: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (result instanceof Error) return result as Error & Record<string, unknown>;
  throw new Error("expected a rejection");
}

/** The requests, one string each: method, path with query, body. */
export function sent({ server }: ApiFixture): string[] {
  return server.requests.map(({ method, path, body }) => `${method} ${path} ${body}`.trimEnd());
}
