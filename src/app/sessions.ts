import { type Api, type ClientOptions, createClient, HostError } from "../client/client.ts";
import {
  type CreationStore,
  type RecordStore,
  type DriverClock,
  type IdempotencyRecord,
  Session,
  Turns,
} from "../driver/driver.ts";
import type { WriteContext } from "../model/call-context.ts";
import { requestEvents } from "./request-count.ts";
import type { Settings } from "./settings.ts";
import { fieldName, message, withText } from "../model/messages.ts";

/** The time source of the client's own waits and time limits; the machine's clock and random numbers if absent. */
export type ClientTime = Pick<ClientOptions, "clock" | "random">;

/** The records of creates with one key at one host. */
export type CreationStores = (account: Pick<Settings, "host" | "apiKey">) => CreationStore;

/** The sessions of one process: one per set of settings, so no two credentials share anything. */
export class Sessions {
  readonly #byKey = new Map<string, { readonly api: Api; readonly session: Session }>();
  /** One for each key at a host: sessions of different settings share the key's account. */
  readonly #turns = new Map<string, Turns<WriteContext>>();
  readonly #clock: DriverClock;
  readonly #client: ClientTime & Pick<ClientOptions, "environment">;
  readonly #idempotency: RecordStore<IdempotencyRecord> | undefined;
  readonly #creations: CreationStores | undefined;

  /**
   * @param options.environment - contains the proxy settings; the process's own if absent
   * @param options.idempotency - where the records of calls that must not be repeated are stored; nowhere if absent
   * @param options.creations - where the records of creates are stored; nowhere if absent
   */
  constructor(
    clock: DriverClock,
    options: {
      readonly clientTime?: ClientTime | undefined;
      readonly environment?: ClientOptions["environment"];
      readonly idempotency?: RecordStore<IdempotencyRecord>;
      readonly creations?: CreationStores;
    } = {},
  ) {
    this.#clock = clock;
    this.#client = { ...options.clientTime, environment: options.environment };
    this.#idempotency = options.idempotency;
    this.#creations = options.creations;
  }

  /**
   * The session of the settings; created at its first use.
   *
   * @param secrets - strings that the service might quote and that no later message of this session can show
   * @throws host_invalid, api_key_invalid, option_invalid, proxy_invalid if a setting can't be used.
   */
  of(settings: Settings, secrets: readonly string[] = []): Session {
    const { api, session } = this.#entryOf(settings);
    for (const secret of secrets) api.registerSecret(secret);
    return session;
  }

  /** The text without any secret of any session: the keys, and registered values. */
  redact(text: string): string {
    return [...this.#byKey.values()].reduce((redacted, { api }) => api.redact(redacted), text);
  }

  /** Lets running requests end, then closes every connection to the service. */
  async close(): Promise<void> {
    await Promise.all([...this.#byKey.values()].map(({ api }) => api.close()));
  }

  #entryOf(settings: Settings): { readonly api: Api; readonly session: Session } {
    const key = JSON.stringify(settings);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const { takeOverRecent, isOfflinePreview, ...clientSettings } = settings;
    const api = clientOf({ ...clientSettings, ...this.#client, onEvent: requestEvents() });
    const session = new Session({
      api,
      clock: this.#clock,
      serviceNow: () => api.serverNow(),
      idempotency: this.#idempotency,
      turns: this.#turnsOf(settings),
      takeTurn: api.takeTurn,
      creations: this.#creations?.(settings),
      takeOverRecent,
      currentKey: (call) => api.account.currentKey(call),
      isOfflineAllowed: isOfflinePreview,
    });
    const entry = { api, session };
    this.#byKey.set(key, entry);
    return entry;
  }

  #turnsOf({ host, apiKey }: Settings): Turns<WriteContext> {
    const account = JSON.stringify([host, apiKey]);
    const turns = this.#turns.get(account) ?? new Turns();
    this.#turns.set(account, turns);
    return turns;
  }
}

/** A client; errors in its settings use their names in the engine's spelling. */
function clientOf(options: ClientOptions): Api {
  try {
    return createClient(options);
  } catch (error) {
    if (!(error instanceof HostError) || error.insecure === undefined) throw error;
    const text = message`${error.insecure} Use https, or set ${fieldName("allowInsecureHttp")} when the network is trusted.`;
    throw withText(error, text);
  }
}
