import { check } from "../../src/model/check.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import { sameValue } from "../../src/model/json-value.ts";
import { modelName } from "../../src/model/names.ts";
import type { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { decodeValue, encodeValue } from "../../src/engines/terraform/provider/values.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import type { Engine, EngineRun, Entry, ReadEntry } from "./engine-under-test.ts";
import type { Message } from "./engine-process.ts";
import { fastTime } from "./scenario-clock.ts";
import {
  type Answer,
  configOf,
  hasErrors,
  inModelWords,
  keptOf,
  type KeptObject,
  stateOf,
  TerraformProcess,
} from "./terraform-process.ts";
import { environmentWith } from "./process-environment.ts";

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };

/** What was planned before in the same walk: here an apply goes on in the process of the plan. */
const PLANNED: KeptObject = { object: null, private: Buffer.from("{}") };

/** A failed call, with what the engine keeps all the same. */
class CallFailed extends Error {
  readonly entry: Entry | undefined;

  constructor(message: string, entry?: Entry) {
    super(message);
    this.entry = entry;
  }
}

const isWarning = ({ severity }: { readonly severity: number }): boolean => severity === 2;

/** Terraform's walk over one resource, in the words of the conformance tables. */
class TerraformRun implements EngineRun {
  readonly messages: Message[] = [];
  readonly #process: TerraformProcess;
  readonly #configured: Promise<Answer>;

  readonly #definitions: readonly AnyResource[];

  constructor(process: TerraformProcess, settings: Values, definitions: readonly AnyResource[]) {
    this.#process = process;
    this.#definitions = definitions;
    this.#configured = process.configure(settings);
  }

  /** The engine does not tell which declaration it plans. */
  as(): this {
    return this;
  }

