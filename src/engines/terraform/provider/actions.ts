import { callFunction } from "../../../driver/driver.ts";
import { type AnyFunction, planOf } from "../../../model/function.ts";
import { message, printed, type Text, typeName } from "../../../model/messages.ts";
import { actionArguments } from "../../../model/action.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import type { CallParts } from "./account.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { FunctionForm } from "./function-form.ts";
import { attributeMessage, type ResourceSchema } from "./resource-schema.ts";
import { objectIn } from "./values.ts";

/**
 * A function that writes, as an action, which the engine runs on request, or around changes of a resource. Engines
 * without actions ignore these in the schema.
 *
 * @source terraform docs/plugin-protocol/tfplugin6.proto, ActionSchema, PlanAction, InvokeAction (read 2026-11-21)
 */
export class FunctionAction {
  readonly #form: FunctionForm;

  constructor(definition: AnyFunction) {
    this.#form = new FunctionForm(definition);
  }

  get schema(): ResourceSchema {
    return this.#form.schema;
  }

  message(): Message {
    const { definition, arguments: declared } = this.#form;
    const { spelling } = this.schema;
    const attributes = declared.map((one) => attributeMessage(one, spelling));
    return { schema: { version: 0, block: { attributes, description: printed(definition.doc, spelling) } } };
  }

  /** The problems of a configuration on its own. */
  validate(config: unknown, parts: CallParts): Promise<Diagnostic[]> {
    return this.#form.validate(config, parts);
  }

  /** Reports the planned effect of a run; sends nothing. */
  async plan(config: unknown, parts: CallParts): Promise<readonly Diagnostic[]> {
    const { inputs, diagnostics } = await this.#form.read(objectIn(config), parts);
    const { definition } = this.#form;
    if (diagnostics.length === 0 && !containsUnknown(inputs)) {
      parts.report.info(
        message`${typeName(definition.name)} ${planOf(definition, actionArguments(this.#form.action, inputs))}`,
      );
    }
    return diagnostics;
  }

  /** Calls the function; its result isn't used, because an action has none. */
  async invoke(config: unknown, parts: CallParts, tell: (text: Text) => void): Promise<readonly Diagnostic[]> {
    const { definition } = this.#form;
    const { inputs, diagnostics } = await this.#form.read(objectIn(config), parts);
    if (diagnostics.length > 0) return diagnostics;
    const { session, call } = parts.account.context(this.schema, parts.report, parts.signal);
    const report = { warn: (text: Text) => parts.report.warn(text), info: tell, status: tell };
    await callFunction(definition, actionArguments(this.#form.action, inputs), { session, call, report });
    return [];
  }
}
