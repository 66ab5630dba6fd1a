import type {
  HogFunctionInput,
  HogFunctionTemplateWire,
  HogFunctionWire,
} from "../../../client/hog-functions/hog-function-wire.ts";
import type { Before } from "../../../model/call.ts";
import {
  isRecord,
  jsonText,
  parsedJson,
  sameValue,
  textsByName,
  textsIn,
  type Values,
} from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";
import { nearest } from "../../../model/suggest.ts";
import type { Sending } from "../../../model/wire/codec.ts";
import { sameInputs } from "./hog-function-json.ts";

/** The inputs that a function defines. */
export type InputSchemas = HogFunctionTemplateWire["inputs_schema"];

/** All wanted inputs, and the strings of secrets, whose types decide their form in requests. */
export interface InputsToSend {
  readonly open: Readonly<Record<string, HogFunctionInput>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Undefined if only the template defines inputs. */
  readonly schema: InputSchemas | undefined;
}

/** Types whose values aren't strings. A program writes a secret of such a type as a JSON string. */
const JSON_TYPES: ReadonlySet<string> = new Set(["number", "boolean", "dictionary", "json", "integration"]);

function recordIn(text: unknown): Values {
  const value = typeof text === "string" ? parsedJson(text) : undefined;
  return isRecord(value) ? value : {};
}

/** The inputs that a program declares for its function; undefined if it declares none. */
export function schemaIn(text: unknown): InputSchemas | undefined {
  const value = typeof text === "string" ? parsedJson(text) : undefined;
  if (!Array.isArray(value)) return undefined;
  return value.filter((one): one is InputSchemas[number] => isRecord(one) && typeof one["key"] === "string");
}

function secretKeys(wire: HogFunctionWire): Set<string> {
  const marked = wire.inputs_schema.filter(({ secret }) => secret === true).map(({ key }) => key);
  return new Set([...marked, ...storedSecrets(wire)]);
}

/** Secrets that have a value. The service refuses a request to keep a missing secret. */
function storedSecrets({ inputs }: HogFunctionWire): string[] {
  return Object.entries(inputs).flatMap(([key, input]) => (input?.secret === true ? [key] : []));
}

/**
 * The values that aren't secret, as a JSON string, without undeclared values that equal the input's own default.
 */
export function inputsFromWire(wire: HogFunctionWire, declared?: unknown): string | null {
  const given = recordIn(declared);
  const secret = secretKeys(wire);
  const defaults = new Map(wire.inputs_schema.map((one) => [one.key, one.default] as const));
  const entries = Object.entries(wire.inputs)
    .filter(([key, input]) => input !== null && !secret.has(key))
    .map(([key, input]) => [key, input?.value] as const)
    .filter(([key, value]) => key in given || !sameValue(value, defaults.get(key)));
  return sameInputs(jsonText(Object.fromEntries(entries)));
}

/** The inputs that are written in Liquid. */
export function liquidFromWire({ inputs }: HogFunctionWire): string[] {
  return Object.entries(inputs).flatMap(([key, input]) => (input?.templating === "liquid" ? [key] : []));
}

/**
 * All inputs, because the service accepts inputs only together. Stored secrets stay unless the program has new ones.
 * Secrets that left the program stay too, because the service can't clear a secret.
 *
 * @source service 2026-09, hog-functions.md, secrets
 */
export function inputsToSend({ inputs: sent, before }: Sending<HogFunctionWire>): InputsToSend {
  const desired = before?.desired ?? sent;
  const values = desired["inputs"] === undefined ? shownValues(before) : recordIn(desired["inputs"]);
  const liquid = new Set(textsIn(desired["liquidInputs"] ?? before?.state["liquidInputs"]));
  const unset = [...liquid].filter((key) => !(key in values)).map((key) => [key, null] as const);
  const open = [...Object.entries(values), ...unset].map(([key, value]): [string, HogFunctionInput] => [
    key,
    liquid.has(key) ? { value, templating: "liquid" } : { value },
  ]);
  const stored = before === undefined ? [] : storedSecrets(before.wire);
  const held = stored.map((key): [string, HogFunctionInput] => [key, { secret: true }]);
  return {
    open: Object.fromEntries([...held, ...open]),
    secrets: textsByName(sent["secretInputs"]),
    schema: schemaIn(sent["inputsSchema"] ?? desired["inputsSchema"]) ?? before?.wire.inputs_schema,
  };
}

