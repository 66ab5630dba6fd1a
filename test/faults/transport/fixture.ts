import { createTransport } from "../../../src/client/transport/index.ts";
import type { Transport, TransportEvent, TransportOptions } from "../../../src/client/transport/index.ts";
import { createFakeClock } from "../../support/fake-clock.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import type { Script, ScriptedServer } from "../../support/scripted-server.ts";

/** Timeouts of attempts have this length, so the clock can distinguish them from waits and never skips them. */
export const TIMEOUT_MS = 59_999;

/** The key of all fault tests, which must never appear anywhere. */
export const CANARY = "phx_canary_8f2kQ0zR7/+=~";

/** The body of a 429 that the service itself gave. */
export const OWN_THROTTLE = "slow down";

/** A transport against a scripted server, on a clock that skips all waits. */
export interface Fixture {
  readonly server: ScriptedServer;
  readonly transport: Transport;
  readonly clock: FakeClock;
  readonly events: TransportEvent[];
  send(method: "GET" | "PUT" | "DELETE" | "POST" | "PATCH", signal?: AbortSignal): ReturnType<Transport["send"]>;
  /** The call's error. */
  failure(method: "GET" | "PUT" | "DELETE" | "POST" | "PATCH", signal?: AbortSignal): Promise<Error>;
  close(): Promise<void>;
}

export async function openFixture(script: Script, options: Partial<TransportOptions> = {}): Promise<Fixture> {
  const server = await startScriptedServer(script);
  const clock = createFakeClock((delayMs) => delayMs !== TIMEOUT_MS);
  const events: TransportEvent[] = [];
  const transport = createTransport({
    host: server.origin,
    apiKey: CANARY,
    clock,
    random: () => 0.5,
    requestTimeoutMs: TIMEOUT_MS,
    onEvent: (event) => events.push(event),
    isOwnThrottle: (body) => body === OWN_THROTTLE,
    ...options,
  });
  const send: Fixture["send"] = (method, signal) =>
    transport.send({
      method,
      route: "/api/things/{id}/",
      path: "/api/things/7/",
      body: method === "GET" || method === "DELETE" ? undefined : { name: "x" },
      signal,
    });
  return {
    server,
    transport,
    clock,
    events,
    send,
    failure: async (method, signal) => {
      const result: unknown = await send(method, signal).catch((error: unknown) => error);
      if (!(result instanceof Error)) throw new Error("expected the call to throw");
      return result;
    },
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

/** Waits until a condition holds, turn by turn; fails after 5 seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + 5000;
  while (Date.now() < deadlineMs) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("the condition never held");
}
