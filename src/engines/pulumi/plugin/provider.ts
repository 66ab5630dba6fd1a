import { type Context, Declarations, type DriverClock } from "../../../driver/driver.ts";
import type { AnyResource } from "../../../model/definition.ts";
import type { Values } from "../../../model/json-value.ts";
import { functions } from "../../../catalog/functions/index.ts";
import type { CheckSettings } from "../../../model/check.ts";
import { secretTextsIn } from "../../../model/secret-texts.ts";
import { explainingRefusedKey } from "../../../app/api-key.ts";
import type { Message } from "../../../grpc/messages.ts";
import { CallError, type CallHandler, type Calls, STATUS } from "../../../grpc/server.ts";
import { type LookUp, lookUpsOf } from "../../../app/look-ups.ts";
import { served } from "../../../app/served.ts";
import { creationFiles } from "../../../app/creation-files.ts";
import { idempotencyFiles } from "../../../app/idempotency-files.ts";
import { pulumiOwnerName } from "../../../app/record-owner-name.ts";
import { ReportedDeprecations } from "../../../model/deprecations.ts";
import { type ClientTime, Sessions } from "../../../app/sessions.ts";
import type { OneAccount } from "../../../app/one-account.ts";
import type { Settings } from "../../../app/settings.ts";
import { Command } from "./command.ts";
import {
  changedConfiguration,
  configurationFrom,
  configurationProblems,
  howToSet,
  storedConfiguration,
} from "./configuration.ts";
import type { Log } from "./engine-log.ts";
import { callErrorOf } from "./failures.ts";
import { functionCall } from "./function-calls.ts";
import { invokeCall, listCall, nameIn } from "./look-up-calls.ts";
import { CALL_NAMES, CALLS, type CallName, CHANGES, KIND, MESSAGES, pathOf, type Request } from "./protocol.ts";
import {
  checkCall,
  createCall,
  deleteCall,
  diffCall,
  PROPERTIES,
  readCall,
  type ResourceCall,
  type ResourceRequest,
  secretsOf,
  updateCall,
} from "./resource-calls.ts";
import { nameInUrn } from "./spelling.ts";
import generatedSchema from "./schema.generated.json" with { type: "json" };
import { fromEngine, markedTextsIn } from "./values.ts";
import { joined, MessageError, printed } from "../../../model/messages.ts";

/** The possible meaning of a refused key in calls for which the engine uses the configuration in the state. */
const STORED_KEY =
  "A refresh or destroy uses the settings of the last update: if the key was changed since, run `pulumi up` first, or add `--run-program`.";

const OLD_ENGINE =
  "This version of Pulumi doesn't tell the provider whether it runs a preview, so a preview would write. Nothing was sent. Use Pulumi 3.206 or later.";

/** The dependencies of a provider; a test can replace all of them. */
export interface ProviderOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder of the program; that of this process if absent. */
  readonly folder?: string;
  /** The account of a stack that shares its process with others. */
  readonly account?: OneAccount;
  readonly clock: DriverClock;
  readonly clientTime?: ClientTime;
  readonly log: Log;
  /** The resources that are served; all there are when absent. */
  readonly definitions?: readonly AnyResource[];
  /** The schema of these resources, as the generator writes it. */
  readonly schema?: { readonly version: string };
}

/** The context of one call, besides its request. */
interface Exchange {
  readonly signal: AbortSignal;
  readonly send: (response: Message) => void;
}

type Handler<Name extends CallName> = (
  request: Request<Name>,
  exchange: Exchange,
) => Promise<Message | undefined> | Message;

type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** The knowledge of one command of the engine; another command starts without it. */
interface Run {
  readonly command: Command;
  readonly sessions: Sessions;
  /** The deprecations that were reported. */
  readonly deprecations: ReportedDeprecations;
  readonly declarations: Declarations;
  settings?: Settings;
  /** Whether the engine reports in a function call that it's a preview. */
  tellsPreview?: boolean;
}

