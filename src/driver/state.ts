import { message } from "../model/messages.ts";
import { identityIn } from "../model/declared-identity.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import {
  type AnyResource,
  DEFERRED_FIELDS,
  fieldsOf,
  FINGERPRINTS,
  isExistingOnly,
  STATE_VERSION,
  EXISTED,
  WITHOUT_EFFECT,
} from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { sameStored } from "../model/diff.ts";
import { defaultOf, type Field, isHidden } from "../model/field.ts";
import { isForProvider } from "../model/on-change.ts";
import { hasParent } from "../model/parts.ts";
import { pick, type Values } from "../model/json-value.ts";
import { fingerprintsOf } from "./fingerprint.ts";
import type { Wire } from "./session/list-cache.ts";
import { declaredTitleOf } from "../model/title.ts";
import { dueAtOf } from "./hooks/pending-creation.ts";
import { isFinal } from "./hooks.ts";
import { deferredFields } from "./hooks/deferred-fields.ts";
import { unsupportedFields } from "./unsupported-settings.ts";
import { keptInputs } from "./hooks/unsupported-inputs.ts";

/** An object in the state. */
export interface Prior {
  readonly id: string;
  /** Inputs and outputs together, of any version of the shape. */
  readonly state: Values;
}

/** An object as it goes into state. */
export interface Stored {
  readonly id: string;
  /** Inputs and outputs together, with the version of the shape. */
  readonly state: Record<string, unknown>;
  /** The inputs among them. */
  readonly inputs: Record<string, unknown>;
}

/** The parts of an object's state besides its observation. */
export interface StoreFrom {
  /** The program's declaration; absent for an import, which takes every input that the service returned. */
  readonly declared?: Values;
  /** The state before; its hashes are kept if the value is the same. */
  readonly previous?: Values | undefined;
  /** The object was there before this program declared it; when absent, what state said before. */
  readonly existed?: boolean | undefined;
  /** Write-only inputs that might not have been sent. The state leaves them out, so the next update sends them. */
  readonly unsent?: ReadonlySet<string>;
}

/**
 * Creates the state of an object from an observation.
 *
 * A declared input keeps the user's spelling while the service has the same value; if the service has another value,
 * that goes into the state.
 */
export function store(definition: AnyResource, wire: Wire, at: IdentityParts, from: StoreFrom): Stored {
  const { declared, previous, unsent = new Set<string>(), existed = previous?.[EXISTED] === true } = from;
  const observed: Values = definition.fromWire(wire, at, declared);
  const held = declared === undefined ? [] : deferredFields(definition, wire, declared, observed);
  const isUnchangeable = isFinal(definition, observed) || dueAtOf(definition, observed) !== undefined;
  const sides = { wire, observed, declared: declared ?? {}, held: previous ?? {} };
  const kept = new Set([...held, ...keptInputs(definition, sides)]);
  const inputs: Record<string, unknown> = {};
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    const value =
      declared === undefined
        ? (observed[name] ?? (isForProvider(rules) ? defaultOf(rules) : undefined))
        : declaredOrObserved(rules, declared[name], observed[name], isUnchangeable || kept.has(name));
    if (value !== undefined && value !== null && !unsent.has(name)) inputs[name] = value;
  }
  // If the service deleted an object, its secrets are gone too, so the next update sends them all.
  for (const name of Object.keys(inputs)) if (!hasParent(definition, name, inputs)) delete inputs[name];
  const outputs = pick(
    observed,
    fieldsOf(definition, "outputs").map(([name]) => name),
  );
  const state: Record<string, unknown> = {
    ...pick(at, definition.identity.parts),
    ...inputs,
    ...outputs,
    [STATE_VERSION]: definition.stateVersion,
  };
  if (existed) state[EXISTED] = true;
  if (held.length > 0) state[DEFERRED_FIELDS] = held;
  const unsupported = unsupportedFields(definition, declared ?? {}, observed);
  if (unsupported.length > 0) state[WITHOUT_EFFECT] = unsupported;
  // The service's secrets of an imported object are unknown.
  const fingerprints = fingerprintsOf(definition, inputs, declared === undefined ? {} : previous, unsent);
  if (fingerprints !== undefined) state[FINGERPRINTS] = fingerprints;
  return { id: formatId(definition.identity.parts, at), state, inputs };
}

/** The state after an update that changes nothing at the service: the new inputs, everything else as it was. */
export function restate(definition: AnyResource, state: Values, inputs: Values): Record<string, unknown> {
  const declared = declaredIn(definition, inputs);
  const names = new Set(fieldsOf(definition, "inputs").map(([name]) => name));
  const kept = Object.fromEntries(Object.entries(state).filter(([name]) => !names.has(name)));
  const next: Record<string, unknown> = { ...kept, ...declared, [STATE_VERSION]: definition.stateVersion };
  const fingerprints = fingerprintsOf(definition, declared, state);
  if (fingerprints !== undefined) next[FINGERPRINTS] = fingerprints;
  return next;
}

function declaredOrObserved(rules: Field, declared: unknown, observed: unknown, isKept: boolean): unknown {
  if (declared === undefined) return undefined;
  if (isForProvider(rules) || isHidden(rules, observed) || isKept) return declared;
  return sameStored(rules, declared, observed) ? declared : observed;
}

/** The inputs among values. From a state, these are the program's declared inputs. */
export function declaredIn(definition: AnyResource, state: Values): Record<string, unknown> {
  return pick(
    state,
    fieldsOf(definition, "inputs").map(([name]) => name),
  );
}

/** The identity parts that inputs name; a complete identity for a resource of settings. */
export function scopeOf(definition: AnyResource, inputs: Values): IdentityParts {
  const scope = identityIn(definition, inputs);
  if (isExistingOnly(definition)) formatId(definition.identity.parts, scope);
  return scope;
}

/**
 * Converts a state of an earlier version to the current shape.
 *
 * @throws state_from_newer_version if the state's version isn't known yet; internal if nothing leads from it to the
 *   current one.
 */
export function migrate(definition: AnyResource, state: Values): Values {
  let version = typeof state[STATE_VERSION] === "number" ? state[STATE_VERSION] : 1;
  if (version > definition.stateVersion) {
    throw new OrgformProblem(
      "state_from_newer_version",
      message`${declaredTitleOf(definition, state)} has a newer state`,
      `The state has version ${version}; this Orgform knows ${definition.stateVersion}. Install the version of Orgform that wrote it, or a later one.`,
    );
  }
  let current = state;
  for (; version < definition.stateVersion; version += 1) {
    const next = definition.migrations[version];
    if (next === undefined) throw noMigration(definition, current, version);
    current = next(current);
  }
  return current;
}

/** Values of a state, or of a part of it, in the present shape, as far as their version is an earlier one. */
export function upgraded(definition: AnyResource, values: Values, version: unknown): Values {
  if (typeof version !== "number" || version >= definition.stateVersion) return values;
  return { ...migrate(definition, { ...values, [STATE_VERSION]: version }), [STATE_VERSION]: definition.stateVersion };
}

function noMigration(definition: AnyResource, state: Values, version: number): OrgformProblem {
  return new OrgformProblem(
    "internal",
    message`The state of ${declaredTitleOf(definition, state)} has version ${version}, and Orgform can't migrate it to version ${definition.stateVersion}`,
    "The state was kept. This is a bug in Orgform. Report it with both numbers.",
  );
}
