import { isApiError } from "../../client/errors.ts";
import { type AnyResource, fieldsOf } from "../../model/definition.ts";
import type { Values } from "../../model/json-value.ts";
import { containsUnknown, UNKNOWN } from "../../model/unknown.ts";
import type { Context } from "../session/session.ts";

/** Whether a setting is missing that another input may tell. */
export function lacksInferred({ inferred }: AnyResource, inputs: Values): boolean {
  return inferred !== undefined && (inputs[inferred.name] ?? undefined) === undefined;
}

/**
 * Inputs with the setting that another one of them tells, where nobody gives it; as they are where that cannot be told.
 *
 * While the other input is not known, neither is the setting.
 */
export async function withInferred(definition: AnyResource, inputs: Values, context: () => Context): Promise<Values> {
  const { inferred } = definition;
  if (inferred === undefined || !lacksInferred(definition, inputs)) return inputs;
  const { name, from, find } = inferred;
  const value = inputs[from];
  if (containsUnknown(value)) return { ...inputs, [name]: UNKNOWN };
  const schema = fieldsOf(definition, "inputs").find(([one]) => one === from)?.[1].schema;
  if (typeof value !== "string" || schema?.safeParse(value).success !== true) return inputs;
  const { session, call } = context();
  const found = await find(session.api, value, session.contextOf(call)).catch((error: unknown) => {
    if (isApiError(error) && error.category === "permission") return undefined;
    throw error;
  });
  return found === undefined ? inputs : { ...inputs, [name]: found };
}
