import { AsyncLocalStorage } from "node:async_hooks";

import type { CallHandler, Calls } from "../../grpc/server.ts";
import type { ConnectionProvider } from "../attached.ts";

/**
 * The open connections of all stacks. Each has its own provider, like a process that an engine starts, so none sees
 * another one's knowledge, and an error outside of any call is reported at its origin.
 */
export class Connections {
  readonly #open = new Set<ConnectionProvider>();
  readonly #origin = new AsyncLocalStorage<ConnectionProvider>();
  #callsUnderWay = 0;
  #whenIdle: (() => void) | undefined;

  /** The calls of a connection that is new; the provider ends with it. */
  calls(provider: ConnectionProvider, closed: AbortSignal): Calls {
    this.#open.add(provider);
    closed.addEventListener("abort", () => {
      this.#open.delete(provider);
      provider.end();
    });
    const entries = Object.entries(provider.calls);
    return Object.fromEntries(entries.map(([path, handler]) => [path, this.#within(provider, handler)]));
  }

  /** Returns an error that no call caught to the stack it came from, or to all stacks if that's unknown. */
  survive(error: unknown): void {
    const cause = error instanceof Error ? error : new Error(String(error));
    const origin = this.#origin.getStore();
    for (const provider of origin === undefined ? this.#open : [origin]) provider.fail(cause);
  }

  /** The text without any secret of any stack. */
  redact(text: string): string {
    const providers = new Set([...this.#open, this.#origin.getStore()].filter((one) => one !== undefined));
    return [...providers].reduce((redacted, provider) => provider.redact(redacted), text);
  }

  /** Ends every wait; resolves when no call is under way. */
  async end(): Promise<void> {
    for (const provider of this.#open) provider.end();
    if (this.#callsUnderWay > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #within(provider: ConnectionProvider, handler: CallHandler): CallHandler {
    return async (request, call) => {
      this.#callsUnderWay += 1;
      try {
        return await this.#origin.run(provider, () => handler(request, call));
      } finally {
        this.#callsUnderWay -= 1;
        // Once the answer is on its way, too.
        if (this.#callsUnderWay === 0) setImmediate(() => this.#whenIdle?.());
      }
    };
  }
}
