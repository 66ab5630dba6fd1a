import * as z from "zod";

import { functions } from "../catalog/functions/index.ts";
import { isAnyJson } from "../model/any-json.ts";
import type { Field } from "../model/field.ts";
import type { AnyFunction } from "../model/function.ts";
import { isJson, parsedJson } from "../model/json-value.ts";
import { message, withoutPeriod } from "../model/messages.ts";
import { type ActionResource, actionResource, type ValueForm } from "../model/action.ts";

/** The form that engines share: any JSON is a JSON string, because not all of them have a type for it. */
const JSON_AS_TEXT: ValueForm = {
  fieldOf: (rules) => (isAnyJson(rules) ? jsonTextField(rules) : rules),
  read: (rules, value) => {
    const parsed = isAnyJson(rules) && typeof value === "string" ? parsedJson(value) : undefined;
    return parsed === undefined ? value : parsed;
  },
  write: (rules, value) => (isAnyJson(rules) ? JSON.stringify(value) : value),
};

function jsonTextField(rules: Field): Field {
  const text = z.string().refine(isJson, "expected a JSON text");
  const schema = rules.schema.safeParse(undefined).success ? text.optional() : text;
  return { ...rules, schema, doc: message`${withoutPeriod(rules.doc)}, as a JSON text.` };
}

/** The action resource of a function, in the form that engines share. */
export function actionOf(definition: AnyFunction): ActionResource {
  return actionResource(definition, JSON_AS_TEXT);
}

/** The action resource of every function that writes, sorted by name. */
export const actions: readonly ActionResource[] = functions.filter(({ effect }) => effect !== "read").map(actionOf);
