import { callFunction, type Reporter } from "../../lifecycle/driver.ts";
import { type AnyFunction, givesRows } from "../../model/function.ts";
import { isRecord, type Values } from "../../model/json-value.ts";
import { engineResult, modelArguments, RESULT, runOnceOf, TRIGGERS } from "../../model/run-once.ts";
import { UNKNOWN } from "../../model/unknown.ts";
import { snakeName } from "../../model/names.ts";
import type { Message } from "../shared/grpc/messages.ts";
import type { Account } from "./account.ts";
import { type AttributeType, valueToTerraform } from "./attribute-types.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { checked, declaredIn, problemsIn, type ResourceCall } from "./resource-calls.ts";
import { type Attribute, attributeMessage, ResourceSchema } from "./resource-schema.ts";
import { decodeValue, encodeValue } from "./values.ts";

/** Where the rows of a function are. */
const ITEMS = "items";

/**
 * A function as a data source: arguments are attributes, and what the function gives is `result`, or `items` of one that
 * gives rows. Any JSON is a JSON text.
 */
export class FunctionSource {
  /** The arguments and the result in the form of the engine, as a resource that runs the function would have them. */
  readonly schema: ResourceSchema;
  readonly #definition: AnyFunction;
  readonly #arguments: readonly Attribute[];
  readonly #result: Attribute;

  constructor(definition: AnyFunction) {
    this.#definition = definition;
    this.schema = new ResourceSchema(runOnceOf(definition));
    this.#arguments = this.schema.inputs
      .filter(({ name }) => name !== TRIGGERS)
      .map((one) => (one.decider === "required" ? one : { ...one, decider: "optional" }));
    const result = this.schema.attributes.find(({ name }) => name === RESULT);
    if (result === undefined) throw new Error(`${definition.name} has no result`);
    const rows: AttributeType = { kind: "list", of: result.type };
    this.#result = givesRows(definition)
      ? { ...result, name: ITEMS, type: rows, doc: "The rows, all of them in state: bound them." }
      : { ...result, doc: "What the function gives." };
  }

  message(): Message {
    const words = (text: string): string => this.schema.inWords(text);
    const attributes = [...this.#arguments, this.#result].map((one) => attributeMessage(one, words));
    return { version: 0, block: { attributes, description: words(this.#definition.doc) } };
  }

  /** What is wrong with a configuration on its own. */
  async validate(config: unknown, account: Account, report: Reporter, signal: AbortSignal): Promise<Diagnostic[]> {
    const object = objectIn(config);
    const { problems } = await this.#checked(object, UNKNOWN, { schema: this.schema, account, report, signal });
    return problemsIn(this.schema, problems, object);
  }

  /** Calls the function. */
  async read(config: unknown, account: Account, report: Reporter, signal: AbortSignal): Promise<Message> {
    const object = objectIn(config);
    const call = { schema: this.schema, account, report, signal };
    const { inputs, problems } = await this.#checked(object, account.organizationId, call);
    if (problems.length > 0) return { diagnostics: problemsIn(this.schema, problems, object) };
    const context = account.context(this.schema, report, signal);
    const given = await callFunction(this.#definition, modelArguments(this.#definition, inputs), context);
    const arguments_ = this.#arguments.map(({ name }) => [snakeName(name), object[snakeName(name)] ?? null] as const);
    const { name, type } = this.#result;
    const result = valueToTerraform(type, this.#inEngineForm(given));
    return { state: encodeValue({ ...Object.fromEntries(arguments_), [snakeName(name)]: result }) };
  }

  #inEngineForm(given: Values): unknown {
    if (!givesRows(this.#definition)) return engineResult(this.#definition, given);
    const items = given[ITEMS] as readonly Values[]; // -- the driver's form of rows
    return items.map((row) => engineResult(this.#definition, row));
  }

  #checked(object: Values, organizationId: unknown, call: ResourceCall): ReturnType<typeof checked> {
    return checked(declaredIn(this.schema, object, organizationId), false, call);
  }
}

function objectIn(config: unknown): Record<string, unknown> {
  const object = decodeValue(config);
  return isRecord(object) ? object : {};
}
