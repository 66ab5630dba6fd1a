import { actionOf } from "../../../app/actions.ts";
import type { AnyFunction } from "../../../model/function.ts";
import type { Values } from "../../../model/json-value.ts";
import { type Action, TRIGGERS } from "../../../model/action.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { CallParts } from "./account.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { checked, declaredIn, problemsIn, type ResourceCall } from "./resource-calls.ts";
import { type Attribute, ResourceSchema } from "./resource-schema.ts";
import { objectIn } from "./values.ts";

/** The arguments of a function in the form of the engine: any JSON is a JSON text. */
export class FunctionForm {
  /** Arguments and result, as a resource that runs the function would have them. */
  readonly schema: ResourceSchema;
  readonly definition: AnyFunction;
  readonly action: Action;
  readonly arguments: readonly Attribute[];

  constructor(definition: AnyFunction) {
    this.definition = definition;
    const resource = actionOf(definition);
    this.action = resource.action;
    this.schema = new ResourceSchema(resource);
    this.arguments = this.schema.inputs
      .filter(({ name }) => name !== TRIGGERS)
      .map((one) => (one.decider === "required" ? one : { ...one, decider: "optional" }));
  }

  /** The problems of a configuration on its own. */
  async validate(config: unknown, parts: CallParts): Promise<Diagnostic[]> {
    const object = objectIn(config);
    const { problems } = await this.#checked(object, UNKNOWN, { schema: this.schema, ...parts });
    return problemsIn(this.schema, problems, object);
  }

  /** The arguments with defaults, or their problems. */
  async read(
    object: Values,
    parts: CallParts,
  ): Promise<{ readonly inputs: Values; readonly diagnostics: readonly Diagnostic[] }> {
    const call = { schema: this.schema, ...parts };
    const { inputs, problems } = await this.#checked(object, parts.account.organizationId, call);
    return { inputs, diagnostics: problemsIn(this.schema, problems, object) };
  }

  #checked(object: Values, organizationId: unknown, call: ResourceCall): ReturnType<typeof checked> {
    return checked(declaredIn(this.schema, object, organizationId), {}, call);
  }
}
