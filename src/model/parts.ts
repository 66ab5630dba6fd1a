import * as z from "zod";

import { type SecretMember, secretMembers } from "./block.ts";
import type { Before } from "./call.ts";
import type { Capability } from "./hooks/capability.ts";
import { type AnyResource, fieldsOf } from "./definition.ts";
import { type Field, type Fields, field } from "./field.ts";
import type { IdentityParts } from "./identity.ts";
import { isRecord, type Values } from "./json-value.ts";
import { valueAt } from "./unknown.ts";

/**
 * A resource whose inputs contain secrets among other fields, in the form that the driver uses: each secret is a
 * separate input, named by its path (`saml.x509Cert`), and its object is an input without it. So secret fields follow
 * the rules of a write-only input, and code that compares, stores, or prints an object never has access to a secret.
 */
interface Parts {
  readonly definition: AnyResource;
  /** The secrets by the name of their input. */
  readonly members: ReadonlyMap<string, readonly SecretMember[]>;
}

const known = new WeakMap<AnyResource, Parts>();

/** The resource with each secret field as a separate input; the same resource if there are none. */
export function withSeparateSecrets(definition: AnyResource): AnyResource {
  return partsOf(definition).definition;
}

function partsOf(definition: AnyResource): Parts {
  const made = known.get(definition) ?? splitDefinition(definition);
  known.set(definition, made);
  // A definition in parts maps to itself.
  known.set(made.definition, made);
  return made;
}

function splitDefinition(definition: AnyResource): Parts {
  const members = new Map(
    fieldsOf(definition, "inputs")
      .filter(([, { secret }]) => secret !== true)
      .map(([name, rules]) => [name, secretMembers(name, rules)] as const)
      .filter(([, secrets]) => secrets.length > 0),
  );
  if (members.size === 0) return { definition, members };
  const { migrations, ops } = definition;
  const { update } = ops;
  const setters = Object.keys(ops.setters ?? {}).filter((name) => members.has(name));
  if (setters.length > 0) throw new Error(`${definition.name} has secrets inside of ${setters.join()}, set by itself`);
  const apart = (values: Values): Values => split(members, values);
  const whole = (values: Values): Values => join(members, values);
  const capabilities = definition.capabilities?.map((one) => capabilityWithWholeInputs(one, whole));
  const made: AnyResource = {
    ...definition,
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(update === undefined ? {} : { ops: { ...ops, update: updateWithWholeInputs(update, whole) } }),
    inputs: inputsInParts(definition, members),
    migrations: Object.fromEntries(
      Object.entries(migrations).map(([version, next]) => [version, (state: Values) => apart(next(whole(state)))]),
    ),
    toWire: (inputs: Values, before?: Before<unknown>): unknown =>
      before === undefined
        ? definition.toWire(whole(inputs))
        : definition.toWire(sentOf(members, inputs, before.desired), wholeBefore(before, whole)),
    fromWire: (wire: unknown, at: IdentityParts, declared?: Values): Values => {
      const observed: Values = definition.fromWire(wire, at, declared === undefined ? undefined : whole(declared));
      return shownMembers(members, observed);
    },
  };
  return { definition: made, members };
}

type Update = NonNullable<AnyResource["ops"]["update"]>;

/** An update that gets inputs in the form of programs. */
function updateWithWholeInputs(update: Update, whole: (values: Values) => Values): Update {
  return (api, at, body, call, before) => update(api, at, body, call, wholeBefore(before, whole));
}

function wholeBefore({ wire, state, desired }: Before<unknown>, whole: (values: Values) => Values): Before<unknown> {
  return { wire, state: whole(state), desired: whole(desired) };
}

/** A capability that gets inputs in the form of programs. */
function capabilityWithWholeInputs(capability: Capability, whole: (values: Values) => Values): Capability {
  const { inputWarnings } = capability;
  if (inputWarnings === undefined) return capability;
  return { ...capability, inputWarnings: (inputs, ...beside) => inputWarnings(whole(inputs), ...beside) };
}

type Members = Parts["members"];

function inputsInParts(definition: AnyResource, members: Members): Fields {
  const entries = fieldsOf(definition, "inputs").flatMap(([name, rules]): [string, Field][] => [
    [name, rules],
    ...(members.get(name) ?? []).map((secret): [string, Field] => [secret.name, rulesOf(rules, secret)]),
  ]);
  return Object.fromEntries(entries);
}

