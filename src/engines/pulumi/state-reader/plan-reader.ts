import * as z from "zod";

import { servedNamed } from "../../../app/served.ts";
import { importable, upgraded } from "../../../driver/driver.ts";
import { type AnyResource, fieldsOf, STATE_VERSION } from "../../../model/definition.ts";
import { pathText } from "../../../model/field-path.ts";
import { isRecord, pick, type Values } from "../../../model/json-value.ts";
import type { PlannedChange, RecordedPlan } from "../../../model/picture/planned-change.ts";
import { givenSecrets } from "../../../model/secret-texts.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { PlanReader } from "../../engine.ts";
import { isSealed, ORGFORM_TYPE } from "./state.ts";

/** Represents an unknown value. @source pulumi sdk/go/common/resource/plugin/rpc.go */
const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Represents a value of a secret. */
const HIDDEN_TEXT = "[secret]";

/** The objects that an input depends on, as URNs. */
const dependenciesSchema = z.looseObject({ roleId: z.array(z.string()).nullish() });

type Dependencies = z.output<typeof dependenciesSchema>;

const stateSchema = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  propertyDependencies: dependenciesSchema.nullish(),
});

const planSchema = z.looseObject({
  steps: z
    .array(
      z.looseObject({
        op: z.string(),
        urn: z.string(),
        oldState: stateSchema.nullish(),
        newState: stateSchema.nullish(),
        detailedDiff: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .default([]),
  diagnostics: z.array(z.looseObject({ severity: z.string().optional() })).nullish(),
});

type State = z.output<typeof stateSchema>;

type Step = z.output<typeof planSchema>["steps"][number];

/**
 * Steps that aren't about an object of the program: a read object isn't the program's, and the two parts of a
 * replacement appear besides it only with `--show-replacement-steps`.
 */
const SILENT: ReadonlySet<string> = new Set([
  "create-replacement",
  "delete-replaced",
  "read",
  "read-replacement",
  "discard",
  "discard-replaced",
]);

/** Reads what `pulumi preview --json` prints. */
export const planReader: PlanReader = {
  forms: "what `pulumi preview --json` prints",
  accepts: (json) =>
    isRecord(json) && (isRecord(json["changeSummary"]) || [json["steps"], json["diagnostics"]].some(Array.isArray)),
  read: readPlan,
};

function readPlan(json: unknown): RecordedPlan {
  const changes: PlannedChange[] = [];
  const unknown: string[] = [];
  const { steps, diagnostics } = planSchema.parse(json);
  for (const step of steps) {
    const name = ORGFORM_TYPE.exec(step.newState?.type ?? step.oldState?.type ?? "")?.groups?.["resource"];
    if (name === undefined || SILENT.has(step.op)) continue;
    const definition = servedNamed(name);
    if (definition === undefined) unknown.push(step.urn);
    else changes.push(changeOf(definition, step));
  }
  const isFailed = diagnostics?.some(({ severity }) => severity === "error") === true;
  return { engine: "pulumi", changes, unknown, ...(isFailed ? { isFailed } : {}) };
}

function changeOf(definition: AnyResource, { op, urn, oldState, newState, detailedDiff }: Step): PlannedChange {
  const isMade = op === "create";
  const isGone = op === "delete";
  const old = isMade ? undefined : oldState;
  const inputs = fieldsOf(definition, "inputs").map(([field]) => field);
  const given = known(newState?.inputs ?? {});
  const secrets = givenSecrets(definition, given).map(pathText);
  return {
    resource: definition.name,
    address: addressIn(urn),
    id: (old ?? (isMade ? undefined : newState))?.id,
    before: old === undefined || old === null ? undefined : stateOf(definition, old, given),
    after: isGone ? undefined : pick(given, inputs),
    isReplaced: op === "replace",
    isForgotten: op === "forget",
    ...(op === "same" ? { isKept: true } : {}),
    references: referencesIn(newState?.propertyDependencies ?? {}),
    secrets,
    keptSecrets: detailedDiff === undefined || detailedDiff === null ? [] : keptOf(secrets, Object.keys(detailedDiff)),
  };
}

/** The secrets that are in no difference: the engine prints the same for every value of a secret. */
function keptOf(secrets: readonly string[], changed: readonly string[]): string[] {
  const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`);
  return secrets.filter((secret) => changed.every((path) => !isWithin(secret, path) && !isWithin(path, secret)));
}

const addressIn = (urn: string): string => urn.split("::").at(-1) ?? urn;

/** The role that a `roleId` comes from, if it depends on that role alone. */
function referencesIn({ roleId }: Dependencies): { readonly roleId?: string } {
  const [only = "", ...others] = roleId ?? [];
  const type = only.split("::").at(2)?.split("$").at(-1) ?? "";
  const isRole = ORGFORM_TYPE.exec(type)?.groups?.["resource"] === "Role";
  return isRole && others.length === 0 ? { roleId: addressIn(only) } : {};
}

/** The values in the state, without inputs that an import left out: the provider sees no difference in those. */
function stateOf(definition: AnyResource, { inputs, outputs }: State, news: Values): Values {
  const values = known({ ...inputs, ...outputs });
  const state = upgraded(definition, values, values[STATE_VERSION]);
  return importable(definition, state, { declared: known(inputs), news });
}

/** Values with the model's marker for unknown or hidden ones instead of the engine's. */
function known(values: Values): Values {
  const entries = Object.entries(values).filter(([name]) => !name.startsWith("__"));
  return Object.fromEntries(entries.map(([name, value]) => [name, knownValue(value)]));
}

function knownValue(value: unknown): unknown {
  if (value === UNKNOWN_TEXT || value === HIDDEN_TEXT) return UNKNOWN;
  if (Array.isArray(value)) return value.map(knownValue);
  if (!isRecord(value)) return value;
  if (isSealed(value)) return UNKNOWN;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, knownValue(inner)]));
}
