import { createRequire } from "node:module";

import type { Reporter } from "../../../driver/driver.ts";
import { systemClock } from "../../../app/clock.ts";
import { printed } from "../../../model/messages.ts";

/** Longest time that an answer waits for messages on their way, in milliseconds. */
const DELIVERY_LIMIT_MS = 10_000;

/** How grave a message is, in the engine's numbers. @source pulumi proto/engine.proto, LogSeverity */
const SEVERITY = { info: 1, warning: 2 } as const;

/** Sends messages to the engine, attached to a resource; uses the console if the engine can't be reached. */
export interface EngineLog {
  /** A reporter for one call; `properties` is the record that the SDK handed over with it. */
  reporterFor(properties: unknown): Reporter;
  /** The stack and project of the resource that the SDK handed over last; absent while none is known. */
  stack?(): string | undefined;
  /**
   * Resolves when every message has reached the engine, at most ten seconds later: the engine ends this process after
   * the last response, and messages that are still being sent then are lost.
   */
  delivered(): Promise<void>;
}

/** The parts of the SDK's generated messages that are used; loaded from the SDK that runs this process. */
interface Sdk {
  readonly grpc: { readonly credentials: { createInsecure(): unknown } };
  readonly engineServices: {
    readonly EngineClient: new (
      address: string,
      credentials: unknown,
    ) => { log(request: LogRequest, done: (error: unknown) => void): void };
  };
  readonly engineMessages: { readonly LogRequest: new () => LogRequest };
  readonly providerMessages: Readonly<
    Record<string, { readonly prototype: Record<string, PropertyGetter> } | undefined>
  >;
}

interface LogRequest {
  setSeverity(severity: number): void;
  setMessage(message: string): void;
  setUrn(urn: string): void;
  setEphemeral(ephemeral: boolean): void;
}

/**
 * The requests in which the SDK passes properties to a provider, and the getter it uses.
 *
 * A dynamic provider doesn't get the URN: it is noted when the SDK reads the properties of the request. Only the first
 * call of a process comes too early for that. Internal to the SDK; without it, messages name no resource.
 */
const REQUESTS = [
  ["CheckRequest", "getNews"],
  ["DiffRequest", "getNews"],
  ["CreateRequest", "getProperties"],
  ["ReadRequest", "getProperties"],
  ["UpdateRequest", "getNews"],
  ["DeleteRequest", "getProperties"],
] as const;

interface PropertyRequest {
  getUrn(): string;
}

interface PropertyStruct {
  toJavaScript(): object;
}

type PropertyGetter = (this: PropertyRequest) => PropertyStruct | undefined;

/** Connects to the engine that started this process; call it once, early. */
export function connectEngineLog(argv: readonly string[]): EngineLog {
  const sdk = loadSdk(argv[1]);
  const address = argv[2];
  if (sdk === undefined || address === undefined) return consoleLog;
  const urns = new WeakMap<object, string>();
  let stack: string | undefined;
  const note = (properties: object, urn: string): void => {
    urns.set(properties, urn);
    stack = urn.split("::").slice(0, 2).join("::");
  };
  for (const [request, getter] of REQUESTS) noteUrns(sdk, request, getter, note);
  const client = new sdk.engineServices.EngineClient(address, sdk.grpc.credentials.createInsecure());
  const underWay = new Set<Promise<void>>();
  const send = (severity: number, urn: string | undefined, message: string, isEphemeral: boolean): void => {
    const request = new sdk.engineMessages.LogRequest();
    request.setSeverity(severity);
    request.setMessage(message);
    if (urn !== undefined) request.setUrn(urn);
    request.setEphemeral(isEphemeral);
    // A message that doesn't arrive must not fail its call.
    const sent = new Promise<void>((resolve) => {
      client.log(request, () => resolve());
    });
    underWay.add(sent);
    void sent.then(() => underWay.delete(sent));
  };
  return {
    stack: () => stack,
    reporterFor: (properties) => {
      const urn = typeof properties === "object" && properties !== null ? urns.get(properties) : undefined;
      return {
        warn: (text) => send(SEVERITY.warning, urn, printed(text), false),
        info: (text) => send(SEVERITY.info, urn, printed(text), false),
        status: (text) => send(SEVERITY.info, urn, printed(text), true),
      };
    },
    delivered: async () => {
      if (underWay.size === 0) return;
      const arrived = new AbortController();
      const limit = systemClock.sleep(DELIVERY_LIMIT_MS, arrived.signal).catch(() => undefined);
      await Promise.race([Promise.all(underWay), limit]);
      arrived.abort();
    },
  };
}

function noteUrns(sdk: Sdk, request: string, getter: string, note: (properties: object, urn: string) => void): void {
  const prototype = sdk.providerMessages[request]?.prototype;
  const original = prototype?.[getter];
  if (prototype === undefined || typeof original !== "function") return;
  prototype[getter] = function noted(this: PropertyRequest): PropertyStruct | undefined {
    const struct = original.call(this);
    if (struct === undefined) return struct;
    const urn = this.getUrn();
    const toJavaScript = struct.toJavaScript.bind(struct);
    struct.toJavaScript = () => {
      const properties = toJavaScript();
      note(properties, urn);
      return properties;
    };
    return struct;
  };
}

/** The SDK modules next to the dynamic provider's main file, so both use the same instances. */
function loadSdk(mainFile: string | undefined): Sdk | undefined {
  if (mainFile === undefined) return undefined;
  try {
    const load: (name: string) => unknown = createRequire(mainFile);
    return {
      grpc: load("@grpc/grpc-js"),
      engineServices: load("@pulumi/pulumi/proto/engine_grpc_pb"),
      engineMessages: load("@pulumi/pulumi/proto/engine_pb"),
      providerMessages: load("@pulumi/pulumi/proto/provider_pb"),
    } as Sdk; // -- the exports of the SDK's own packages
  } catch {
    return undefined;
  }
}

const consoleReporter: Reporter = {
  // oxlint-disable-next-line no-console -- without the engine the console is all there is
  warn: (text) => console.error(`warning: ${printed(text)}`),
  // oxlint-disable-next-line no-console -- as above
  info: (text) => console.error(printed(text)),
  status: () => {
    // Live status needs the engine.
  },
};

const consoleLog: EngineLog = { reporterFor: () => consoleReporter, delivered: () => Promise.resolve() };
