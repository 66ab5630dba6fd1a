import * as z from "zod";

import { served } from "../../../app/served.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";
import { hostFrom, idOf, sentSecretsFrom, stateFrom } from "../provider/stored-state.ts";
import { attributeIn } from "../provider/write-only.ts";
import { fieldsOf, STATE_VERSION } from "../../../model/definition.ts";
import { isRecord, pick, type Values } from "../../../model/json-value.ts";
import { type RecordedObject, upgraded } from "../../../driver/driver.ts";
import type { RecordedState } from "../../engine.ts";
import { foreignObjects } from "./foreign-objects.ts";

export const TYPE_PREFIX = "orgform_";

/** One object of a state, whatever the form of the file. */
interface Instance {
  readonly address: string;
  readonly type: string;
  readonly version: number;
  readonly attributes: Values;
  /** The provider's own bytes. */
  readonly kept: Uint8Array;
  /** The alias of the provider, if it has one. */
  readonly provider?: string | undefined;
}

/** The engine increases these with every write of the state. */
const versionSchema = z.looseObject({ serial: z.number().optional(), lineage: z.string().optional() });

const storedSchema = z.looseObject({
  version: z.literal(4),
  resources: z
    .array(
      z.looseObject({
        module: z.string().optional(),
        mode: z.string(),
        type: z.string(),
        name: z.string(),
        provider: z.string().default(""),
        instances: z.array(
          z.looseObject({
            index_key: z.union([z.string(), z.number()]).optional(),
            schema_version: z.number().default(0),
            attributes: z.record(z.string(), z.unknown()).nullable().default({}),
            private: z.string().default(""),
            deposed: z.string().default(""),
          }),
        ),
      }),
    )
    .default([]),
});

const shownResource = z.looseObject({
  address: z.string(),
  mode: z.string(),
  type: z.string(),
  schema_version: z.number().default(0),
  values: z.record(z.string(), z.unknown()).default({}),
  deposed_key: z.string().default(""),
});

interface ShownModule {
  readonly resources?: z.output<typeof shownResource>[] | undefined;
  readonly child_modules?: ShownModule[] | undefined;
}

const shownModule: z.ZodType<ShownModule> = z.looseObject({
  resources: z.array(shownResource).optional(),
  get child_modules() {
    return z.array(shownModule).optional();
  },
});

const shownSchema = z.looseObject({
  format_version: z.string(),
  values: z.looseObject({ root_module: shownModule.optional() }).optional(),
});

/** Whether JSON looks like a state of Terraform or OpenTofu. */
export function isTerraformState(json: unknown): boolean {
  const isStored = isRecord(json) && json["version"] === 4;
  return isStored || (isRecord(json) && "format_version" in json && !("planned_values" in json));
}

/**
 * Reads a state of Terraform or OpenTofu: a state file or what `state pull` prints, or what `show -json` prints, which
 * leaves out the fingerprints of secrets that were given write-only.
 *
 * @throws ZodError when the JSON has another form
 */
export function readTerraformState(json: unknown): RecordedState {
  const instances = isRecord(json) && "format_version" in json ? shownIn(json) : storedIn(json);
  const schemas = new Map(
    served.map((definition) => {
      const schema = ResourceSchema.of(definition);
      return [schema.typeName, schema] as const;
    }),
  );
  const objects: RecordedObject[] = [];
  const unknown: string[] = [];
  for (const instance of instances) {
    const schema = schemas.get(instance.type);
    if (schema !== undefined) objects.push(objectFrom(schema, instance));
    else if (instance.type.startsWith(TYPE_PREFIX)) unknown.push(instance.address);
  }
  const foreign = foreignObjects(instances);
  return { objects, unknown, revision: revisionOf(json), ...(foreign.length === 0 ? {} : { foreign }) };
}

/** The output of `show -json` has neither. */
function revisionOf(json: unknown): string | undefined {
  const { serial, lineage = "" } = versionSchema.safeParse(json).data ?? {};
  return serial === undefined ? undefined : `${lineage}/${serial}`;
}

function storedIn(json: unknown): Instance[] {
  return storedSchema.parse(json).resources.flatMap(({ module, mode, type, name, provider, instances }) =>
    instances
      .filter(({ deposed }) => mode === "managed" && deposed === "")
      .map((instance) => {
        const index = instance.index_key === undefined ? "" : `[${JSON.stringify(instance.index_key)}]`;
        return {
          address: `${module === undefined ? "" : `${module}.`}${type}.${name}${index}`,
          type,
          version: instance.schema_version,
          attributes: instance.attributes ?? {},
          kept: Buffer.from(instance.private, "base64"),
          provider: /\]\.(?<alias>[^.]+)$/u.exec(provider)?.groups?.["alias"],
        };
      }),
  );
}

function shownIn(json: unknown): Instance[] {
  const below = ({ resources: shown = [], child_modules: modules = [] }: ShownModule): Instance[] => [
    ...shown
      .filter(({ mode, deposed_key: deposed }) => mode === "managed" && deposed === "")
      .map(({ address, type, schema_version: version, values: attributes }) => ({
        address,
        type,
        version,
        attributes,
        kept: new Uint8Array(),
      })),
    ...modules.flatMap(below),
  ];
  return below(shownSchema.parse(json).values?.root_module ?? {});
}

function objectFrom(
  schema: ResourceSchema,
  { address, version, attributes, kept, provider }: Instance,
): RecordedObject {
  const { definition } = schema;
  const state = {
    ...stateFrom(schema, attributes, kept),
    ...(version < definition.stateVersion
      ? upgraded(definition, schema.toEarlierModel(attributes), version)
      : { [STATE_VERSION]: version }),
  };
  const fingerprints = sentSecretsFrom(kept);
  const given = schema.writeOnly.filter((input) => (attributeIn(input, "version", attributes) ?? null) !== null);
  return {
    resource: definition.name,
    address,
    id: idOf(attributes),
    state,
    inputs: pick(
      state,
      fieldsOf(definition, "inputs").map(([name]) => name),
    ),
    unreadable: given.map(({ field }) => field).filter((field) => fingerprints[field] === undefined),
    fingerprints,
    host: hostFrom(kept),
    provider,
  };
}
