import type { Reporter } from "../../../driver/driver.ts";
import { systemClock } from "../../../app/clock.ts";
import { CallClient } from "../../../grpc/client.ts";
import { LOG_PATH, MESSAGES, SEVERITY } from "./protocol.ts";
import { nameInUrn, pluginSpelling } from "./spelling.ts";
import { printed, type Text } from "../../../model/messages.ts";

/** Longest time that an answer waits for messages on their way, in milliseconds. */
const DELIVERY_LIMIT_MS = 10_000;

/** Receives messages to the user. */
export interface Log {
  /** A reporter whose messages are shown with the resource. */
  reporterFor(urn: string): Reporter;
  /** Connects to the engine at an address, and leaves the one before. */
  connect(address: string): void;
  /**
   * Resolves when every message has reached the engine, at most ten seconds later: the engine might end this process
   * after the last response.
   */
  delivered(): Promise<void>;
}

/** The log of the engine that started this process, or attached to it. */
export class EngineLog implements Log {
  #client: CallClient | undefined;
  #address = "";
  readonly #pending = new Set<Promise<unknown>>();

  connect(address: string): void {
    if (address === "" || address === this.#address) return;
    this.#client?.close();
    this.#client = new CallClient(address);
    this.#address = address;
  }

  reporterFor(urn: string): Reporter {
    const spelling = pluginSpelling(nameInUrn(urn));
    const say = (severity: number, text: Text, further: Readonly<Record<string, unknown>> = {}): void =>
      this.#send({ severity, message: printed(text, spelling), urn, ...further });
    return {
      warn: (text) => say(SEVERITY.warning, text),
      info: (text) => say(SEVERITY.info, text),
      status: (text) => say(SEVERITY.info, text, { ephemeral: true }),
    };
  }

  async delivered(): Promise<void> {
    if (this.#pending.size === 0) return;
    const arrived = new AbortController();
    const limit = systemClock.sleep(DELIVERY_LIMIT_MS, arrived.signal).catch(() => undefined);
    await Promise.race([Promise.all(this.#pending), limit]);
    arrived.abort();
  }

  #send(request: Readonly<Record<string, unknown>>): void {
    const client = this.#client;
    if (client === undefined) return;
    // A message that doesn't arrive must not fail its call.
    const sent = client.call(LOG_PATH, MESSAGES.encode("LogRequest", request)).catch(() => undefined);
    this.#pending.add(sent);
    void sent.then(() => this.#pending.delete(sent));
  }
}
