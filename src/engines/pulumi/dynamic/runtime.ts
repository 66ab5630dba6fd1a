import {
  check,
  type Context,
  Declarations,
  type DriverClock,
  find,
  plan,
  read,
  reconcile,
  remove,
  type Session,
} from "../../../driver/driver.ts";
import type { AnyResource } from "../../../model/definition.ts";
import { secretTextsIn } from "../../../model/secret-texts.ts";
import { systemClock } from "../../../app/clock.ts";
import { served } from "../../../app/served.ts";
import { creationFiles } from "../../../app/creation-files.ts";
import { idempotencyFiles } from "../../../app/idempotency-files.ts";
import { pulumiOwnerName } from "../../../app/record-owner-name.ts";
import { ReportedDeprecations } from "../../../model/deprecations.ts";
import { type ClientTime, Sessions } from "../../../app/sessions.ts";
import { findSettings, type Settings } from "../../../app/settings.ts";
import { connectEngineLog, type EngineLog } from "./engine-log.ts";
import { type CheckFailure, checkFailuresOf, explainingStoredKey, pulumiErrorOf } from "./failures.ts";
import { howToSet } from "./how-to-set.ts";
import { ProgramCalls } from "./program-calls.ts";
import { QuietErrors } from "./quiet-errors.ts";
import { fromPulumi, toPulumi } from "./values.ts";
import { joined, MessageError, printed, type Text } from "../../../model/messages.ts";

/** Properties as the engine hands them over. */
type Properties = Record<string, unknown>;

/** The engine's configuration, as `configure` got it: every namespace, secrets in plain text. */
export interface PulumiConfig {
  get(key: string): string | undefined;
}

/** The dependencies of a runtime; a test can replace all of them. */
export interface RuntimeOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: DriverClock;
  readonly clientTime?: ClientTime;
  readonly log: EngineLog;
  /** The resources that are served; all there are when absent. */
  readonly definitions?: readonly AnyResource[];
}

/** The verbs of one resource in the shape of the SDK's dynamic providers. */
export interface DynamicProvider {
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean }>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, properties: Properties): Promise<{ id?: string; props?: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, properties: Properties): Promise<void>;
}

/**
 * The provider side of the dynamic engine: one per process, shared by all resources, so they share lists, the rate
 * limit, and the ownership of objects.
 */
