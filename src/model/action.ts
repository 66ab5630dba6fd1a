import * as z from "zod";

import { member } from "./block.ts";
import { type AnyFunction, argumentsOf, checkArguments, confirmedExample, resultOf } from "./function.ts";
import { type AnyResource, STATE_VERSION } from "./definition.ts";
import type { Problem } from "./diagnostics.ts";
import { type Field, type Fields, field } from "./field.ts";
import type { Values } from "./json-value.ts";
import { fieldName, fieldRef, message } from "./messages.ts";
import { pascalName } from "./names.ts";

/** The call of an action resource. */
export interface Action {
  readonly calls: AnyFunction;
  /** The form of arguments and results in a declaration of the resource. */
  readonly form: ValueForm;
}

/** An action resource: it calls its function when it is created and when `triggers` change. The state has the last run. */
export type ActionResource = AnyResource & {
  readonly kind: "action";
  readonly action: Action;
  readonly validate: (inputs: Values) => Problem[];
};

/** A form of values in which every engine has a type for each of them. */
export interface ValueForm {
  readonly fieldOf: (rules: Field) => Field;
  /** A value in this form, converted to the form of the function. */
  readonly read: (rules: Field, value: unknown) => unknown;
  /** A value of the function, converted to this form. */
  readonly write: (rules: Field, value: unknown) => unknown;
}

/** Name of the input whose change makes an action run again. */
export const TRIGGERS = "triggers";

/** Names of the outputs about the last run. */
export const RAN_AT = "ranAt";
export const RESULT = "result";

const TRIGGERS_FIELD = field(z.record(z.string(), z.string()).optional(), {
  doc: "Strings by name. If one of them changes, the function runs again. A change of only other inputs doesn't run it.",
});

const NOTE =
  "The state holds the time and the result of the last run. A refresh doesn't change them, and removing the resource undoes nothing.";

/** The service has no object of an action: nothing is read or sent as one. */
const nothing = (): Record<string, never> => ({});

/** Whether a resource is an action, and not an object. */
export function isAction(definition: AnyResource): definition is ActionResource {
  return definition.kind === "action";
}

/**
 * The resource that calls a function once: on create, and when `triggers` change.
 *
 * The state describes the last run. A refresh doesn't change it, and a delete removes it from the state.
 */
export function actionResource(calls: AnyFunction, form: ValueForm): ActionResource {
  const { name, doc, notes = [] } = calls;
  const action: Action = { calls, form };
  return {
    kind: "action",
    name: pascalName(name),
    doc: message`${doc} Runs once when it's created, and again if ${fieldRef(TRIGGERS)} change.`,
    notes: [...notes, NOTE],
    example: written(argumentsOf(calls), form, confirmedExample(calls)),
    stateVersion: 1,
    migrations: {},
    inputs: { ...fieldsIn(form, argumentsOf(calls), { onChange: "none" }), [TRIGGERS]: TRIGGERS_FIELD },
    outputs: {
      [RAN_AT]: field(z.iso.datetime(), { doc: "Time of the last run, ISO 8601." }),
      [RESULT]: field(z.object(schemasOf(fieldsIn(form, resultOf(calls)))), {
        doc: "Result of the last run.",
        ...(resultOf(calls).some(([, rules]) => rules.secret === true) ? { secret: true } : {}),
      }),
      [STATE_VERSION]: field(z.number().int(), { doc: "Version of the state's format.", stable: true }),
    },
    identity: { parts: ["receipt"], of: nothing },
    scopes: { read: [], write: calls.scopes },
    validate: (inputs) => problemsOf(calls, actionArguments(action, inputs)),
    toWire: nothing,
    fromWire: nothing,
    ops: {},
    action,
  };
}

/**
 * Problems with the arguments in the form of the function: with the contents of a JSON string, and with all arguments
 * together.
 */
function problemsOf(definition: AnyFunction, args: Values): Problem[] {
  const settings = { howToSet: (name: string) => message`set ${fieldName(name)} in the provider's configuration` };
  return [...checkArguments(definition, args, settings).problems];
}

function fieldsIn(form: ValueForm, fields: readonly (readonly [string, Field])[], marks: Partial<Field> = {}): Fields {
  return Object.fromEntries(fields.map(([name, rules]) => [name, { ...form.fieldOf(rules), ...marks }]));
}

function schemasOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema, doc }]) => [name, member(schema, { doc })]));
}

/** Inputs of an action as arguments of its function. */
export function actionArguments({ calls, form }: Action, inputs: Values): Record<string, unknown> {
  const entries = argumentsOf(calls).map(([name, rules]) => [name, form.read(rules, inputs[name])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The result of an action's function in the action's form; absent and null values are omitted. */
export function actionResult({ calls, form }: Action, result: Values): Record<string, unknown> {
  return written(resultOf(calls), form, result);
}

function written(
  fields: readonly (readonly [string, Field])[],
  form: ValueForm,
  values: Values,
): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(([name]) => values[name] !== undefined && values[name] !== null)
      .map(([name, rules]) => [name, form.write(rules, values[name])]),
  );
}