  async check(resource: string, before: Values | undefined, inputs: Values) {
    const schema = await this.#schema(resource);
    const config = configOf(schema, inputs);
    const validated = await this.#process.call("ValidateResourceConfig", {
      typeName: schema.typeName,
      config: encodeValue(config),
    });
    for (const one of validated.diagnostics.filter(isWarning))
      this.messages.push({ severity: "warn", text: inModelWords(schema, one) });
    const problems = validated.diagnostics.filter((one) => !isWarning(one)).map((one) => inModelWords(schema, one));
    if (problems.length > 0) return { inputs, problems };
    // The engine never plans an object that it has as a new one, of which the provider may ask the service first.
    const filled = before === undefined ? undefined : check(this.#definition(resource), inputs, { howToSet: String });
    if (filled?.problems.length === 0) return { inputs: filled.inputs, problems };
    const { planned } = await this.#planned(schema, NOTHING, config);
    return { inputs: inputsIn(schema, planned), problems };
  }

  async diff(resource: string, { id, state }: Entry, inputs: Values) {
    const schema = await this.#schema(resource);
    const prior = keptOf(schema, id, state);
    const { message, planned } = await this.#planned(schema, prior, configOf(schema, inputs));
    const paths = message["requiresReplace"] as { steps: { attributeName: string }[] }[];
    const replaces = paths.map(({ steps }) => modelName(steps[0]?.attributeName ?? ""));
    return { changes: !sameValue(planned, prior.object), replaces };
  }

  async create(resource: string, inputs: Values): Promise<Entry> {
    const schema = await this.#schema(resource);
    const { planned } = await this.#planned(schema, PLANNED, configOf(schema, inputs));
    return this.#applied(schema, NOTHING, planned);
  }

  async read(resource: string, { id, state }: Entry): Promise<ReadEntry | undefined> {
    const schema = await this.#schema(resource);
    return this.#refreshed(schema, keptOf(schema, id, state));
  }

  async find(resource: string, id: string): Promise<ReadEntry | undefined> {
    const schema = await this.#schema(resource);
    const answer = await this.#process.call("ImportResourceState", { typeName: schema.typeName, id });
    this.#passed(schema, answer);
    const [imported] = answer.message["importedResources"] as Record<string, unknown>[];
    const object = decodeValue(imported?.["state"]) as Values;
    return this.#refreshed(schema, { object, private: imported?.["private"] as Uint8Array });
  }

  async update(resource: string, { id, state }: Entry, inputs: Values): Promise<Entry> {
    const schema = await this.#schema(resource);
    const prior = keptOf(schema, id, state);
    const { planned } = await this.#planned(schema, prior, configOf(schema, inputs));
    return this.#applied(schema, prior, planned);
  }

  async delete(resource: string, { id, state }: Entry): Promise<void> {
    const schema = await this.#schema(resource);
    this.#passed(schema, await this.#process.apply(schema, keptOf(schema, id, state), null));
  }

  #definition(name: string): AnyResource {
    const definition = this.#definitions.find((one) => one.name === name);
    if (definition === undefined) throw new Error(`There is no resource ${name}.`);
    return definition;
  }

  async #schema(resource: string): Promise<ResourceSchema> {
    const schema = this.#process.schema(resource);
    this.#passed(schema, await this.#configured);
    return schema;
  }

  async #planned(schema: ResourceSchema, prior: KeptObject, config: Values) {
    const answer = await this.#process.plan(schema, prior, config);
    this.#passed(schema, answer);
    return answer;
  }

  async #applied(schema: ResourceSchema, prior: KeptObject, planned: Values): Promise<Entry> {
    const answer = await this.#process.apply(schema, prior, planned);
    const isKept = answer.object !== null && !sameValue(answer.object, prior.object);
    this.#passed(schema, answer, isKept ? entryOf(schema, answer) : undefined);
    return entryOf(schema, answer);
  }

  async #refreshed(schema: ResourceSchema, kept: KeptObject): Promise<ReadEntry | undefined> {
    const answer = await this.#process.call("ReadResource", {
      typeName: schema.typeName,
      currentState: encodeValue(kept.object),
      private: kept.private,
    });
    this.#passed(schema, answer);
    const object = decodeValue(answer.message["newState"]) as Values | null;
    if (object === null) return undefined;
    const entry = entryOf(schema, { object, private: answer.message["private"] as Uint8Array });
    return { ...entry, inputs: inputsIn(schema, object) };
  }

  /** Notes warnings, and throws what failed. */
  #passed(schema: ResourceSchema, answer: Answer, left?: Entry): void {
    const texts = answer.diagnostics.map((one) => ({ ...one, text: inModelWords(schema, one) }));
    for (const one of texts) if (isWarning(one)) this.messages.push({ severity: "warn", text: one.text });
    if (!hasErrors(answer)) return;
    const failed = texts.filter(({ severity }) => severity === 1).map(({ text }) => text);
    throw new CallFailed(failed.join("\n"), left);
  }
}

function entryOf(schema: ResourceSchema, kept: KeptObject): Entry {
  return { id: String(kept.object?.["id"]), state: stateOf(schema, kept) };
}

function inputsIn(schema: ResourceSchema, object: Values): Values {
  const values = schema.toModel(object);
  const names = new Set(schema.inputs.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/**
 * The Terraform provider, in process.
 *
 * The engine marks what a failed create left as tainted and would replace it; the tables go on as after
 * `terraform untaint`, which the message advises.
 */
export const terraform: Engine = {
  name: "terraform",
  unknownReplaces: true,
  importsSecretsInto: "nothing",
  marksPartialUpdates: false,
  showsProgress: false,
  start({ config, definitions = resources, time = fastTime(), records, ...settings }) {
    const process = new TerraformProcess({
      environment: environmentWith(records),
      clock: time.driver,
      clientTime: time.client,
      definitions,
    });
    return new TerraformRun(process, { ...settings, ...config }, definitions);
  },
  partialOf: (error) => (error instanceof CallFailed ? error.entry : undefined),
};
