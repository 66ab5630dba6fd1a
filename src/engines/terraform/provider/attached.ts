import process from "node:process";

import { systemClock } from "../../../app/clock.ts";
import type { Calls, CallsOfConnection } from "../../../grpc/server.ts";
import { ownError } from "./own-error.ts";
import { startPluginServer } from "./plugin-server.ts";
import { Provider, type ProviderOptions } from "./provider.ts";
import { reattachText } from "./reattach.ts";
import { writtenAnswer } from "./written-answers.ts";

/** A provider that serves one connection of an engine, which would else start a process for it. */
export class AttachedProvider {
  readonly calls: Calls;
  readonly #provider: Provider;

  constructor(workspace: Pick<ProviderOptions, "environment" | "folder" | "account">) {
    this.#provider = new Provider({ ...workspace, clock: systemClock, written: writtenAnswer });
    this.calls = this.#provider.calls();
  }

  /** The text without the key. */
  redact(text: string): string {
    return this.#provider.redact(text);
  }

  /** Ends every open call with an error that is no call's own. */
  fail(error: Error): void {
    this.#provider.failOpenCalls(ownError(error.message));
  }

  /** Ends waits; requests under way may still be answered. */
  end(): void {
    this.#provider.end();
  }
}

/** Serves the provider's calls where TF_REATTACH_PROVIDERS then says, each connection by itself. */
export async function serveReattached(
  calls: CallsOfConnection,
): Promise<{ readonly reattach: Record<string, unknown>; close(): void }> {
  const server = await startPluginServer({ calls, platform: process.platform, onShutdown: () => undefined });
  return { reattach: reattachText(server), close: () => server.close() };
}
