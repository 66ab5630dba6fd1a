import { isAction } from "../../../model/action.ts";
import { codedText, type Reporter } from "../../../driver/driver.ts";
import { functions } from "../../../catalog/functions/index.ts";
import { type AnyResource, isListed } from "../../../model/definition.ts";
import { isRecord } from "../../../model/json-value.ts";
import { printed, type Spelling, type Text } from "../../../model/messages.ts";
import type { Message } from "../../../grpc/messages.ts";
import type { CallHandler, Calls } from "../../../grpc/server.ts";
import { type LookUp, lookUpsOf } from "../../../app/look-ups.ts";
import { served } from "../../../app/served.ts";
import { FunctionAction } from "./actions.ts";
import { Account, type AccountOptions, type CallParts, settingsSchema } from "./account.ts";
import { DataSource, isWaiting } from "./data-sources.ts";
import { type Diagnostic, errorFrom, warningFrom } from "./diagnostics.ts";
import { EphemeralResource, showsSecrets } from "./ephemeral-resources.ts";
import { FunctionSource } from "./function-sources.ts";
import { callFunction, functionMessages } from "./functions.ts";
import { listResource, listSchema } from "./list-resources.ts";
import { moveResourceState } from "./moves/move-resource-state.ts";
import { typeNameOf } from "./names.ts";
import { OnDemand } from "./on-demand.ts";
import { CALL_NAMES, type CallName, CALLS, MESSAGES, pathOf, type Request } from "./protocol.ts";
import { applyResourceChange } from "./apply-change.ts";
import {
  importResourceState,
  planResourceChange,
  readResource,
  type ResourceHandler,
  upgradeResourceIdentity,
  upgradeResourceState,
  validateResourceConfig,
} from "./resource-calls.ts";
import { ResourceSchema } from "./resource-schema.ts";
import { terraformSpelling } from "./spelling.ts";
import { decodeValue } from "./values.ts";

/** The dependencies of a provider; a test can replace all of them. */
export interface ProviderOptions extends AccountOptions {
  /** Receives messages for which the engine has no place: they are visible only in its own log. */
  readonly log?: (level: "info" | "debug", text: string) => void;
  /** The resources that are served; all there are when absent. */
  readonly definitions?: readonly AnyResource[];
  /** The bytes of a cached response; undefined if there are none. */
  readonly written?: (call: CallName) => Uint8Array | undefined;
}

/**
 * Handles one call, with decoded messages; `notes` collects further messages to the user, and `send` is for a call with
 * a stream as response.
 */
type Handler<Name extends CallName> = (
  request: Request<Name>,
  notes: Notes,
  signal: AbortSignal,
  send: (message: Message) => void,
) => Promise<Message | undefined> | Message;

type Handlers = { readonly [Name in CallName]: Handler<Name> };

/** Collects the driver's words during one call. */
class Notes implements Reporter {
  readonly warnings: Diagnostic[] = [];
  /** How fields are spelled; the resource's spelling once it is known. */
  spelling: Spelling = terraformSpelling();
  readonly #log: (level: "info" | "debug", text: string) => void;

  constructor(log: (level: "info" | "debug", text: string) => void) {
    this.#log = log;
  }

  warn(text: Text): void {
    this.warnings.push(warningFrom(printed(text, this.spelling)));
  }

  info(text: Text): void {
    this.#log("info", printed(text, this.spelling));
  }

  status(text: Text): void {
    this.#log("debug", printed(text, this.spelling));
  }
}

