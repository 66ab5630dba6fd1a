import { invalid, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { isBlank, isDictionary } from "../../wire/read-value.ts";

type Dictionary = Readonly<Record<string, unknown>>;
/** The definition of one input of a function. */
export type InputSchema = Dictionary & { readonly key: string; readonly type: string; readonly secret: boolean };
/** The stored part of an input: the service's additions are computed when it is shown. */
export type Inputs = Readonly<Record<string, Dictionary>>;
/** Values, separated by visibility. */
export type SplitInputs = { readonly inputs: Inputs; readonly secrets: Inputs };

const SCHEMA_KEYS = ["type", "key", "label", "choices", "required", "default", "secret", "hidden", "description"];
const MORE_SCHEMA_KEYS = ["integration", "integration_key", "integration_field", "requires_field", "requiredScopes"];
const KNOWN_KEYS = [...SCHEMA_KEYS, ...MORE_SCHEMA_KEYS, "templating"];

/**
 * Reads the definitions of a function's inputs; unknown keys are omitted, and the switches are filled in.
 * @source service 2026-09, hog-functions.md, fields; that the switches are filled in was read in older code
 */
export function readSchema(sent: readonly unknown[], attr = "inputs_schema"): InputSchema[] {
  return sent.map((item, index) => {
    if (!isDictionary(item)) throw invalidInput("Invalid data. Expected a dictionary.", attr);
    const { key, type } = item;
    for (const [name, value] of Object.entries({ type, key })) {
      if (typeof value === "string" && value !== "") continue;
      throw invalid("required", "This field is required.", `${attr}__${index}__${name}`);
    }
    const known = KNOWN_KEYS.filter((name) => item[name] !== undefined).map((name) => [name, item[name]] as const);
    const sentOnes: Dictionary = Object.fromEntries(known);
    const filled = { required: false, hidden: false, ...sentOnes };
    return { ...filled, key: String(key), type: String(type), secret: item["secret"] === true };
  });
}

/**
 * The accepted values of each type of input; for other types they aren't known. @source service 2026-09,
 * hog-functions.md; the texts: 2025
 */
const TYPE_CHECKS: Readonly<Record<string, { fits: (value: unknown) => boolean; detail: string }>> = {
  string: { fits: (value) => typeof value === "string", detail: "Value must be a string." },
  number: { fits: (value) => typeof value === "number", detail: "Value must be a number." },
  boolean: { fits: (value) => typeof value === "boolean", detail: "Value must be a boolean." },
  dictionary: { fits: isDictionary, detail: "Value must be a dictionary." },
  integration: { fits: Number.isInteger, detail: "Value must be an Integration ID." },
};

/** How inputs are read. */
type ReadingInputs = {
  /** The prefix of the key in the attr of a refusal. */
  readonly where?: string;
  readonly fillsIn: boolean;
};

/**
 * Reads values for the inputs of a schema, and ignores other keys. A stored secret is only removed together with its
 * key in the schema: `{"secret": true}`, an absent input, and an empty value all keep it. A required input gets its
 * default, which it didn't get in 2025.
 *
 * @source service 2026-09, hog-functions.md, inputs and secrets
 */
export function readInputs(
  schema: readonly InputSchema[],
  sent: Dictionary,
  stored: Inputs,
  { where = "inputs", fillsIn }: ReadingInputs,
): SplitInputs {
  const inputs: Record<string, Dictionary> = {};
  const secrets: Record<string, Dictionary> = {};
  for (const item of schema) {
    const { key, secret } = item;
    const attr = `${where}__${key}`;
    const kept = secret ? stored[key] : undefined;
    const { default: _default, ...bare } = item;
    const input = readInput(fillsIn ? item : { ...bare, key, type: item.type, secret }, sent[key], kept, attr);
    if (!secret) inputs[key] = input;
    else if (!isBlank(input["value"])) secrets[key] = input;
    else if (kept !== undefined) secrets[key] = kept;
  }
  return { inputs, secrets };
}

/** The value for an input; for a secret the stored one, unless a new value replaces it. */
function givenFor({ secret }: InputSchema, sent: Dictionary, kept: Dictionary | undefined, attr: string): Dictionary {
  if (!secret || !isBlank(sent["value"])) return sent;
  if (kept === undefined && sent["secret"] === true) {
    const detail = "No value is saved for this secret input. Enter the value again.";
    throw invalidInput(detail, attr);
  }
  return kept ?? sent;
}

function readInput(item: InputSchema, sent: unknown, kept: Dictionary | undefined, attr: string): Dictionary {
  if (sent !== undefined && sent !== null && !isDictionary(sent)) {
    throw invalidInput("Invalid data. Expected a dictionary.", attr);
  }
  const { value: own, templating } = givenFor(item, sent ?? {}, kept, attr);
  const value = isBlank(own) && item["required"] === true ? item["default"] : own;
  const isEmpty = isBlank(value);
  if (isEmpty && item["required"] === true) throw invalidInput("This field is required.", attr);
  const check = TYPE_CHECKS[item.type];
  if (!isEmpty && check?.fits(value) === false) throw invalidInput(check.detail, attr);
  if (templating !== undefined && templating !== "hog" && templating !== "liquid") {
    throw invalid("invalid_choice", `"${JSON.stringify(templating)}" is not a valid choice.`, `${attr}__templating`);
  }
  return { ...(value === undefined ? {} : { value }), ...(templating === undefined ? {} : { templating }) };
}

/** Refuses secrets if the facts don't show how the service handles them. */
export function refuseSecrets(schema: readonly InputSchema[], where: string): void {
  if (!schema.some(({ secret }) => secret)) return;
  throw sandboxError(501, "not_implemented", `How the service stores secret inputs of ${where} is not known.`);
}
