import { fingerprint, isFingerprintOf, UNCERTAIN } from "../../../driver/driver.ts";
import { type AnyResource, fieldsOf, FINGERPRINTS } from "../../../model/definition.ts";
import { normalized } from "../../../model/diff.ts";
import type { Field } from "../../../model/field.ts";
import { isRecord, sameValue, type Values } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import { type AttributeType, typeBytes, typeFields, valueToModel } from "./attribute-types.ts";
import { type Diagnostic, errorFrom } from "./diagnostics.ts";
import { snakeName } from "../../../model/names.ts";

/**
 * The second way to give a secret input: two attributes, as the large providers have them. The engine hands the value
 * over and stores it nowhere; the version, which it stores, says when to send it.
 *
 * @source developer.hashicorp.com/terraform/plugin/framework/resources/write-only-arguments (read 2026-11-21)
 */
export interface WriteOnlyInput {
  /** The input, by the model's name. */
  readonly field: string;
  readonly rules: Field;
  readonly type: AttributeType;
  /** The attribute that stores the secret; the two others stand in for it. */
  readonly stored: string;
  readonly value: string;
  readonly version: string;
}

/** Fingerprints of the values that were sent, by the model's names; part of the private bytes. */
export type SentSecrets = Readonly<Record<string, string>>;

/** Every secret input that is one value, or an object of named ones; the engines know no write-only sets and blocks. */
export function writeOnlyInputs(
  definition: AnyResource,
  typeOf: (name: string) => AttributeType | undefined,
): WriteOnlyInput[] {
  return fieldsOf(definition, "inputs").flatMap(([field, rules]) => {
    const type = typeOf(field);
    if (rules.secret !== true || type === undefined || ["list", "map"].includes(type.kind)) return [];
    const stored = snakeName(field);
    return [{ field, rules, type, stored, value: `${stored}_wo`, version: `${stored}_wo_version` }];
  });
}

/**
 * Both attributes in the schema; never required, since older engines take the value for an ordinary attribute. And not
 * marked as sensitive: Terraform keeps a list of an object's sensitive attributes in no fixed order, and of two or more
 * a refresh-only plan now and then says that something changed (seen with 1.11.4); what is write-only is never shown.
 */
export function writeOnlyMessages({ type, stored, value, version }: WriteOnlyInput, doc: string): Message[] {
  return [
    {
      name: value,
      ...typeFields(type, false, { writeOnly: true }),
      optional: true,
      writeOnly: true,
      description: `In place of ${stored}, without a trace in plan and state; needs Terraform or OpenTofu 1.11. ${doc}`,
    },
    {
      name: version,
      type: typeBytes({ kind: "number" }),
      optional: true,
      description: `Belongs to ${value}: raise it to have the value sent again.`,
    },
  ];
}

/** What is wrong with the pairs of a configuration on their own. */
export function writeOnlyProblems(
  inputs: readonly WriteOnlyInput[],
  config: Values,
  options: { readonly title: string; readonly isAllowed: boolean },
): Diagnostic[] {
  return inputs.flatMap((input) => {
    const text = problemOf(input, config, options.isAllowed);
    return text === undefined ? [] : [errorAt(input.value, `${options.title}\n${text}`)];
  });
}

function problemOf(input: WriteOnlyInput, config: Values, isAllowed: boolean): string | undefined {
  const { stored, value, version } = input;
  const [hasValue, hasVersion] = [isGiven(config[value]), isGiven(config[version])];
  if (hasValue && !isAllowed) {
    return `${value} needs Terraform 1.11 or OpenTofu 1.11: this version would store it. Use ${stored}, or a newer one.`;
  }
  if (hasValue && isGiven(config[stored]) && config[stored] !== UNKNOWN) {
    return `Give either ${stored}, which is stored, or ${value}, which is not; both are given.`;
  }
  if (hasValue === hasVersion) return undefined;
  return hasValue
    ? `${value} needs ${version} beside it: a number, to be raised whenever the value is to be sent again.`
    : `${version} stands alone: give ${value} too.`;
}

/** These names are none of the model's. */
function errorAt(attribute: string, text: string): Diagnostic {
  return { ...errorFrom(text), attribute: { steps: [{ attributeName: attribute }] } };
}