/** The provider behind the protocol: translates calls to the driver's verbs and back, and does nothing else. */
export class Provider {
  readonly #options: ProviderOptions;
  readonly #definitions: readonly AnyResource[];
  readonly #lookUps: readonly LookUp[];
  #run: Run;
  /** The stack of the resources that the engine named last: one process serves one at a time. */
  #stack: string | undefined;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#definitions = options.definitions ?? served;
    this.#lookUps = lookUpsOf(this.#definitions);
    this.#run = this.#newRun();
  }

  /** The calls for the server. */
  calls(): Calls {
    const handlers = this.#handlers();
    return Object.fromEntries(CALL_NAMES.map((name) => [pathOf(name), this.#translated(name, handlers)]));
  }

  /** The text without any secret that a call brought. */
  redact(text: string): string {
    return this.#run.sessions.redact(text);
  }

  /** Ends waits, lets requests under way be answered, and closes the connections to the service. */
  end(): void {
    this.#run.command.cancel();
    void this.#run.sessions.close();
  }

  #handlers(): Handlers {
    const { log, schema = generatedSchema } = this.#options;
    return {
      // Several commands can follow one another while the engine is attached to a running process.
      Handshake: ({ engineAddress, invokeWithPreview }) => {
        this.#run = this.#newRun();
        this.#run.tellsPreview = invokeWithPreview;
        log.connect(engineAddress);
        return { acceptSecrets: true, acceptResources: false, acceptOutputs: false };
      },
      Attach: ({ address }) => {
        log.connect(address);
        return {};
      },
      GetPluginInfo: () => ({ version: schema.version }),
      GetSchema: () => ({ schema: JSON.stringify(schema) }),
      CheckConfig: ({ news = {} }) => {
        const problems = configurationProblems(fromEngine(news).values);
        const failures = problems.map((problem) => ({ property: "", reason: printed(problem) }));
        return { inputs: storedConfiguration(news), failures };
      },
      DiffConfig: ({ olds, oldInputs, news = {} }) => diffConfig(oldInputs ?? olds ?? {}, news),
      Configure: (request) => this.#configure(request),
      Check: async (request, exchange) => {
        const call = this.#resourceCall(request, exchange);
        const checked = await checkCall(call, this.#checkSettings());
        if (checked.failures.length === 0) this.#warnOfDeprecated(request);
        return { ...checked };
      },
      Diff: (request, exchange) => diffCall(this.#resourceCall(request, exchange)),
      Create: (request, exchange) => createCall(this.#resourceCall(request, exchange)),
      Read: (request, exchange) =>
        explainingRefusedKey(STORED_KEY, () => readCall(this.#resourceCall(request, exchange))),
      Update: (request, exchange) => updateCall(this.#resourceCall(request, exchange)),
      Delete: (request, exchange) =>
        explainingRefusedKey(STORED_KEY, () => deleteCall(this.#resourceCall(request, exchange))),
      Invoke: (request, exchange) => this.#invoke(request, exchange),
      List: async (request, exchange) => {
        await listCall(this.#lookUpCall(request, exchange), exchange.send);
        return undefined;
      },
      Cancel: () => {
        this.#run.command.cancel();
        return {};
      },
    };
  }

  /** Bytes on the outside; messages, and errors in the user's words, on the inside. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the request to the handler of the same call
  #translated<Name extends CallName>(name: Name, handlers: Handlers): CallHandler {
    const [requestType, responseType]: (typeof CALLS)[Name] = CALLS[name];
    const handler = handlers[name];
    return async (bytes, { signal, send }) => {
      const request = MESSAGES.decode<(typeof CALLS)[Name][0]>(requestType, bytes);
      const about = isAboutResource(request) ? request : undefined;
      const exchange = { signal, send: (one: Message) => send(MESSAGES.encode(responseType, one)) };
      try {
        const response = await handler(request, exchange);
        return response === undefined ? undefined : MESSAGES.encode(responseType, response);
      } catch (error) {
        throw callErrorOf(error, {
          redact: (text) => this.redact(text),
          secrets: about === undefined ? [] : secretsOf(this.#definitionOf(about.urn), about),
          name: about === undefined ? undefined : nameInUrn(about.urn),
          isCancelled: this.#run.command.isCancelled,
        });
      } finally {
        await this.#options.log.delivered();
      }
    };
  }

  #warnOfDeprecated({ urn }: Request<"Check">): void {
    this.#run.deprecations.warnOf(this.#definitionOf(urn), this.#options.log.reporterFor(urn));
  }

  #newRun(): Run {
    const command = new Command();
    const { clientTime, environment, folder = process.cwd() } = this.#options;
    const owner = { environment, folder };
    const creations = creationFiles(owner, () => pulumiOwnerName(owner, this.#stack));
    const options = { clientTime, environment, idempotency: idempotencyFiles(owner), creations };
    const sessions = new Sessions(command.clockFrom(this.#options.clock), options);
    return { command, sessions, deprecations: new ReportedDeprecations(), declarations: new Declarations() };
  }

  #configure({ args, variables }: Request<"Configure">): Message {
    const { account, environment } = this.#options;
    const found = configurationFrom({
      args: fromEngine(args).values,
      variables,
      environment,
    });
    if (found.problems !== undefined) throw new CallError(STATUS.unknown, printed(joined(found.problems, "\n")));
    const refusal = account?.refusal(found.settings);
    if (refusal !== undefined) throw new MessageError(refusal);
    // Created here, so an invalid setting is reported once and not for each resource.
    this.#run.sessions.of(found.settings);
    this.#run.settings = found.settings;
    return { acceptSecrets: true, supportsPreview: true, acceptResources: false, acceptOutputs: false };
  }

  #settings(): Settings {
    const { settings } = this.#run;
    if (settings === undefined) throw new CallError(STATUS.internal, "The provider was not configured by the engine");
    return settings;
  }

  #resourceCall<Sent extends ResourceRequest>(request: Sent, exchange: Exchange): ResourceCall<Sent> {
    const definition = this.#definitionOf(request.urn);
    this.#stack = stackIn(request.urn);
    const secrets = PROPERTIES.flatMap((field) => {
      const opened = fromEngine(request[field]);
      return [...secretTextsIn(definition, opened.values), ...markedTextsIn(opened)];
    });
    return {
      definition,
      request,
      secrets,
      isConfigured: this.#run.settings !== undefined,
      context: () => this.#context(exchange, request.urn, secrets),
    };
  }

  #invoke(request: Request<"Invoke">, exchange: Exchange): Promise<Message> {
    const name = nameIn(request.tok);
    const definition = functions.find((one) => one.name === name && one.finds === undefined);
    if (definition === undefined) return invokeCall(this.#lookUpCall(request, exchange));
    if (definition.effect !== "read" && this.#run.tellsPreview !== true) {
      throw new CallError(STATUS.unknown, `${name} writes\n${OLD_ENGINE}`);
    }
    return functionCall(definition, request, {
      isPreview: request.preview,
      settings: this.#checkSettings(),
      context: () => this.#context(exchange, "", markedTextsIn(fromEngine(request.args))),
    });
  }

  #checkSettings(): CheckSettings {
    return {
      organizationId: this.#settings().organizationId,
      howToSet: (name) => howToSet({ name, secret: false }),
    };
  }

  #lookUpCall<Sent>(request: Sent, exchange: Exchange) {
    return {
      lookUps: this.#lookUps,
      request,
      organizationId: this.#settings().organizationId,
      context: () => this.#context(exchange, "", []),
    };
  }

  /** The definition that a URN names: `urn:pulumi:<stack>::<project>::<parents>$orgform:index:Domain::<name>`. */
  #definitionOf(urn: string): AnyResource {
    const [, , types = ""] = urn.split("::");
    const token = types.split("$").at(-1) ?? "";
    const definition = this.#definitions.find((one) => one.name === nameIn(token));
    if (definition === undefined)
      throw new CallError(STATUS.unimplemented, `This version of Orgform has no resource ${token}`);
    return definition;
  }

  #context({ signal }: Exchange, urn: string, secrets: readonly string[]): Context {
    return {
      session: this.#run.sessions.of(this.#settings(), secrets),
      report: this.#options.log.reporterFor(urn),
      call: { signal: this.#run.command.signalFor(signal) },
      ...(urn === "" ? {} : { declaration: { among: this.#run.declarations, key: urn, name: urn } }),
    };
  }
}

const isAboutResource = (request: object): request is ResourceRequest =>
  "urn" in request && typeof request.urn === "string";

/** Stack and project out of `urn:pulumi:<stack>::<project>::...`. */
function stackIn(urn: string): string {
  return urn.split("::").slice(0, 2).join("::");
}

/** A change of settings never replaces an object: another host or key might lead to the same organization. */
function diffConfig(olds: Values, news: Values): Message {
  const changed = changedConfiguration(olds, news);
  return {
    changes: changed.length > 0 ? CHANGES.some : CHANGES.none,
    diffs: changed,
    hasDetailedDiff: true,
    detailedDiff: Object.fromEntries(changed.map((name) => [name, { kind: KIND.update, inputDiff: true }])),
  };
}
