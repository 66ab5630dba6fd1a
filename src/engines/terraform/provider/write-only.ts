import { fingerprint, isFingerprintOf, UNCERTAIN } from "../../../driver/driver.ts";
import { secretMembers } from "../../../model/block.ts";
import { type AnyResource, fieldsOf, FINGERPRINTS } from "../../../model/definition.ts";
import { normalized } from "../../../model/diff.ts";
import type { Field } from "../../../model/field.ts";
import { isRecord, sameValue, type Values } from "../../../model/json-value.ts";
import { withSeparateSecrets, put, without } from "../../../model/parts.ts";
import { containsUnknown, valueAt, UNKNOWN } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import {
  type AttributeType,
  canBeWriteOnly,
  pairOf,
  pairTexts,
  typeBytes,
  typeFields,
  valueToModel,
} from "./attribute-types.ts";
import { type Diagnostic, errorFrom } from "./diagnostics.ts";
import { snakeName } from "../../../model/names.ts";

/**
 * The second way to give a secret input: two attributes, as the large providers have them. The engine hands the value
 * over and stores it nowhere; the version, which it stores, says when to send it.
 *
 * @source developer.hashicorp.com/terraform/plugin/framework/resources/write-only-arguments (read 2026-11-21)
 */
export interface WriteOnlyInput {
  /** The input, by the model's name; of a secret inside of one its place: `destination.other.config`. */
  readonly field: string;
  readonly rules: Field;
  readonly type: AttributeType;
  /** The steps to the secret, by the model's names. */
  readonly path: readonly string[];
  /** The attributes around it, the outermost first; none for an input of its own. */
  readonly around: readonly string[];
  /** The attribute that stores the secret; the two others replace it. */
  readonly stored: string;
  readonly value: string;
  readonly version: string;
}

/** The versions of the values that are given write-only. */
type Versions = ReadonlyMap<WriteOnlyInput, unknown>;

/** Fingerprints of the values that were sent, by the model's names; part of the private bytes. */
export type SentSecrets = Readonly<Record<string, string>>;

/** Every secret input, and every secret inside of another input, by its mark. The engines have no write-only sets. */
export function writeOnlyInputs(
  definition: AnyResource,
  typeOf: (name: string) => AttributeType | undefined,
): WriteOnlyInput[] {
  const parts = new Map(fieldsOf(withSeparateSecrets(definition), "inputs"));
  return fieldsOf(definition, "inputs").flatMap(([field, rules]) => {
    const type = typeOf(field);
    if (type === undefined) return [];
    if (rules.secret === true) return canBeWriteOnly(type) ? [inputAt([field], rules, type)] : [];
    return secretMembers(field, rules).flatMap(({ name, path }) => {
      const [own, inner] = [parts.get(name), typeAt(type, path.slice(1))];
      return own !== undefined && inner !== undefined && canBeWriteOnly(inner) ? [inputAt(path, own, inner)] : [];
    });
  });
}

function inputAt(path: readonly string[], rules: Field, type: AttributeType): WriteOnlyInput {
  const name = path.at(-1) ?? "";
  const { value, version } = pairOf(name);
  return {
    field: path.join("."),
    rules,
    type,
    path,
    around: path.slice(0, -1).map(snakeName),
    stored: snakeName(name),
    value: snakeName(value),
    version: snakeName(version),
  };
}

function typeAt(type: AttributeType, [step, ...rest]: readonly string[]): AttributeType | undefined {
  if (step === undefined) return type;
  const inner = type.kind === "object" ? type.members[step]?.type : undefined;
  return inner === undefined ? undefined : typeAt(inner, rest);
}

type PairName = "stored" | "value" | "version";

/** One of the attributes of an input in an engine's object; undefined if the object lacks its container. */
export function attributeIn(input: WriteOnlyInput, name: PairName, object: Values): unknown {
  const around = valueAt(object, input.around);
  return isRecord(around) ? around[input[name]] : undefined;
}

/** An engine's object with another value of such an attribute, if its container exists. */
function withAttribute(object: Values, input: WriteOnlyInput, name: PairName, value: unknown): Values {
  const next = put(object, [...input.around, input[name]], value);
  return isRecord(next) ? next : object;
}

/** Whether a configuration uses the write-only form of the value. */
export function isGivenWriteOnly(input: WriteOnlyInput, config: Values): boolean {
  return isGiven(attributeIn(input, "value", config));
}

/** The versions in an object of the engine. */
export function versionsIn(inputs: readonly WriteOnlyInput[], object: Values): Versions {
  return new Map(inputs.map((input) => [input, attributeIn(input, "version", object)]));
}

