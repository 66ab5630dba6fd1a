import { type AnyResource, fieldsOf } from "../../model/definition.ts";
import { normalized, sameStored } from "../../model/diff.ts";
import { differencesOf } from "../../model/differences.ts";
import { isHidden } from "../../model/field.ts";
import { parseId } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import type { Text } from "../../model/messages.ts";
import { withSeparateSecrets, splitValues } from "../../model/parts.ts";
import { isAction } from "../../model/action.ts";
import { isFingerprintOf } from "../fingerprint.ts";
import { changesIn } from "../plan/changes.ts";
import { type Found, read } from "../read.ts";
import type { Context } from "../session/session.ts";
import { isSecretValue } from "../../model/secret-texts.ts";
import { migrate } from "../state.ts";
import * as action from "../functions/action.ts";

/** A stored state of an object. */
export interface Recorded {
  readonly id: string;
  /** Inputs and outputs together; an unreadable secret is absent. */
  readonly state: Values;
  /** The last declaration; an unreadable secret is absent. */
  readonly inputs: Values;
  /** Names of the declared inputs whose values can't be read. */
  readonly unreadable: readonly string[];
  /** Fingerprints of inputs that are in no state, by name. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

/** A property that has changed since. A secret property has no values. */
export interface PropertyDrift {
  /** `name`, `destination.config.region`. */
  readonly path: string;
  readonly isSecret: boolean;
  /** The value in the state; absent if it isn't set there. */
  readonly expected?: unknown;
  /** The service's value; absent if it isn't set there. */
  readonly found?: unknown;
}

/** The changes of an object since the state was written. */
export interface Drift {
  readonly kind: "unchanged" | "changed" | "missing";
  /** Property by property; empty unless the object changed. */
  readonly properties: readonly PropertyDrift[];
  /** Declared inputs that couldn't be compared: unreadable in the state, or never shown by the service. */
  readonly notCompared: readonly string[];
  /** Why the service no longer has objects of the kind, in words for people: there's nothing to compare with. */
  readonly retired?: Text;
}

/**
 * Compares an object with the state as a refresh does: with the same read, and the same comparison after it. Writes
 * nothing.
 *
 * @throws the errors of the read: unconfirmed_absence, or the error of the service.
 */
export async function drift(definition: AnyResource, recorded: Recorded, context: Context): Promise<Drift> {
  return driftInParts(withSeparateSecrets(definition), partsOf(definition, recorded), context);
}

/** The same with each secret inside of an input as an input of its own. */
async function driftInParts(definition: AnyResource, recorded: Recorded, context: Context): Promise<Drift> {
  const state = withDeclared(definition, recorded);
  const found: Found | undefined = isAction(definition)
    ? await action.read(definition, recorded.id, state)
    : await read(definition, recorded.id, state, context);
  if (found === undefined) return { kind: "missing", properties: [], notCompared: [] };
  if (found.retired !== undefined) {
    return { kind: "unchanged", properties: [], notCompared: [], retired: found.retired };
  }
  const at = parseId(definition.identity.parts, recorded.id);
  const sides = { state: found.state, inputs: recorded.inputs };
  const changes = (await changesIn(definition, at, sides, () => context)).filter(
    ({ path, effect }) => effect !== "store" && !isUndeclared(definition, path, [recorded.inputs, state, found.state]),
  );
  const changed = new Set([...changes.map(({ path }) => path), ...changedSecrets(definition, recorded, found)]);
  const rules = new Map([...fieldsOf(definition, "outputs"), ...fieldsOf(definition, "inputs")]);
  const properties = [...changed].flatMap((name): PropertyDrift[] => {
    // For a status, the state before the read shows the expected value.
    const sides = [recorded.inputs[name] ?? state[name], found.state[name]] as const;
    const marks = rules.get(name);
    if (marks !== undefined && sides.some((side) => isSecretValue(marks, side)))
      return [{ path: name, isSecret: true }];
    return differencesIn(name, ...sides);
  });
  const kind = changed.size > 0 ? "changed" : "unchanged";
  return { kind, properties, notCompared: notCompared(definition, recorded, found, changed) };
}

/**
 * The state with the program's additional declarations: an import omits settings with their server-side default from
 * the state, and a program that names them declares no difference.
 */
function withDeclared(definition: AnyResource, { state, inputs }: Recorded): Values {
  const whole = migrate(definition, state);
  const lacking = Object.entries(inputs).filter(([name, value]) => value !== undefined && whole[name] === undefined);
  return { ...whole, ...Object.fromEntries(lacking) };
}

/**
 * Whether a program doesn't declare an input that is the same in the service and in the state: an import took it into
 * the state.
 */
function isUndeclared(
  definition: AnyResource,
  name: string,
  [declared, state, found]: readonly [Values, Values, Values],
) {
  const rules = new Map(fieldsOf(definition, "inputs")).get(name);
  return rules !== undefined && declared[name] === undefined && sameStored(rules, state[name], found[name]);
}

function partsOf(definition: AnyResource, recorded: Recorded): Recorded {
  const { state, inputs } = recorded;
  return { ...recorded, state: splitValues(definition, state), inputs: splitValues(definition, inputs) };
}

function differencesIn(name: string, expected: unknown, found: unknown): PropertyDrift[] {
  const differences = differencesOf(name, expected, found);
  // Something has to be done although both sides are the same: an expired invite that was expired before.
  const all = differences.length > 0 ? differences : [{ path: name, before: expected, after: found }];
  return all.map(({ path, before, after }) => ({
    path,
    isSecret: false,
    ...(before === undefined || before === null ? {} : { expected: before }),
    ...(after === undefined || after === null ? {} : { found: after }),
  }));
}

/** Secrets that no state contains, and whose hash shows that the service has another value. */
function changedSecrets(definition: AnyResource, { fingerprints }: Recorded, { observed }: Found): string[] {
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) => {
    const sent = fingerprints[name];
    if (sent === undefined || isHidden(rules, observed[name])) return [];
    return isFingerprintOf(normalized(rules, observed[name]), sent) === false ? [name] : [];
  });
}

function notCompared(
  definition: AnyResource,
  { state, unreadable, fingerprints }: Recorded,
  { observed }: Found,
  changed: ReadonlySet<string>,
): string[] {
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) => {
    if (changed.has(name)) return [];
    const isDeclared = state[name] !== undefined || fingerprints[name] !== undefined;
    const isUnseen = unreadable.includes(name) || (isDeclared && isHidden(rules, observed[name]));
    return isUnseen ? [name] : [];
  });
}
