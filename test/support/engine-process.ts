import { setTimeout as pause } from "node:timers/promises";

import type { DriverClock, Reporter } from "../../src/driver/driver.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import type { ClientTime } from "../../src/app/sessions.ts";
import { type DynamicProvider, Runtime } from "../../src/engines/pulumi/dynamic/runtime.ts";
import { PROVIDER_KEY } from "../../src/engines/pulumi/dynamic/values.ts";
import { printed, type Text } from "../../src/model/messages.ts";
import { environmentWith } from "./process-environment.ts";

/** A message of the provider during a test. */
export interface Message {
  readonly severity: "warn" | "info" | "status";
  readonly text: string;
}

/** Settings of a simulated provider process. */
export interface EngineProcessOptions {
  readonly host: string;
  readonly apiKey: string;
  readonly organizationId?: string;
  /** Further configuration without the namespace, such as `requestTimeoutSeconds`. */
  readonly config?: Readonly<Record<string, string>>;
  /** How much faster than real time the driver's waits pass; default 200. */
  readonly speed?: number;
  /** The resources that are served; all there are when absent. */
  readonly definitions?: readonly AnyResource[];
  /** The folder of records; the run's folder if absent. */
  readonly records?: string | undefined;
  /** Replaces the driver's clock of that speed, and the clock and dice of the client. */
  readonly time?: { readonly driver: DriverClock; readonly client: ClientTime };
}

/**
 * The provider process as the engine starts one for each phase: nothing is known from before, calls come in the
 * engine's shape. No CLI is involved, so large tables are quick.
 */
export class EngineProcess {
  readonly messages: Message[] = [];
  readonly #runtime: Runtime;
  readonly #config: Readonly<Record<string, string>>;

  constructor(options: EngineProcessOptions) {
    const say = (severity: Message["severity"]) => (text: Text) =>
      void this.messages.push({ severity, text: printed(text) });
    const reporter: Reporter = { warn: say("warn"), info: say("info"), status: say("status") };
    this.#runtime = new Runtime({
      environment: environmentWith(options.records),
      clock: options.time?.driver ?? fastClock(options.speed ?? 200),
      clientTime: options.time?.client ?? {},
      log: { reporterFor: () => reporter, delivered: () => Promise.resolve() },
      ...(options.definitions === undefined ? {} : { definitions: options.definitions }),
    });
    this.#config = {
      host: options.host,
      apiKey: options.apiKey,
      ...(options.organizationId === undefined ? {} : { organizationId: options.organizationId }),
      ...options.config,
    };
  }

  /** The verbs of one resource, as the engine calls them. */
  provider(name: string): DynamicProvider {
    return this.#runtime.provider(name, { get: (key) => this.#config[key.replace(/^orgform:/u, "")] });
  }
}

/** Properties as the SDK hands them over: with the stored code among them. */
export function withCode(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...values, [PROVIDER_KEY]: "code" };
}

/** A clock whose waits are real but shortened; time passes as if they had been full. */
function fastClock(speed: number): DriverClock {
  let skippedMs = 0;
  return {
    now: () => Date.now() + skippedMs,
    sleep: async (ms, signal) => {
      const realMs = ms / speed;
      await pause(realMs, undefined, signal === undefined ? {} : { signal });
      skippedMs += ms - realMs;
    },
  };
}