/** A configuration in the model's form, with the values that are given write-only. */
export function withWriteOnly(
  inputs: readonly WriteOnlyInput[],
  config: Values,
  values: Values,
): Record<string, unknown> {
  const all = { ...values };
  for (const { field, type, value } of inputs) {
    if (isGiven(config[value])) all[field] = valueToModel(type, config[value]);
  }
  return all;
}

/** Where an object stands before a change, and what the configuration asks for. */
export interface WriteOnlyChange {
  readonly config: Values;
  /** Absent for a new object. */
  readonly prior: Values | undefined;
  readonly sent: SentSecrets;
}

/** Stands for a value that was sent and not kept, where only its end matters. */
const NOT_KEPT = "(not kept)";

/** The two sides that the driver compares, with the secrets that are given write-only put in or left out. */
export function comparedSides(
  inputs: readonly WriteOnlyInput[],
  change: WriteOnlyChange,
  state: Values,
  declared: Values,
): { readonly state: Values; readonly inputs: Values } {
  const before = { ...state };
  const after = { ...declared };
  for (const input of inputs) {
    const { field, rules } = input;
    if (isToBeSent(input, change)) {
      // The service cannot be asked for it, and a raised version means that it is to be sent.
      if (rules.returned === "never") before[FINGERPRINTS] = without(before[FINGERPRINTS], field);
    } else if (isGiven(change.config[input.value])) {
      // The same version: whatever the value, nothing is sent.
      delete before[field];
      delete after[field];
    } else if (change.sent[field] !== undefined && after[field] === undefined) {
      before[field] = NOT_KEPT;
    }
  }
  return { state: before, inputs: after };
}

function without(fingerprints: unknown, field: string): Record<string, unknown> {
  return { ...(isRecord(fingerprints) ? fingerprints : {}), [field]: UNCERTAIN };
}

function isToBeSent({ value, version }: WriteOnlyInput, { config, prior }: WriteOnlyChange): boolean {
  return isGiven(config[value]) && (prior === undefined || !sameValue(prior[version], config[version]));
}

/** Takes the secrets out of an object that is to be planned or stored, and puts the versions in. */
export function withoutSecrets(
  inputs: readonly WriteOnlyInput[],
  config: Values,
  versions: Values,
  object: Values,
): Record<string, unknown> {
  const clean = { ...object };
  for (const { stored, value, version } of inputs) {
    if (isGiven(config[value])) clean[stored] = null;
    clean[value] = null;
    clean[version] = versions[version] ?? null;
  }
  return clean;
}

/** The fingerprints after a change: of what was sent now, and of what was sent before and is still given. */
export function sentAfter(inputs: readonly WriteOnlyInput[], change: WriteOnlyChange): SentSecrets {
  const sent = inputs.flatMap((input): [string, string][] => {
    const { field, rules, type, value } = input;
    if (!isGiven(change.config[value])) return [];
    const earlier = change.sent[field];
    if (!isToBeSent(input, change)) return earlier === undefined ? [] : [[field, earlier]];
    return [[field, fingerprint(normalized(rules, valueToModel(type, change.config[value])))]];
  });
  return Object.fromEntries(sent);
}

/** The versions after a change that failed in part: as they were, and none for a value that was to be sent. */
export function unsentVersions(inputs: readonly WriteOnlyInput[], change: WriteOnlyChange): Record<string, unknown> {
  const versions = inputs.map((input) => [
    input.version,
    isToBeSent(input, change) ? null : change.prior?.[input.version],
  ]);
  return Object.fromEntries(versions) as Record<string, unknown>;
}

/** The versions after a look at the service: none for a value that is no longer the one that was sent. */
export function versionsAfterRead(
  inputs: readonly WriteOnlyInput[],
  object: Values,
  sent: SentSecrets,
  observed: Values,
): Record<string, unknown> {
  const versions = inputs.map(({ field, rules, version }) => {
    const isKept =
      sent[field] === undefined ||
      rules.returned === "never" ||
      isFingerprintOf(normalized(rules, observed[field]), sent[field]) !== false;
    return [version, isKept ? object[version] : null] as const;
  });
  return Object.fromEntries(versions);
}

/** Whether a configuration has a value; an unknown one counts. */
export function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