/** The service removes a secret that leaves its object; a required secret can't leave it. */
function rulesOf({ onChange }: Field, { doc, isRequired, isShown }: SecretMember): Field {
  return field(z.unknown().optional(), {
    doc,
    secret: true,
    ...(isShown ? { normalize: trimmed } : { returned: "never" as const }),
    ...(typeof onChange === "string" ? { onChange } : {}),
    ...(isRequired ? {} : { serviceDefault: null }),
  });
}

const trimmed = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

/** Values with each secret field beside its object, which doesn't contain it. */
export function splitValues(definition: AnyResource, values: Values): Values {
  return split(partsOf(definition).members, values);
}

function split(members: Members, values: Values): Values {
  const apart: Record<string, unknown> = { ...values };
  for (const [root, secrets] of members) {
    for (const { name, path } of secrets) {
      const value = valueAt(values, path);
      if (value !== undefined && value !== null) apart[name] = value;
    }
    if (root in apart) apart[root] = secrets.reduce((value, { path }) => without(value, path.slice(1)), apart[root]);
  }
  return apart;
}

/** Values in the form of programs and states: each secret in its object, and none if the object is absent. */
export function joinValues(definition: AnyResource, parts: Values): Record<string, unknown> {
  return join(partsOf(definition).members, parts);
}

function join(members: Members, parts: Values): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...parts };
  for (const [root, secrets] of members) {
    for (const { name, path } of secrets) {
      if (!(name in whole)) continue;
      const { [name]: value } = whole;
      delete whole[name];
      if (value !== undefined) whole[root] = put(whole[root], path.slice(1), value);
    }
  }
  return whole;
}

/** The visible values: no secrets except those that the service returns, and null for a secret that isn't set. */
function shownMembers(members: Members, values: Values): Values {
  const shown: Record<string, unknown> = { ...values };
  for (const [root, secrets] of members) {
    for (const { name, path, isShown } of secrets) {
      const value = valueAt(values, path);
      if (isShown || value === null) shown[name] = value;
    }
    if (root in shown) shown[root] = secrets.reduce((value, { path }) => without(value, path.slice(1)), shown[root]);
  }
  return shown;
}

/**
 * The values to send for changed inputs. If anything in an object changed, they include all its fields that aren't
 * secret, for calls that send the whole object.
 */
function sentOf(members: Members, changed: Values, desired: Values): Values {
  const sent: Record<string, unknown> = { ...changed };
  for (const [root, secrets] of members) {
    const isTouched = secrets.some(({ name }) => name in changed);
    if (isTouched && !(root in sent)) sent[root] = desired[root];
  }
  return join(members, sent);
}

/** A value without the part at a path. */
export function without(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || !isRecord(value) || !(step in value)) return value;
  if (rest.length > 0) return { ...value, [step]: without(value[step], rest) };
  const { [step]: _left, ...others } = value;
  return others;
}

/** A value with another value at a path, if there is an object that can contain it. */
export function put(value: unknown, [step, ...rest]: readonly string[], inner: unknown): unknown {
  if (step === undefined || !isRecord(value)) return value;
  if (rest.length === 0) return { ...value, [step]: inner };
  return isRecord(value[step]) ? { ...value, [step]: put(value[step], rest, inner) } : value;
}

/** Whether values have the object that contains an input. Only secret fields are contained in an object. */
export function hasParent(definition: AnyResource, name: string, values: Values): boolean {
  const secret = memberOf(definition, name);
  return secret === undefined || isRecord(valueAt(values, secret.path.slice(0, -1)));
}

/** The secret field that corresponds to an input of a resource in parts; undefined for any other input. */
export function memberOf(definition: AnyResource, name: string): SecretMember | undefined {
  const { members } = partsOf(definition);
  for (const secrets of members.values()) {
    const secret = secrets.find((one) => one.name === name);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

/** The input in a program for an input of a resource in parts: `saml` for `saml.x509Cert`. */
export function inputOf(definition: AnyResource, name: string): string {
  return memberOf(definition, name)?.path[0] ?? name;
}
