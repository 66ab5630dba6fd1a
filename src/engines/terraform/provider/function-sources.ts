import { callFunction } from "../../../driver/driver.ts";
import { type AnyFunction, givesRows } from "../../../model/function.ts";
import type { Values } from "../../../model/json-value.ts";
import { printed } from "../../../model/messages.ts";
import { actionArguments, actionResult, RESULT } from "../../../model/action.ts";
import type { Message } from "../../../grpc/messages.ts";
import type { CallParts } from "./account.ts";
import { type AttributeType, valueToTerraform } from "./attribute-types.ts";
import { FunctionForm } from "./function-form.ts";
import { type Attribute, attributeMessage, type ResourceSchema } from "./resource-schema.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { encodeValue, objectIn } from "./values.ts";

/** The attribute with the rows of a function. */
const ITEMS = "items";

/**
 * A function as a data source: arguments are attributes, and the result of the function is `result`, or `items` for a
 * function that returns rows. Any JSON is a JSON string.
 */
export class FunctionSource {
  readonly #form: FunctionForm;
  readonly #result: Attribute;

  constructor(definition: AnyFunction) {
    this.#form = new FunctionForm(definition);
    const result = this.schema.attributes.find(({ name }) => name === RESULT);
    if (result === undefined) throw new Error(`${definition.name} has no result`);
    const rows: AttributeType = { kind: "list", of: result.type };
    this.#result = givesRows(definition)
      ? {
          ...result,
          name: ITEMS,
          attribute: ITEMS,
          type: rows,
          doc: "Rows. The state stores all of them, so limit their number.",
        }
      : { ...result, doc: "Result of the function." };
  }

  get schema(): ResourceSchema {
    return this.#form.schema;
  }

  message(): Message {
    const { spelling } = this.schema;
    const attributes = [...this.#form.arguments, this.#result].map((one) => attributeMessage(one, spelling));
    return { version: 0, block: { attributes, description: printed(this.#form.definition.doc, spelling) } };
  }

  /** The problems of a configuration on its own. */
  validate(config: unknown, parts: CallParts): Promise<Diagnostic[]> {
    return this.#form.validate(config, parts);
  }

  /** Calls the function. */
  async read(config: unknown, parts: CallParts): Promise<Message> {
    const { definition, arguments: declared } = this.#form;
    const object = objectIn(config);
    const { inputs, diagnostics } = await this.#form.read(object, parts);
    if (diagnostics.length > 0) return { diagnostics };
    const context = parts.account.context(this.schema, parts.report, parts.signal);
    const given = await callFunction(definition, actionArguments(this.#form.action, inputs), context);
    const arguments_ = declared.map(({ attribute }) => [attribute, object[attribute] ?? null] as const);
    const { attribute, type } = this.#result;
    const result = valueToTerraform(type, this.#inEngineForm(given));
    return { state: encodeValue({ ...Object.fromEntries(arguments_), [attribute]: result }) };
  }

  #inEngineForm(given: Values): unknown {
    const { action, definition } = this.#form;
    if (!givesRows(definition)) return actionResult(action, given);
    const items = given[ITEMS] as readonly Values[]; // -- the driver's form of rows
    return items.map((row) => actionResult(action, row));
  }
}