/** The provider: one per process, for one account at a time. */
export class Provider {
  readonly #options: ProviderOptions;
  readonly #schemas: OnDemand<ResourceSchema>;
  readonly #dataSources: OnDemand<DataSource | FunctionSource>;
  readonly #ephemeral: OnDemand<EphemeralResource>;
  readonly #actions: OnDemand<FunctionAction>;
  readonly #open = new Set<(error: Error) => void>();
  /** The accounts of all walks: one walk might still be asked for another one's knowledge. */
  readonly #accounts: Account[] = [];
  #account: Account;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#account = this.#added(new Account(options));
    const definitions = options.definitions ?? served;
    this.#schemas = new OnDemand(definitions.map((one) => [typeNameOf(one), () => ResourceSchema.of(one)]));
    const sourceOf = (one: LookUp): DataSource => new DataSource(this.schemaOf(typeNameOf(one.definition)), one);
    const found = lookUpsOf(definitions);
    const lookUps = found.map((one) => [typeNameOf(one.definition), () => sourceOf(one)] as const);
    this.#ephemeral = new OnDemand(
      found
        .filter(showsSecrets)
        .map((one) => [typeNameOf(one.definition), () => new EphemeralResource(sourceOf(one))] as const),
    );
    // The lookup of one object is the data source with the name of its resource.
    const read = functions.filter(({ effect, finds }) => effect === "read" && finds === undefined);
    const sources = read.map((one) => [typeNameOf(one), () => new FunctionSource(one)] as const);
    this.#dataSources = new OnDemand<DataSource | FunctionSource>([...lookUps, ...sources]);
    const writing = functions.filter(({ effect }) => effect !== "read");
    this.#actions = new OnDemand(writing.map((one) => [typeNameOf(one), () => new FunctionAction(one)]));
  }

  /** The schema of a resource type, for tests. */
  schemaOf(typeName: string): ResourceSchema {
    const schema = this.#schemas.get(typeName);
    if (schema === undefined) throw new Error(`${typeName} isn't a resource of this provider`);
    return schema;
  }

  /** The calls of the provider's service, by path. */
  calls(): Calls {
    return Object.fromEntries(CALL_NAMES.map((name) => [pathOf(name), this.#served(name)]));
  }

  /**
   * Ends every open call with an error that the user sees at its resource: the remaining effect of an unhandled error
   * elsewhere.
   */
  failOpenCalls(error: Error): void {
    for (const fail of this.#open) fail(error);
  }

  /** Ends waits, lets requests under way be answered, and closes the connections to the service. */
  end(): void {
    for (const account of this.#accounts) account.end();
  }

  #added(account: Account): Account {
    this.#accounts.push(account);
    return account;
  }

  /** The text without the key. */
  redact(text: string): string {
    return this.#account.redacted(text);
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the request to the handler of the same call
  #served<Name extends CallName>(name: Name): CallHandler {
    const [requestType, responseType]: (typeof CALLS)[Name] = CALLS[name];
    const handler = this.#handlers[name];
    return async (bytes, { signal, send }) => {
      const written = this.#options.written?.(name);
      if (written !== undefined) return written;
      const notes = new Notes(this.#options.log ?? (() => undefined));
      const request = MESSAGES.decode<(typeof CALLS)[Name][0]>(requestType, bytes);
      const sendEvent = (event: Message): void => send(MESSAGES.encode(responseType, event));
      let answer: Message | undefined;
      try {
        answer = await this.#guarded(() => handler(request, notes, signal, sendEvent));
      } catch (error) {
        answer = this.#failed(request, notes, error);
      }
      if (notes.warnings.length > 0) {
        answer = { ...answer, diagnostics: [answer?.["diagnostics"] ?? [], notes.warnings].flat() };
      }
      if (answer === undefined) return undefined;
      // Errors of a stream are reported by a separate event.
      if (name === "ListResource") answer = { diagnostic: answer["diagnostics"] };
      if (name === "InvokeAction") answer = { completed: answer };
      return MESSAGES.encode(responseType, answer);
    };
  }

  async #guarded<T>(action: () => Promise<T> | T): Promise<T> {
    let fail: (error: Error) => void = () => undefined;
    const unhandled = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    this.#open.add(fail);
    try {
      return await Promise.race([action(), unhandled]);
    } finally {
      this.#open.delete(fail);
    }
  }

  /** An error as a diagnostic: a call that fails as a call shows a stack trace instead of the words for the user. */
  #failed(request: object, notes: Notes, error: unknown): Message {
    const text = this.#account.redacted(printed(codedText(error), notes.spelling));
    const diagnostics = [errorFrom(text)];
    // Without a state in the answer the engine would take the object for gone.
    if ("plannedPrivate" in request) {
      const newState = "priorState" in request ? request.priorState : undefined;
      return { newState, private: request.plannedPrivate, diagnostics };
    }
    return { diagnostics };
  }

  readonly #handlers: Handlers = {
    GetProviderSchema: () => this.#schema(),
    GetResourceIdentitySchemas: () => ({
      identitySchemas: mapped(this.#identified(), (schema) => schema.identityMessage()),
    }),
    ValidateProviderConfig: () => ({}),
    ConfigureProvider: ({ config }) => {
      const block = decodeValue(config);
      // Values that were read from the service belong to one walk of the engine, and each walk begins with this call.
      this.#account = this.#added(this.#account.reconfigured(isRecord(block) ? block : {}));
      return { diagnostics: this.#account.diagnostics() };
    },
    ValidateResourceConfig: this.#about(validateResourceConfig),
    ValidateDataResourceConfig: async ({ typeName, config }, notes, signal) => ({
      diagnostics: await this.#dataSourceOf(typeName).validate(config, this.#parts(notes, signal)),
    }),
    UpgradeResourceState: this.#about(upgradeResourceState),
    UpgradeResourceIdentity: this.#about(upgradeResourceIdentity),
    ReadResource: this.#about(readResource),
    PlanResourceChange: this.#about(planResourceChange),
    ApplyResourceChange: this.#about(applyResourceChange),
    ImportResourceState: this.#about(importResourceState),
    MoveResourceState: (request, notes) => {
      const schema = this.schemaOf(request.targetTypeName);
      notes.spelling = schema.spelling;
      return moveResourceState(request, schema);
    },
    ReadDataSource: async ({ typeName, config }, notes, signal) => {
      const source = this.#dataSourceOf(typeName);
      notes.spelling = source.schema.spelling;
      if (isWaiting(config)) throw new Error(`${typeName} was read before its key is known`);
      return source.read(config, this.#parts(notes, signal));
    },
    ValidateEphemeralResourceConfig: ({ typeName, config }, notes) => ({
      diagnostics: this.#ephemeralOf(typeName, notes).validate(config),
    }),
    OpenEphemeralResource: ({ typeName, config }, notes, signal) =>
      this.#ephemeralOf(typeName, notes).open(config, this.#parts(notes, signal)),
    RenewEphemeralResource: () => ({}),
    CloseEphemeralResource: () => ({}),
    ValidateListResourceConfig: () => ({}),
    ListResource: async (request, notes, signal, send) => {
      const schema = this.schemaOf(request.typeName);
      notes.spelling = schema.spelling;
      await listResource(request, { schema, account: this.#account, report: notes, signal, send });
      return undefined;
    },
    CallFunction: (request) => callFunction(request, (typeName) => this.#schemas.get(typeName)?.definition),
    ValidateActionConfig: async ({ typeName, config }, notes, signal) => ({
      diagnostics: await this.#actionOf(typeName, notes).validate(config, this.#parts(notes, signal)),
    }),
    PlanAction: async ({ actionType, config }, notes, signal) => ({
      diagnostics: await this.#actionOf(actionType, notes).plan(config, this.#parts(notes, signal)),
    }),
    InvokeAction: async ({ actionType, config }, notes, signal, send) => {
      const tell = (text: Text): void => send({ progress: { message: printed(text, notes.spelling) } });
      return { diagnostics: await this.#actionOf(actionType, notes).invoke(config, this.#parts(notes, signal), tell) };
    },
    StopProvider: () => {
      this.#account.interruption.stop();
      return {};
    },
  };

  #about<Sent extends { readonly typeName: string }>(
    handler: ResourceHandler<Sent>,
  ): (request: Sent, notes: Notes, signal: AbortSignal) => Promise<Message> {
    return (request, notes, signal) => {
      const schema = this.schemaOf(request.typeName);
      notes.spelling = schema.spelling;
      return handler(request, { schema, account: this.#account, report: notes, signal });
    };
  }

  #parts(report: Reporter, signal: AbortSignal): CallParts {
    return { account: this.#account, report, signal };
  }

  #actionOf(typeName: string, notes: Notes): FunctionAction {
    const action = this.#actions.get(typeName);
    if (action === undefined) throw new Error(`${typeName} isn't an action of this provider`);
    notes.spelling = action.schema.spelling;
    return action;
  }

  #ephemeralOf(typeName: string, notes: Notes): EphemeralResource {
    const ephemeral = this.#ephemeral.get(typeName);
    if (ephemeral === undefined) throw new Error(`${typeName} isn't an ephemeral resource of this provider`);
    notes.spelling = ephemeral.schema.spelling;
    return ephemeral;
  }

  #dataSourceOf(typeName: string): DataSource | FunctionSource {
    const source = this.#dataSources.get(typeName);
    if (source === undefined) throw new Error(`${typeName} isn't a data source of this provider`);
    return source;
  }

  #listed(): Map<string, ResourceSchema> {
    return new Map([...this.#schemas.all()].filter(([, { definition }]) => isListed(definition)));
  }

  /** The state of a last run isn't an object that could be found again. */
  #identified(): Map<string, ResourceSchema> {
    return new Map([...this.#schemas.all()].filter(([, { definition }]) => !isAction(definition)));
  }

  #schema(): Message {
    return {
      provider: settingsSchema(),
      resourceSchemas: mapped(this.#schemas.all(), (schema) => schema.message()),
      dataSourceSchemas: mapped(this.#dataSources.all(), (source) => source.message()),
      ephemeralResourceSchemas: mapped(this.#ephemeral.all(), (one) => one.message()),
      listResourceSchemas: mapped(this.#listed(), listSchema),
      actionSchemas: mapped(this.#actions.all(), (action) => action.message()),
      functions: functionMessages(),
      serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true, moveResourceState: true },
    };
  }
}

function mapped<T>(map: ReadonlyMap<string, T>, message: (value: T) => Message): Record<string, Message> {
  return Object.fromEntries([...map].map(([name, value]) => [name, message(value)]));
}