/**
 * Both attributes in the schema; never required, because older engines treat the value as an ordinary attribute. They
 * aren't marked as sensitive: Terraform stores a list of an object's sensitive attributes in no fixed order, and with
 * two or more, a refresh-only plan sometimes reports a change (seen with 1.11.4); write-only values are never shown.
 */
export function writeOnlyMessages({ around, type, stored, value, version }: WriteOnlyInput, doc: string): Message[] {
  // Of a secret inside of an object its type has them.
  if (around.length > 0) return [];
  const texts = pairTexts(stored, doc);
  return [
    {
      name: value,
      ...typeFields(type, false, { writeOnly: true }),
      optional: true,
      writeOnly: true,
      description: texts.value,
    },
    {
      name: version,
      type: typeBytes({ kind: "number" }),
      optional: true,
      description: texts.version,
    },
  ];
}

/** The problems of a configuration's pairs on their own. */
export function writeOnlyProblems(
  inputs: readonly WriteOnlyInput[],
  config: Values,
  options: { readonly title: string; readonly isAllowed: boolean },
): Diagnostic[] {
  return inputs.flatMap((input) => {
    const text = problemOf(input, config, options.isAllowed);
    return text === undefined ? [] : [errorAt(input, `${options.title}\n${text}`)];
  });
}

function problemOf(input: WriteOnlyInput, config: Values, isAllowed: boolean): string | undefined {
  const { stored, value, version } = input;
  const [hasValue, hasVersion] = [isGivenWriteOnly(input, config), isGiven(attributeIn(input, "version", config))];
  const kept = attributeIn(input, "stored", config);
  if (hasValue && !isAllowed) {
    return `${value} needs Terraform or OpenTofu 1.11 or later, because this version would store the value. Upgrade, or use ${stored}.`;
  }
  if (hasValue && isGiven(kept) && kept !== UNKNOWN) {
    return `Set either ${stored}, which is stored, or ${value}, which isn't, but not both.`;
  }
  if (hasValue === hasVersion) return undefined;
  return hasValue
    ? `${value} also needs ${version}: a number that you raise to send the value again.`
    : `${version} works only with ${value}. Set ${value} too.`;
}

/** These names are none of the model's. */
function errorAt({ around, value }: WriteOnlyInput, text: string): Diagnostic {
  return { ...errorFrom(text), attribute: { steps: [...around, value].map((attributeName) => ({ attributeName })) } };
}

/** A configuration in the model's form, with the values that are given write-only. */
export function withWriteOnly(
  inputs: readonly WriteOnlyInput[],
  config: Values,
  values: Values,
): Record<string, unknown> {
  return inputs.reduce<Record<string, unknown>>((all, input) => {
    const given = attributeIn(input, "value", config);
    return isGiven(given) ? placed(all, input, valueToModel(input.type, given)) : all;
  }, values);
}

/** Values of the model with another value of an input. */
function placed(values: Values, { path }: WriteOnlyInput, value: unknown): Record<string, unknown> {
  const next = value === undefined ? without(values, path) : put(values, path, value);
  return isRecord(next) ? { ...next } : { ...values };
}

/** An object before a change, and its configuration. */
export interface WriteOnlyChange {
  readonly config: Values;
  /** Absent for a new object. */
  readonly prior: Values | undefined;
  readonly sent: SentSecrets;
}

/** Represents a value that was sent and not stored, if only its removal matters. */
const NOT_KEPT = "(not kept)";

/** The two sides that the driver compares, with or without the write-only secrets. */
export function comparedSides(
  inputs: readonly WriteOnlyInput[],
  change: WriteOnlyChange,
  state: Values,
  declared: Values,
): { readonly state: Values; readonly inputs: Values } {
  let before = state;
  let after = declared;
  for (const input of inputs) {
    const { field, rules, path } = input;
    if (isToBeSent(input, change)) {
      // The service can't be asked for it, and a raised version requests that it is sent. Without a hash (after an
      // import), the first value counts as the current one, as for a stored secret.
      const { [FINGERPRINTS]: known } = before;
      if (isRecord(known) && field in known) before = { ...before, [FINGERPRINTS]: { ...known, [field]: UNCERTAIN } };
    } else if (isGivenWriteOnly(input, change.config)) {
      // The same version: whatever the value, it is no change. A new object needs the secret anyway.
      const given = valueToModel(input.type, attributeIn(input, "value", change.config));
      const isTaken = rules.returned === "never" && !containsUnknown(given);
      before = placed(before, input, isTaken ? given : undefined);
      after = placed(after, input, isTaken ? given : undefined);
    } else if (change.sent[field] !== undefined && valueAt(after, path) === undefined) {
      before = placed(before, input, NOT_KEPT);
    }
  }
  return { state: before, inputs: after };
}

