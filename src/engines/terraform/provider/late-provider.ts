import { type Calls, lateCalls } from "../../../grpc/server.ts";
import { CALL_NAMES, type CallName, pathOf } from "./protocol.ts";
import type { Provider, ProviderOptions } from "./provider.ts";

/** The dependencies of a provider that is loaded late. */
export interface LateProviderOptions extends ProviderOptions {
  /** The bytes of a cached response; undefined if there are none. */
  readonly written: (call: CallName) => Uint8Array | undefined;
}

/**
 * The provider, loaded by the first call that needs it. Loading takes far longer than serving, and some of the
 * processes that an engine starts for a command only get requests for the schema, which the build has stored.
 */
export class LateProvider {
  readonly #options: LateProviderOptions;
  #provider: Provider | undefined;
  #isEnded = false;

  constructor(options: LateProviderOptions) {
    this.#options = options;
  }

  /** The calls of the provider's service, by path. */
  calls(): Calls {
    const late = lateCalls(CALL_NAMES.map(pathOf), () => this.#load());
    const served = CALL_NAMES.map((name): [string, Calls[string]] => [
      pathOf(name),
      async (request, call) => this.#options.written(name) ?? late[pathOf(name)]?.(request, call),
    ]);
    return Object.fromEntries(served);
  }

  /** Ends every open call with an error that the user sees at its resource; there is none before the provider is loaded. */
  failOpenCalls(error: Error): void {
    this.#provider?.failOpenCalls(error);
  }

  /** Ends waits, lets requests under way be answered, and closes the connections to the service. */
  end(): void {
    this.#isEnded = true;
    this.#provider?.end();
  }

  async #load(): Promise<Calls> {
    const { loadProvider } = await import("./load-provider.ts");
    this.#provider = loadProvider(this.#options);
    if (this.#isEnded) this.#provider.end();
    return this.#provider.calls();
  }
}