/** The service's inputs in the form that it accepts. The marker that it shows for a secret keeps the secret. */
export function resendableInputs(inputs: Values): Record<string, HogFunctionInput> {
  const entries = Object.entries(inputs).flatMap(([key, input]): [string, HogFunctionInput][] => {
    if (!isRecord(input)) return [];
    const { value, templating, secret } = input;
    if (secret === true) return [[key, { secret }]];
    return [[key, { value, ...(typeof templating === "string" ? { templating } : {}) }]];
  });
  return Object.fromEntries(entries);
}

function shownValues(before: Before<HogFunctionWire> | undefined): Values {
  return before === undefined ? {} : recordIn(inputsFromWire(before.wire));
}

/**
 * The inputs of a body, with secrets in the form of their types. Missing required inputs get their default, as services
 * since 2026 also do.
 */
export function inputsInBody(
  { open, secrets }: Pick<InputsToSend, "open" | "secrets">,
  schema: InputSchemas = [],
): Readonly<Record<string, HogFunctionInput>> {
  const types = new Map(schema.map(({ key, type }) => [key, type] as const));
  const given = Object.entries(secrets).map(([key, text]): [string, HogFunctionInput] => {
    const isText = !JSON_TYPES.has(types.get(key) ?? "");
    return [key, { value: isText ? text : (parsedJson(text) ?? text) }];
  });
  const filledIn = schema
    .filter((one) => one.secret !== true && one.required === true && !isEmpty(one.default))
    .map((one): [string, HogFunctionInput] => [one.key, { value: one.default }]);
  return { ...Object.fromEntries(filledIn), ...open, ...Object.fromEntries(given) };
}

/** Contradictions between given and existing inputs. */
export function inputFaults(schema: InputSchemas, { inputs, secretInputs }: Values): Text[] {
  const known = new Map(schema.map((one) => [one.key, one] as const));
  const open = typeof inputs === "string" ? Object.keys(recordIn(inputs)) : [];
  const secret = isRecord(secretInputs) ? Object.keys(secretInputs) : [];
  return [
    ...open.flatMap((key) => faultOf(key, known, "inputs")),
    ...secret.flatMap((key) => faultOf(key, known, "secretInputs")),
  ];
}

function faultOf(
  key: string,
  known: ReadonlyMap<string, InputSchemas[number]>,
  side: "inputs" | "secretInputs",
): Text[] {
  const item = known.get(key);
  const name = JSON.stringify(key);
  if (item === undefined) {
    const near = nearest(key, [...known.keys()]);
    const hint = near === undefined ? `it has ${[...known.keys()].join(", ") || "none"}` : `did you mean ${near}?`;
    return [message`${fieldRef(side)} has ${name}, which isn't an input of the function; ${hint}`];
  }
  const isSecret = item.secret === true;
  if (isSecret === (side === "secretInputs")) return [];
  return isSecret
    ? [message`the input ${name} is secret: set it in ${fieldRef("secretInputs")}`]
    : [message`the input ${name} isn't secret: set it in ${fieldRef("inputs")}`];
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Required inputs of a new function that aren't given and have no default. */
export function missingInputs(schema: InputSchemas, { inputs, secretInputs }: Values): string[] {
  const given = { ...recordIn(inputs), ...(isRecord(secretInputs) ? secretInputs : {}) };
  const isMissing = (one: InputSchemas[number]): boolean =>
    one.required === true && isEmpty(given[one.key]) && (one.secret === true || isEmpty(one.default));
  return schema.filter(isMissing).map(({ key }) => key);
}