/**
 * The driver's hashes with those of write-only values: the state doesn't have these values, so the driver would treat
 * them as never given.
 */
export function fingerprintsWith(fingerprints: Values, sent: SentSecrets): Values {
  const known = Object.entries(sent).filter(([field]) => field in fingerprints && fingerprints[field] !== UNCERTAIN);
  return { ...fingerprints, ...Object.fromEntries(known) };
}

function isToBeSent(input: WriteOnlyInput, { config, prior }: WriteOnlyChange): boolean {
  if (!isGivenWriteOnly(input, config)) return false;
  const version = attributeIn(input, "version", config);
  return prior === undefined || !sameValue(attributeIn(input, "version", prior), version);
}

/** Removes the secrets from an object to plan or store, and adds the versions. */
export function withoutSecrets(
  inputs: readonly WriteOnlyInput[],
  config: Values,
  versions: Versions,
  object: Values,
): Values {
  return inputs.reduce((clean, input) => {
    const kept = isGivenWriteOnly(input, config) ? withAttribute(clean, input, "stored", null) : clean;
    const blank = withAttribute(kept, input, "value", null);
    return withAttribute(blank, input, "version", versions.get(input) ?? null);
  }, object);
}

/**
 * An object of an earlier form in the current one. The version of a former input moves to the input that replaced it
 * inside of an object; the secret itself is stored nowhere, as before.
 *
 * @param object - as the state has it
 * @param upgraded - the same in the current form
 */
export function upgradedObject(inputs: readonly WriteOnlyInput[], object: Values, upgraded: Values): Values {
  const present = new Set(inputs.filter(({ around }) => around.length === 0).map(({ version }) => version));
  const [former] = Object.entries(object).filter(
    ([name, value]) => name.endsWith("_wo_version") && !present.has(name) && isGiven(value),
  );
  // Only a map includes all earlier values; other omitted secrets stay unchanged at the service.
  const heirs = inputs.filter(
    ({ around, type }) =>
      around.length > 0 &&
      type.kind === "map" &&
      isRecord(valueAt(upgraded, around)) &&
      !isRecord(valueAt(object, around)),
  );
  const versions = new Map([...versionsIn(inputs, object), ...heirs.map((heir) => [heir, former?.[1]] as const)]);
  const clean = withoutSecrets(inputs, {}, versions, upgraded);
  if (former === undefined) return clean;
  return heirs.reduce((all, heir) => withAttribute(all, heir, "stored", null), clean);
}

/** The hashes after a change: of values that were sent now, and of values that were sent before and are still given. */
export function sentAfter(inputs: readonly WriteOnlyInput[], change: WriteOnlyChange): SentSecrets {
  const sent = inputs.flatMap((input): [string, string][] => {
    const { field, rules, type } = input;
    if (!isGivenWriteOnly(input, change.config)) return [];
    const earlier = change.sent[field];
    if (!isToBeSent(input, change)) return earlier === undefined ? [] : [[field, earlier]];
    const given = valueToModel(type, attributeIn(input, "value", change.config));
    return [[field, fingerprint(normalized(rules, given))]];
  });
  return Object.fromEntries(sent);
}

/** The versions after a change that failed in part: as they were, and none for a value that was to be sent. */
export function unsentVersions(inputs: readonly WriteOnlyInput[], change: WriteOnlyChange): Versions {
  const { prior = {} } = change;
  const earlier = (input: WriteOnlyInput): unknown => attributeIn(input, "version", prior);
  return new Map(inputs.map((input) => [input, isToBeSent(input, change) ? null : earlier(input)]));
}

/** The versions after a read of the service: none for a value that differs from the sent one. */
export function versionsAfterRead(
  inputs: readonly WriteOnlyInput[],
  object: Values,
  sent: SentSecrets,
  observed: Values,
): Versions {
  const versions = inputs.map((input) => {
    const { field, rules } = input;
    const isKept =
      sent[field] === undefined ||
      rules.returned === "never" ||
      isFingerprintOf(normalized(rules, observed[field]), sent[field]) !== false;
    return [input, isKept ? attributeIn(input, "version", object) : null] as const;
  });
  return new Map(versions);
}

/** Whether a configuration has a value; an unknown one counts. */
function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
