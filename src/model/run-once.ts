import * as z from "zod";

import { checkArguments } from "./check-arguments.ts";
import { type AnyResource, STATE_VERSION } from "./definition.ts";
import type { Problem } from "./diagnostics.ts";
import { type Field, type Fields, field } from "./field.ts";
import { type AnyFunction, argumentsOf, resultOf } from "./function.ts";
import { isJson, parsedJson, type Values } from "./json-value.ts";
import { fieldName, fieldRef, message, withoutStop } from "./messages.ts";
import { pascalName } from "./names.ts";

/** Name of the input whose change makes a run-once resource run again. */
export const TRIGGERS = "triggers";

/** Names of the outputs of the receipt. */
export const RAN_AT = "ranAt";
export const RESULT = "result";

const TRIGGERS_FIELD = field(z.record(z.string(), z.string()).optional(), {
  doc: "Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it.",
});

/**
 * The resource that calls a function once: on create, and when `triggers` change.
 *
 * What is in state is a receipt. A refresh does not touch it, and delete forgets it.
 */
export function runOnceOf(definition: AnyFunction): AnyResource {
  const { name, doc, notes = [], example } = definition;
  return {
    name: pascalName(name),
    doc: message`${doc} Runs once, when it is created, and again when ${fieldRef(TRIGGERS)} change.`,
    notes: [...notes, NOTE],
    example: engineArguments(definition, example),
    stateVersion: 1,
    migrations: {},
    inputs: { ...engineFields(argumentsOf(definition), "none"), [TRIGGERS]: TRIGGERS_FIELD },
    outputs: {
      [RAN_AT]: field(z.iso.datetime(), { doc: "When the function ran last, as an ISO 8601 instant." }),
      [RESULT]: field(z.object(schemasOf(engineFields(resultOf(definition), "update"))), {
        doc: "What the function gave when it ran last.",
        ...(resultOf(definition).some(([, rules]) => rules.secret === true) ? { secret: true } : {}),
      }),
      [STATE_VERSION]: field(z.number().int(), { doc: "Version of the shape of this state.", stable: true }),
    },
    identity: { parts: ["receipt"], of: () => ({}) },
    scopes: { read: [], write: definition.scopes },
    disagreements: (inputs) => problemsOf(definition, modelArguments(definition, inputs)),
    toWire: () => ({}),
    fromWire: () => ({}),
    ops: {},
    runs: definition,
  };
}

const NOTE =
  "State holds a receipt: when it ran and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.";

/** What is wrong with arguments as the function takes them: with what a JSON text holds, and with all of them together. */
function problemsOf(definition: AnyFunction, args: Values): Problem[] {
  const settings = { howToSet: (name: string) => message`set ${fieldName(name)} in the provider's configuration` };
  return [...checkArguments(definition, args, settings).problems];
}

/** Fields in the form that every engine has a type for: any JSON is a JSON text. */
function engineFields(fields: readonly (readonly [string, Field])[], onChange: "none" | "update"): Fields {
  return Object.fromEntries(fields.map(([name, rules]) => [name, engineField(rules, onChange)]));
}

function engineField(rules: Field, onChange: "none" | "update"): Field {
  if (rules.isJson !== true) return { ...rules, onChange };
  const text = z.string().refine(isJson, "expected a JSON text");
  const schema = rules.schema.safeParse(undefined).success ? text.optional() : text;
  return { ...rules, schema, onChange, doc: message`${withoutStop(rules.doc)}, as a JSON text.` };
}

function schemasOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, rules]) => [name, rules.schema]));
}

/** Inputs of the resource as arguments of the function. */
export function modelArguments(definition: AnyFunction, inputs: Values): Record<string, unknown> {
  const entries = argumentsOf(definition).map(([name, rules]) => {
    const value = inputs[name];
    const parsed = rules.isJson === true && typeof value === "string" ? parsedJson(value) : undefined;
    return [name, parsed === undefined ? value : parsed] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Arguments of the function as inputs of the resource. */
function engineArguments(definition: AnyFunction, args: Values): Values {
  return engineValues(argumentsOf(definition), args);
}

/** What a function gave, in the form that every engine has a type for; what is absent or null is left out. */
export function engineResult(definition: AnyFunction, result: Values): Record<string, unknown> {
  return engineValues(resultOf(definition), result);
}

function engineValues(fields: readonly (readonly [string, Field])[], values: Values): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(([name]) => values[name] !== undefined && values[name] !== null)
      .map(([name, rules]) => [name, rules.isJson === true ? JSON.stringify(values[name]) : values[name]]),
  );
}
