import { CHANGES } from "../../src/engines/pulumi/plugin/protocol.ts";
import { fromEngine, toEngine } from "../../src/engines/pulumi/plugin/values.ts";
import { fromPulumi, toPulumi } from "../../src/engines/pulumi/dynamic/values.ts";
import type { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { decodeValue, encodeValue } from "../../src/engines/terraform/provider/values.ts";
import type { Message as WireMessage } from "../../src/grpc/messages.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import { sameValue, type Values } from "../../src/model/json-value.ts";
import { secretPaths } from "../../src/model/secret-texts.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { EngineProcess, withCode } from "./engine-process.ts";
import { urnOf } from "./plugin-process.ts";
import { fastTime } from "./scenario-clock.ts";
import { LONG_TIMEOUT } from "./scenario-faults.ts";
import type { World } from "./scenario-world.ts";
import { pluginIn, terraformIn } from "./provider-in-world.ts";
import { type Answer, configOf, type KeptObject, passed, stateOf, type TerraformProcess } from "./terraform-process.ts";

/** An object as an engine shows it. */
export interface Shown {
  readonly id: string;
  /** Inputs, outputs, and the provider's further data. */
  readonly state: Values;
}

/**
 * One resource of one program under an engine. The response of each provider call is passed unchanged to the next one,
 * and each call meets a process without earlier knowledge, as under the real engine.
 */
export interface Stack {
  /** Undefined while the state has no object. */
  readonly shown: Shown | undefined;
  /** Checks, plans, and applies the declaration; returns whether the plan showed a change. */
  apply(declared: Values): Promise<boolean>;
  refresh(): Promise<void>;
  /** Forgets the object, and takes it in again by its ID. */
  import(): Promise<void>;
  destroy(): Promise<void>;
}

/** Settings of a stack. */
export interface StackOptions {
  readonly world: World;
  readonly definition: AnyResource;
  /** Changes an answer of the provider before the engine gets it: a planted violation. */
  readonly tampered?: (call: string, answer: WireMessage) => WireMessage;
  /** The resources that are served; all there are when absent. */
  readonly definitions?: readonly AnyResource[];
}

/** Creates a stack without an object. */
export type MakeStack = (options: StackOptions) => Stack;

const untampered: NonNullable<StackOptions["tampered"]> = (_call, answer) => answer;

/** A state file, whose objects come back as plain JSON. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The plugin's state of an object, in the engine's form. */
export interface PluginObject {
  readonly id: string;
  readonly inputs: Values;
  readonly properties: Values;
}

/** A stack whose engine calls the native plugin. */
class PluginStack implements Stack {
  readonly #options: StackOptions;
  #object: PluginObject | undefined;

  constructor(options: StackOptions) {
    this.#options = options;
  }

  get shown(): Shown | undefined {
    const { id, properties } = this.#object ?? {};
    return id === undefined ? undefined : { id, state: fromEngine(properties).values };
  }

  async apply(declared: Values): Promise<boolean> {
    const call = await this.#process();
    const held = this.#object;
    const news = toEngine(declared, secretPaths(this.#options.definition));
    const checked = await call("Check", { olds: held?.inputs ?? {}, news });
    const [failure] = checked["failures"] as readonly { readonly reason: string }[];
    if (failure !== undefined) throw new Error(failure.reason);
    const inputs = checked["inputs"] as Values;
    if (held === undefined) {
      const made = await call("Create", { properties: inputs });
      this.#object = { id: String(made["id"]), inputs, properties: made["properties"] as Values };
      return true;
    }
    const asked = { id: held.id, olds: held.properties, oldInputs: held.inputs, news: inputs };
    const { changes, replaces } = await call("Diff", asked);
    if ((replaces as readonly string[]).length > 0) throw new Error(`${String(replaces)} would replace the object.`);
    const isChanged = changes === CHANGES.some;
    const properties = isChanged ? (await call("Update", asked))["properties"] : held.properties;
    this.#object = { id: held.id, inputs, properties: properties as Values };
    return isChanged;
  }

  async refresh(): Promise<void> {
    if (this.#object !== undefined) await this.#read(this.#object);
  }

  async import(): Promise<void> {
    if (this.#object !== undefined) await this.#read({ id: this.#object.id, properties: {} });
  }

  async destroy(): Promise<void> {
    if (this.#object === undefined) return;
    const { id, inputs, properties } = this.#object;
    await (
      await this.#process()
    )("Delete", { id, properties, oldInputs: inputs });
    this.#object = undefined;
  }

  async #read({ ...asked }: PluginObject | Omit<PluginObject, "inputs">): Promise<void> {
    const { id, inputs, properties } = await (await this.#process())("Read", asked);
    this.#object =
      id === "" ? undefined : { id: String(id), inputs: inputs as Values, properties: properties as Values };
  }

  async #process(): Promise<
    (name: "Check" | "Create" | "Diff" | "Read" | "Update" | "Delete", request: WireMessage) => Promise<WireMessage>
  > {
    const { world, definition, tampered = untampered, definitions = resources } = this.#options;
    const process = await pluginIn(world, definitions);
    return async (name, request) =>
      stored(tampered(name, await process.call(name, { urn: urnOf(definition.name), ...request })));
  }
}

/** The dynamic provider's state of an object, in the SDK's form. */
interface DynamicObject {
  readonly id: string;
  readonly inputs: Record<string, unknown>;
  readonly outs: Record<string, unknown>;
}

/** A stack whose engine calls the dynamic provider. */
class DynamicStack implements Stack {
  readonly #options: StackOptions;
  #object: DynamicObject | undefined;

  constructor(options: StackOptions) {
    this.#options = options;
  }

  get shown(): Shown | undefined {
    const { id, outs } = this.#object ?? {};
    return id === undefined ? undefined : { id, state: fromPulumi(outs ?? {}) };
  }

  async apply(declared: Values): Promise<boolean> {
    const provider = this.#provider();
    const held = this.#object;
    const checked = await provider.check(held?.inputs ?? {}, withCode(toPulumi(declared)));
    const [failure] = checked.failures;
    if (failure !== undefined) throw new Error(failure.reason);
    const inputs = withCode(checked.inputs);
    if (held === undefined) {
      this.#keep(inputs, await provider.create(inputs).then(({ id, outs }) => ({ id, outs })), "create");
      return true;
    }
    const { changes, replaces } = await provider.diff(held.id, held.outs, inputs);
    if (replaces.length > 0) throw new Error(`${replaces.join(", ")} would replace the object.`);
    const outs = changes ? (await provider.update(held.id, held.outs, inputs)).outs : held.outs;
    this.#keep(inputs, { id: held.id, outs }, changes ? "update" : "same");
    return changes;
  }

  async refresh(): Promise<void> {
    if (this.#object !== undefined) await this.#read(this.#object.id, this.#object.outs);
  }

  async import(): Promise<void> {
    if (this.#object !== undefined) await this.#read(this.#object.id, withCode({}));
  }

  async destroy(): Promise<void> {
    if (this.#object === undefined) return;
    await this.#provider().delete(this.#object.id, this.#object.outs);
    this.#object = undefined;
  }

  async #read(asked: string, properties: Record<string, unknown>): Promise<void> {
    const { id = "", props = {}, inputs = {} } = await this.#provider().read(asked, properties);
    this.#object = undefined;
    if (id !== "") this.#keep(withCode(inputs), { id, outs: props }, "read");
  }

  #keep(inputs: Record<string, unknown>, answer: { readonly id: string; readonly outs: Values }, call: string): void {
    const { tampered = untampered } = this.#options;
    const { id, outs } = tampered(call, { ...answer }) as typeof answer;
    this.#object = stored({ id, inputs, outs: withCode(outs) });
  }

  #provider() {
    const { world, definition, definitions = resources } = this.#options;
    return world
      .start(
        { start: ({ time = fastTime(), ...options }) => new EngineProcess({ ...options, definitions, time }) },
        LONG_TIMEOUT,
      )
      .provider(definition.name);
  }
}

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };

/** A stack whose engine calls the Terraform provider; secrets are write-only if the provider supports that. */
class TerraformStack implements Stack {
  readonly #options: StackOptions;
  readonly #isWriteOnly: boolean;
  #kept = NOTHING;
  #schema: ResourceSchema | undefined;
  /** The values of each secret that were declared, in the order of their versions. */
  readonly #versions = new Map<string, unknown[]>();

  constructor(options: StackOptions, isWriteOnly: boolean) {
    this.#options = options;
    this.#isWriteOnly = isWriteOnly;
  }

  get shown(): Shown | undefined {
    const { object, identity } = this.#kept;
    if (object === null || this.#schema === undefined) return undefined;
    return {
      id: String(object["id"]),
      state: {
        ...versionsIn(this.#schema, object),
        ...withoutSalts(stateOf(this.#schema, this.#kept)),
        identity: stored(decodedIdentity(identity)),
      },
    };
  }

  async apply(declared: Values): Promise<boolean> {
    const { process, schema } = await this.#process();
    const plain = configOf(schema, declared);
    const config = this.#isWriteOnly ? this.#givenWriteOnly(schema, plain) : plain;
    passed(
      await process.call("ValidateResourceConfig", {
        typeName: schema.typeName,
        config: encodeValue(config),
        clientCapabilities: { writeOnlyAttributesAllowed: true },
      }),
    );
    const prior = await this.#upgraded(process, schema);
    const plan = await process.plan(schema, prior, config);
    passed(plan);
    const { plannedPrivate, plannedIdentity, requiresReplace = [] } = this.#told("PlanResourceChange", plan);
    if ((requiresReplace as readonly unknown[]).length > 0) throw new Error("The plan would replace the object.");
    if (sameValue(plan.planned, prior.object)) return false;
    const planned = { object: prior.object, private: plannedPrivate as Uint8Array, identity: plannedIdentity };
    const answer = await process.apply(schema, planned, plan.planned, config);
    passed(answer);
    const { private: bytes, newIdentity } = this.#told("ApplyResourceChange", answer);
    this.#kept = { object: answer.object, private: bytes as Uint8Array, identity: newIdentity };
    this.#assertSentIsKept(schema, plain);
    return true;
  }

  async refresh(): Promise<void> {
    if (this.#kept.object === null) return;
    const { process, schema } = await this.#process();
    await this.#read(process, schema, await this.#upgraded(process, schema));
  }

  async import(): Promise<void> {
    if (this.#kept.object === null) return;
    const { process, schema } = await this.#process();
    const { id } = this.#kept.object;
    const answer = await process.call("ImportResourceState", { typeName: schema.typeName, id });
    passed(answer);
    const [imported] = answer.message["importedResources"] as WireMessage[];
    const { state, private: bytes, identity } = imported ?? {};
    await this.#read(process, schema, { object: decodeValue(state) as Values, private: bytes as Uint8Array, identity });
  }

  async destroy(): Promise<void> {
    if (this.#kept.object === null) return;
    const { process, schema } = await this.#process();
    const prior = await this.#upgraded(process, schema);
    const plan = await process.plan(schema, prior, null);
    passed(plan);
    const { plannedPrivate, plannedIdentity } = plan.message;
    passed(
      await process.apply(
        schema,
        { object: prior.object, private: plannedPrivate as Uint8Array, identity: plannedIdentity },
        null,
      ),
    );
    this.#kept = NOTHING;
  }

  async #read(process: TerraformProcess, schema: ResourceSchema, kept: KeptObject): Promise<void> {
    const answer = await process.call("ReadResource", {
      typeName: schema.typeName,
      currentState: encodeValue(kept.object),
      private: kept.private,
      currentIdentity: kept.identity,
    });
    passed(answer);
    const { newState, private: bytes, newIdentity } = this.#told("ReadResource", answer);
    const object = decodeValue(newState) as Values | null;
    this.#kept = object === null ? NOTHING : { object, private: bytes as Uint8Array, identity: newIdentity };
  }

  /** The object in a state file, converted to the current shape: the first call of every command. */
  async #upgraded(process: TerraformProcess, schema: ResourceSchema): Promise<KeptObject> {
    if (this.#kept.object === null) return NOTHING;
    const answer = await process.call("UpgradeResourceState", {
      typeName: schema.typeName,
      version: schema.definition.stateVersion,
      rawState: { json: Buffer.from(JSON.stringify(this.#kept.object)) },
    });
    passed(answer);
    return { ...this.#kept, object: decodeValue(answer.message["upgradedState"]) as Values };
  }

  /** For write-only values, only the private bytes show that they were sent. */
  #assertSentIsKept(schema: ResourceSchema, plain: Values): void {
    if (!this.#isWriteOnly) return;
    const { sentSecrets } = stateOf(schema, this.#kept);
    const given = schema.writeOnly.filter(({ stored: name }) => (plain[name] ?? null) !== null);
    const lost = given.filter(({ field }) => !Object.keys(sentSecrets ?? {}).includes(field));
    if (lost.length > 0) throw new Error(`The private bytes lack what was sent of ${String(lost[0]?.field)}.`);
  }

  /** The configuration with write-only secrets; only the private bytes show which values were sent. */
  #givenWriteOnly({ writeOnly }: ResourceSchema, config: Values): Values {
    const given = writeOnly.filter(({ stored: name }) => (config[name] ?? null) !== null);
    const pairs = given.flatMap(({ stored: name, value, version }) => [
      [name, null],
      [value, config[name]],
      [version, this.#versionOf(name, config[name])],
    ]);
    return { ...config, ...(Object.fromEntries(pairs) as Values) };
  }

  /** Another value has another version, and each value always the same one. */
  #versionOf(name: string, value: unknown): number {
    const known = this.#versions.get(name) ?? [];
    this.#versions.set(name, known);
    const at = known.findIndex((one) => sameValue(one, value));
    return at === -1 ? known.push(value) : at + 1;
  }

  #told(call: string, { message }: Answer): WireMessage {
    return (this.#options.tampered ?? untampered)(call, message);
  }

  async #process() {
    const { world, definition, definitions = resources } = this.#options;
    const process = await terraformIn(world, definitions);
    const schema = process.schema(definition.name);
    this.#schema = schema;
    return { process, schema };
  }
}

function versionsIn({ writeOnly }: ResourceSchema, object: Values): Values {
  return Object.fromEntries(writeOnly.map(({ version }) => [version, object[version] ?? null]));
}

/** The part of the private bytes that is the same after each write of one value: which secrets were sent. */
function withoutSalts({ sentSecrets, ...state }: Readonly<Record<string, unknown>>): Values {
  return { ...state, sentSecrets: Object.keys(sentSecrets ?? {}).toSorted() };
}

function decodedIdentity(identity: unknown): unknown {
  const { data } = (identity ?? {}) as { readonly data?: unknown };
  return data === undefined ? "none" : decodeValue(data);
}

/** The stack whose state contains no secrets: only the private bytes show which values were sent. */
export const WRITE_ONLY = "terraform, write-only";

/** A stack of each engine. */
export const STACKS: Readonly<Record<string, MakeStack>> = {
  "pulumi-dynamic": (options) => new DynamicStack(options),
  "pulumi-plugin": (options) => new PluginStack(options),
  terraform: (options) => new TerraformStack(options, false),
  [WRITE_ONLY]: (options) => new TerraformStack(options, true),
};
