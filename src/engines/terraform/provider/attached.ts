import process from "node:process";

import { systemClock } from "../../../app/clock.ts";
import type { Calls, CallsOfConnection } from "../../../grpc/server.ts";
import type { AttachedEngine, AttachedStack, ConnectionProvider } from "../../attached.ts";
import { ownError } from "./own-error.ts";
import { reattachText, startPluginServer } from "./plugin-server.ts";
import { Provider } from "./provider.ts";
import { writtenAnswer } from "./written-answers.ts";

/** A provider that serves one connection of an engine, which would else start a process for it. */
class AttachedProvider implements ConnectionProvider {
  readonly calls: Calls;
  readonly #provider: Provider;

  constructor(workspace: AttachedStack) {
    this.#provider = new Provider({ ...workspace, clock: systemClock, written: writtenAnswer });
    this.calls = this.#provider.calls();
  }

  /** The text without the key. */
  redact(text: string): string {
    return this.#provider.redact(text);
  }

  /** Ends every open call with an error that belongs to none of them. */
  fail(error: Error): void {
    this.#provider.failOpenCalls(ownError(error.message));
  }

  /** Ends waits; running requests can still get their responses. */
  end(): void {
    this.#provider.end();
  }
}

/** The provider at a socket, which a folder of this user guards. */
export const attached: AttachedEngine = {
  isGuarded: () => process.platform !== "win32",
  provider: (workspace) => new AttachedProvider(workspace),
  serve: serveReattached,
};

/** Serves the provider's calls at the address for TF_REATTACH_PROVIDERS, each connection separately. */
async function serveReattached(calls: CallsOfConnection) {
  const server = await startPluginServer({ calls, platform: process.platform, onShutdown: () => undefined });
  const variables = { TF_REATTACH_PROVIDERS: JSON.stringify(reattachText(server)) };
  return { variables, close: () => server.close() };
}