export class Runtime {
  readonly #options: RuntimeOptions;
  readonly #sessions: Sessions;
  readonly #quiet = new QuietErrors();
  readonly #deprecations = new ReportedDeprecations();
  /** The engine doesn't say which declaration a call is about. */
  readonly #declarations = new Declarations();
  #hasReportedSettings = false;

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options.clock, {
      clientTime: options.clientTime,
      idempotency: idempotencyFiles(options),
      creations: creationFiles(options, () => pulumiOwnerName(options, options.log.stack?.())),
    });
  }

  /** A runtime for the process that the engine started. */
  static forProcess(): Runtime {
    const runtime = new Runtime({
      environment: process.env,
      clock: systemClock,
      log: connectEngineLog(process.argv),
    });
    runtime.#quiet.install();
    return runtime;
  }

  /** The provider of one resource, with the configuration that the engine gave. */
  provider(name: string, config: PulumiConfig | undefined): DynamicProvider {
    const definition = this.#definitionOf(name);
    const settings = (): Settings => this.#settings(config);
    const guarded = <T>(properties: Properties, action: (context: () => Context) => Promise<T>): Promise<T> =>
      this.#guarded(config, properties, () => action(() => this.#context(definition, settings(), properties)));
    return {
      check: (olds, news) => guarded(news, (context) => this.#check(definition, config, olds, news, context)),
      diff: (id, olds, news) =>
        guarded(news, async (context) => {
          const prior = { id, state: fromPulumi(olds) };
          const { changes, replaces, deletesFirst } = await plan(definition, fromPulumi(news), context, prior);
          return { changes: changes.length > 0, replaces: [...replaces], deleteBeforeReplace: deletesFirst };
        }),
      create: (inputs) =>
        guarded(inputs, async (context) => {
          const made = await reconcile(definition, fromPulumi(inputs), context());
          return { id: made.id, outs: toPulumi(made.state) };
        }),
      read: (id, properties) => guarded(properties, (context) => readState(definition, id, properties, context())),
      update: (id, olds, news) =>
        guarded(news, async (context) => {
          const changed = await reconcile(definition, fromPulumi(news), context(), { id, state: fromPulumi(olds) });
          return { outs: toPulumi(changed.state) };
        }),
      delete: (id, properties) =>
        guarded(properties, (context) =>
          explainingStoredKey(() => remove(definition, id, fromPulumi(properties), context())),
        ),
    };
  }

  async #check(
    definition: AnyResource,
    config: PulumiConfig | undefined,
    olds: Properties,
    news: Properties,
    context: () => Context,
  ): Promise<{ inputs: Properties; failures: CheckFailure[] }> {
    const found = this.#find(config);
    if (found.problems !== undefined) return { inputs: news, failures: [this.#settingsFailure(found.problems)] };
    const before = fromPulumi(olds);
    const held = Object.keys(before).length === 0 ? undefined : before;
    const settings = {
      organizationId: found.settings.organizationId,
      howToSet: (name: string) => howToSet({ name, secret: false }),
    };
    const declared = fromPulumi(news);
    const checked = await check(definition, declared, { settings, held }, context);
    const report = this.#options.log.reporterFor(news);
    if (checked.problems.length === 0) this.#deprecations.warnOf(definition, report);
    return { inputs: toPulumi(checked.inputs), failures: checkFailuresOf(definition, checked.problems) };
  }

  /** The settings are the same for every resource: said in full once, then only referred to. */
  #settingsFailure(problems: readonly Text[]): CheckFailure {
    const text = this.#hasReportedSettings
      ? "The provider is not configured; see the first message."
      : printed(joined(problems, "\n"));
    this.#hasReportedSettings = true;
    return { property: "", reason: text };
  }

  async #guarded<T>(config: PulumiConfig | undefined, properties: Properties, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      const apiKey = this.#find(config).settings?.apiKey ?? "";
      const translated = pulumiErrorOf(error, properties, apiKey);
      this.#quiet.expect(translated);
      throw translated;
    } finally {
      await this.#options.log.delivered();
    }
  }

  #context(definition: AnyResource, settings: Settings, properties: Properties): Context {
    const session: Session = this.#sessions.of(settings, secretTextsIn(definition, properties));
    const report = this.#options.log.reporterFor(properties);
    return { session, report, call: {}, declaration: { among: this.#declarations } };
  }

  #settings(config: PulumiConfig | undefined): Settings {
    const found = this.#find(config);
    if (found.problems !== undefined) throw new MessageError(joined(found.problems, "\n"));
    return found.settings;
  }

  #definitionOf(name: string): AnyResource {
    const definition = (this.#options.definitions ?? served).find((one) => one.name === name);
    if (definition === undefined)
      throw new Error(`Orgform has no resource ${name}. Is an old version of the package installed?`);
    return definition;
  }

  #find(config: PulumiConfig | undefined): ReturnType<typeof findSettings> {
    return findSettings({
      configured: (name) => config?.get(`orgform:${name}`),
      environment: this.#options.environment,
      howToSet,
    });
  }
}

/**
 * Reads for a refresh, or for a `get`: then the engine hands over nothing but the provider's code.
 *
 * The inputs are always returned: without them a drift would show as an update without any changed property.
 */
async function readState(
  definition: AnyResource,
  id: string,
  properties: Properties,
  context: Context,
): Promise<{ id?: string; props?: Properties; inputs?: Properties }> {
  const state = fromPulumi(properties);
  const stored =
    Object.keys(state).length === 0
      ? await find(definition, id, context)
      : await explainingStoredKey(() => read(definition, id, state, context));
  if (stored === undefined) return {};
  return { id: stored.id, props: toPulumi(stored.state), inputs: toPulumi(stored.inputs) };
}

let ofProcess: Runtime | undefined;

/** The provider of one resource in the process that the engine started; the stored code of a resource calls it. */
export function processProvider(name: string, config: PulumiConfig | undefined): DynamicProvider {
  ofProcess ??= Runtime.forProcess();
  return ofProcess.provider(name, config);
}

let ofProgram: ProgramCalls | undefined;

/** The functions for the program of this process. */
export function programCalls(): ProgramCalls {
  ofProgram ??= new ProgramCalls(process.env);
  return ofProgram;
}
