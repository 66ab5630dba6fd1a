import type { Reporter } from "../../src/driver/driver.ts";
import { CALLS, type CallName, MESSAGES, pathOf } from "../../src/engines/pulumi/plugin/protocol.ts";
import { Provider, type ProviderOptions } from "../../src/engines/pulumi/plugin/provider.ts";
import { nameInUrn, pluginSpelling } from "../../src/engines/pulumi/plugin/spelling.ts";
import { type Path, fromEngine, toEngine } from "../../src/engines/pulumi/plugin/values.ts";
import type { Message as WireMessage } from "../../src/grpc/messages.ts";
import { CallError, type Calls } from "../../src/grpc/server.ts";
import { type AnyResource, fieldsOf } from "../../src/model/definition.ts";
import { secretPaths } from "../../src/model/secret-texts.ts";
import { isRecord, pick, type Values } from "../../src/model/json-value.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import type { Engine, EngineRun, Entry, RunOptions } from "./engine-under-test.ts";
import type { Message } from "./engine-process.ts";
import { environmentWith, PROCESS_ENVIRONMENT } from "./process-environment.ts";
import { fastTime, type ProcessTime } from "./scenario-clock.ts";
import { printed, type Text } from "../../src/model/messages.ts";

/** A process of the plugin without the process: calls come in as bytes, in the order in which the engine makes them. */
export class PluginProcess {
  readonly messages: Message[] = [];
  readonly #calls: Calls;

  constructor(
    environment: Readonly<Record<string, string>> = {},
    registry: Pick<ProviderOptions, "definitions" | "schema"> = {},
    time: ProcessTime = fastTime(),
  ) {
    const reporterFor = (urn: string): Reporter => {
      const say = (severity: Message["severity"]) => (text: Text) =>
        void this.messages.push({ severity, text: printed(text, pluginSpelling(nameInUrn(urn))) });
      return { warn: say("warn"), info: say("info"), status: say("status") };
    };
    this.#calls = new Provider({
      environment: { ...PROCESS_ENVIRONMENT, ...environment },
      clock: time.driver,
      clientTime: time.client,
      ...registry,
      log: { reporterFor, connect: () => undefined, delivered: () => Promise.resolve() },
    }).calls();
  }

  /** Sends one call, and passes messages of a stream to `onMessage`. The caller disconnects when the signal aborts. */
  async call(
    name: CallName,
    request: WireMessage,
    onMessage: (one: WireMessage) => void = () => undefined,
    signal = new AbortController().signal,
  ): Promise<WireMessage> {
    const [requestType, responseType] = CALLS[name];
    const answer = await this.#calls[pathOf(name)]?.(MESSAGES.encode(requestType, shuffled(request) as WireMessage), {
      signal,
      send: (bytes) => onMessage(MESSAGES.decode(responseType, bytes)),
    });
    return answer === undefined ? {} : MESSAGES.decode(responseType, answer);
  }

  /** Starts and configures, as before every other call. */
  async configure(args: Values): Promise<void> {
    await this.call("Handshake", { engineAddress: "" });
    const { inputs } = await this.call("CheckConfig", { urn: "", olds: {}, news: args });
    await this.call("Configure", { args: inputs });
  }
}

/** The engine sends the entries of a record in any order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isRecord(value) || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, shuffled(item)]),
  );
}

/** A URN as the engine writes it. */
export function urnOf(resource: string, name = "one"): string {
  return `urn:pulumi:dev::test::acme:index:Team$orgform:index:${resource}::${name}`;
}

const values = (message: WireMessage, field: string): Record<string, unknown> =>
  fromEngine(message[field] as Values | undefined).values;

/** Values in the form that the engine sends, with marked secrets. */
function sentOf(definition: AnyResource | undefined, plain: Values): Record<string, unknown> {
  const secrets: Path[] = definition === undefined ? [] : secretPaths(definition);
  return toEngine(plain, secrets);
}

function inputsOf(definition: AnyResource | undefined, state: Values): Values {
  return pick(state, definition === undefined ? [] : fieldsOf(definition, "inputs").map(([name]) => name));
}

function runOf({ definitions = resources, time, records, ...options }: RunOptions): EngineRun {
  const process = new PluginProcess(environmentWith(records), { definitions }, time);
  const definitionOf = (resource: string): AnyResource | undefined => definitions.find(({ name }) => name === resource);
  const sent = (resource: string, plain: Values): Record<string, unknown> => sentOf(definitionOf(resource), plain);
  const inputsIn = (resource: string, state: Values): Values => inputsOf(definitionOf(resource), state);
  const { host, apiKey, organizationId, config } = options;
  const ready = process.configure({
    host,
    apiKey,
    ...(organizationId === undefined ? {} : { organizationId }),
    ...config,
  });
  return runNamed("one");

  function runNamed(declared: string): EngineRun {
    const call = async (name: CallName, resource: string, request: WireMessage): Promise<WireMessage> => {
      await ready;
      return process.call(name, { urn: urnOf(resource, declared), ...request });
    };
    const before = (resource: string, { id, state }: Entry): WireMessage => ({
      id,
      olds: sent(resource, state),
      properties: sent(resource, state),
      oldInputs: sent(resource, inputsIn(resource, state)),
      inputs: sent(resource, inputsIn(resource, state)),
    });
    const readFrom = async (resource: string, request: WireMessage) => {
      const found = await call("Read", resource, request);
      if (found["id"] === "") return undefined;
      return { id: found["id"] as string, state: values(found, "properties"), inputs: values(found, "inputs") };
    };
    return {
      messages: process.messages,
      as: runNamed,
      async check(resource, olds, news) {
        const request = { olds: sent(resource, olds ?? {}), news: sent(resource, news) };
        const checked = await call("Check", resource, request);
        const failures = checked["failures"] as { reason: string }[];
        return { inputs: values(checked, "inputs"), problems: failures.map(({ reason }) => reason) };
      },
      async diff(resource, entry, news) {
        const plan = await call("Diff", resource, { ...before(resource, entry), news: sent(resource, news) });
        return { changes: plan["changes"] === 2, replaces: plan["replaces"] as string[] };
      },
      async create(resource, inputs) {
        const made = await call("Create", resource, { properties: sent(resource, inputs) });
        return { id: made["id"] as string, state: values(made, "properties") };
      },
      read: (resource, entry) => readFrom(resource, before(resource, entry)),
      find: (resource, id) => readFrom(resource, { id, properties: {} }),
      async update(resource, entry, news) {
        const changed = await call("Update", resource, { ...before(resource, entry), news: sent(resource, news) });
        return { id: entry.id, state: values(changed, "properties") };
      },
      async delete(resource, entry) {
        await call("Delete", resource, before(resource, entry));
      },
    };
  }
}

/** The native plugin under the tables. */
export const pulumiPlugin: Engine = {
  name: "pulumi-plugin",
  unknownReplaces: false,
  importsSecretsInto: "state",
  marksPartialUpdates: true,
  showsProgress: true,
  start: runOf,
  partialOf(error) {
    if (!(error instanceof CallError) || error.details === undefined) return undefined;
    const { details } = MESSAGES.decode("Status", error.details);
    const [first] = details;
    if (first === undefined) return undefined;
    const failed = MESSAGES.decode("ErrorResourceInitFailed", first.value);
    return { id: failed.id, state: values(failed, "properties") };
  },
};
