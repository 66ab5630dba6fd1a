import * as z from "zod";

import { served } from "../../../app/served.ts";
import { fieldsOf } from "../../../model/definition.ts";
import { pathText } from "../../../model/field-path.ts";
import { isRecord, pick, sameValue, type Values } from "../../../model/json-value.ts";
import type { ForeignChange, PlannedChange, RecordedPlan } from "../../../model/picture/planned-change.ts";
import { givenSecrets } from "../../../model/secret-texts.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { PlanReader } from "../../engine.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";
import { idOf, stateFrom } from "../provider/stored-state.ts";
import { attributeIn, type WriteOnlyInput } from "../provider/write-only.ts";
import { foreignChange } from "./foreign-objects.ts";
import { configurationSchema, roleOf } from "./plan-references.ts";
import { TYPE_PREFIX } from "./state.ts";

const values = z.record(z.string(), z.unknown()).nullish();

const planSchema = z.looseObject({
  format_version: z.string(),
  errored: z.boolean().optional(),
  configuration: configurationSchema.optional(),
  resource_changes: z
    .array(
      z.looseObject({
        address: z.string(),
        module_address: z.string().optional(),
        mode: z.string(),
        type: z.string(),
        deposed: z.string().optional(),
        change: z.looseObject({
          actions: z.array(z.string()),
          before: values,
          after: values,
          after_unknown: z.unknown(),
        }),
      }),
    )
    .default([]),
});

type Planned = z.output<typeof planSchema>["resource_changes"][number];

/** Reads what `terraform show -json` prints of a plan. */
export const planReader: PlanReader = {
  forms: "what `terraform show -json` prints of a plan",
  accepts: (json) => isRecord(json) && "format_version" in json && "planned_values" in json,
  read: readPlan,
};

function readPlan(json: unknown): RecordedPlan {
  const schemas = new Map(served.map((definition) => [ResourceSchema.of(definition).typeName, definition] as const));
  const changes: PlannedChange[] = [];
  const unknown: string[] = [];
  const foreign: ForeignChange[] = [];
  const { resource_changes, errored, configuration } = planSchema.parse(json);
  for (const planned of resource_changes) {
    if (planned.mode !== "managed" || planned.deposed !== undefined || planned.change.actions.includes("read"))
      continue;
    const definition = schemas.get(planned.type);
    if (definition !== undefined) {
      const roleId = roleOf(planned.address, planned.module_address, configuration);
      const change = changeOf(ResourceSchema.of(definition), planned);
      changes.push(roleId === undefined ? change : { ...change, references: { roleId } });
    } else if (planned.type.startsWith(TYPE_PREFIX)) unknown.push(planned.address);
    else foreign.push(...[foreignChange(planned)].filter((one) => one !== undefined));
  }
  return {
    engine: "terraform",
    changes,
    unknown,
    ...(foreign.length === 0 ? {} : { foreign }),
    ...(errored === true ? { isFailed: true } : {}),
  };
}

function changeOf(schema: ResourceSchema, { address, change }: Planned): PlannedChange {
  const { definition } = schema;
  const { actions, before, after, after_unknown: open } = change;
  const given = after === null || after === undefined ? undefined : withUnknown(after, open);
  const state = isRecord(given) ? valuesOf(schema, given) : undefined;
  const inputs = fieldsOf(definition, "inputs").map(([name]) => name);
  return {
    resource: definition.name,
    address,
    id: before === null || before === undefined ? undefined : idOf(before),
    before: before === null || before === undefined ? undefined : valuesOf(schema, before),
    after: state === undefined ? undefined : pick(state, inputs),
    isReplaced: actions.includes("delete") && actions.includes("create"),
    isForgotten: actions.includes("forget"),
    ...(actions.includes("no-op") ? { isKept: true } : {}),
    secrets: givenSecrets(definition, pick(state ?? {}, inputs))
      .map(pathText)
      .toSorted(),
    keptSecrets: schema.writeOnly
      .filter((input) => sameValue(versionIn(input, before), versionIn(input, after)))
      .map(({ field }) => field),
  };
}

/** Values in the model's form; a secret of which the plan has only a version is unknown. */
function valuesOf(schema: ResourceSchema, attributes: Values): Values {
  const values = stateFrom(schema, attributes, new Uint8Array());
  const hidden = schema.writeOnly.filter((input) => versionIn(input, attributes) !== null);
  return hidden.reduce<Values>((all, { path }) => withUnknownAt(all, path), values);
}

function withUnknownAt(values: Values, [step = "", ...rest]: readonly string[]): Values {
  if (rest.length === 0) return { ...values, [step]: UNKNOWN };
  const { [step]: inner } = values;
  return isRecord(inner) ? { ...values, [step]: withUnknownAt(inner, rest) } : values;
}

/** The version of a secret that the program gives without storing it; null without one. */
const versionIn = (input: WriteOnlyInput, attributes: Values | null | undefined): unknown =>
  attributeIn(input, "version", attributes ?? {}) ?? null;

/** A planned value with the unknown marker wherever the engine says so. */
function withUnknown(value: unknown, open: unknown): unknown {
  if (open === true) return UNKNOWN;
  if (Array.isArray(open)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return open.length > items.length
      ? open.map((one: unknown, index) => withUnknown(items[index] ?? null, one))
      : items.map((item, index) => withUnknown(item, open[index]));
  }
  if (!isRecord(open)) return value;
  const record = isRecord(value) ? value : {};
  const names = new Set([...Object.keys(record), ...Object.keys(open)]);
  const isNothing = value === null && !Object.values(open).some(Boolean);
  return isNothing
    ? value
    : Object.fromEntries([...names].map((name) => [name, withUnknown(record[name] ?? null, open[name])]));
}
