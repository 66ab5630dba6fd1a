import { plainWords, wordsOf, wordsOfName } from "../adopt/names.ts";
import { type Expression, type Secret, valueOf } from "../adopt/program.ts";
import { shellWord } from "../adopt/shell-word.ts";
import { batchExport } from "../catalog/resources/batch-export/batch-export.ts";
import { blockOf, type Declared, declaredBy, OTHER } from "../catalog/resources/batch-export/batch-export-blocks.ts";
import { destinationFromWire } from "../catalog/resources/batch-export/batch-export-destination.ts";
import { COMMON_CONFIG, COPY_INPUTS, destinationType } from "../catalog/resources/batch-export/batch-export-types.ts";
import { isOfNewerService } from "../catalog/resources/batch-export/batch-export-settings.ts";
import { integration } from "../catalog/resources/integration/integration.ts";
import type { BatchExportWire } from "../client/batch-exports/batch-export-wire.ts";
import type { RecordedObject } from "../driver/driver.ts";
import { fieldsOf } from "../model/definition.ts";
import { parseId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { type Carried, carriedOf, type Source } from "./credentials.ts";
import type { Change, NewObject } from "./migration.ts";
import { byOrganization, rowsOf, type Search } from "./search.ts";

/** Inputs of an old export that the new one doesn't get: the migration writes them itself, or only the provider uses them. */
const NOT_CARRIED: ReadonlySet<string> = new Set([
  "organizationId",
  "projectId",
  "name",
  "destination",
  "startAt",
  "rotate",
  "adopt",
  "allowDuplicateName",
]);

/** An export in the state, together with its object at the service. */
interface Export {
  readonly object: RecordedObject;
  readonly wire: BatchExportWire;
  readonly organizationId: string;
  readonly projectId: string;
  /** The type in the program, and its settings. */
  readonly type: string;
  readonly config: Values;
  readonly integrationId?: unknown;
}

/** Changes of exports whose credentials belong in integrations. */
export async function exportChanges(search: Search): Promise<Change[]> {
  const changes: Change[] = [];
  const shared = new Map<string, NewObject>();
  for (const [organizationId, exports] of byOrganization(search.objects, batchExport)) {
    const rows = await rowsOf<BatchExportWire>(search, batchExport, { organizationId });
    for (const object of exports) {
      const { exportId } = parseId(batchExport.identity.parts, object.id);
      const wire = rows.find(({ id }) => id === exportId);
      if (wire === undefined) {
        search.noteUnread({ what: `BatchExport ${object.id}`, reason: "the service doesn't list it" });
        continue;
      }
      const declared = declaredIn(object, wire);
      if (!isOfNewerService(wire) || declared === undefined) continue;
      const projectId = projectOf(object, wire);
      if (projectId === undefined) {
        search.noteUnread({ what: `BatchExport ${object.id}`, reason: "the service doesn't show its project" });
        continue;
      }
      const { type, config, integrationId } = declared;
      const one = { object, wire, organizationId, projectId, type: String(type), config, integrationId };
      changes.push(...changesOf(search, one, shared));
    }
  }
  return changes;
}

/** The destination in the state; if the state hides it, the destination that the service shows. */
function declaredIn({ inputs }: RecordedObject, wire: BatchExportWire): Declared | undefined {
  const declared = declaredBy(inputs["destination"]);
  if (declared !== undefined && declared.block !== OTHER) return declared;
  return declaredBy(destinationFromWire(wire.destination));
}

function projectOf({ inputs }: RecordedObject, { team_id: shown }: BatchExportWire): string | undefined {
  if (shown !== undefined) return String(shown);
  const { projectId } = inputs;
  return typeof projectId === "string" ? projectId : undefined;
}

function changesOf(search: Search, one: Export, shared: Map<string, NewObject>): Change[] {
  const { wire, type, config, integrationId } = one;
  const { type: shown, integration: number } = wire.destination;
  if (typeof number === "number") return shown === type ? [] : [movedByService(search, one, shown, number)];
  if (integrationId !== undefined) return [];
  const carried = carriedOf(type, config, wire.name);
  return carried === undefined ? [] : [withIntegration(search, one, carried, shared)];
}

function valuesOf(config: Values): Record<string, Expression> {
  const given = Object.entries(config).filter(([, one]) => one !== null);
  return Object.fromEntries(given.map(([name, one]) => [name, valueOf(one)]));
}

/** The service gave the export an integration and another type: it is the same object, declared in another way. */
function movedByService(search: Search, one: Export, type: string, number: number): Change {
  const { object, wire } = one;
  const made = newExport(one, {
    type,
    words: exportWords(search, wire, type),
    moved: [],
    further: { integrationId: valueOf(String(number)) },
    isThere: true,
  });
  return {
    finding: `The service changed the export ${JSON.stringify(wire.name)} to the type ${type}, with an integration. The migration imports it in this form.`,
    made: [made],
    leaving: [{ object }],
  };
}

/** An integration with the credentials, and a new export that starts where the old one ends. */
function withIntegration(search: Search, one: Export, carried: Carried, shared: Map<string, NewObject>): Change {
  const { wire, type } = one;
  const key = carried.sharedBy === undefined ? undefined : `${one.projectId} ${carried.sharedBy}`;
  const known = key === undefined ? undefined : shared.get(key);
  const { made: keys, secrets } =
    known === undefined ? newIntegration(search, one, carried) : { made: known, secrets: [] };
  if (key !== undefined) shared.set(key, keys);
  const words = exportWords(search, wire, carried.type);
  const copy = type === "Redshift" && one.config["mode"] === "COPY" ? copyInputs(search, words) : undefined;
  const made = newExport(one, {
    type: carried.type,
    words,
    moved: carried.moved,
    further: {
      integrationId: { kind: "output", of: keys, output: "integrationId" },
      // Redshift's bucket and its keys stay with the export.
      ...(copy === undefined ? {} : { [COPY_INPUTS]: { kind: "secret", secret: copy } }),
    },
    isThere: false,
  });
  const ended = endOf(wire);
  return {
    finding: `The export ${JSON.stringify(wire.name)} contains its credentials, but this service accepts only integrations. A new export of the type ${carried.type} starts where the old one ends.`,
    made: [...(known === undefined ? [keys] : []), made],
    leaving: [{ object: one.object, stop: pauseLine(one) }],
    secrets: [...secrets, ...(copy === undefined ? [] : [copy])],
    decisions: [
      ended === undefined
        ? `The service shows no run of the export ${JSON.stringify(wire.name)}. When should the new export start? A backfill exports earlier data.`
        : `The export ${JSON.stringify(wire.name)} has exported up to ${ended}. To export the time between then and the first run of the new export, run \`npx orgform call backfill-batch-export\`. If the old export ran again after this was written, write the migration again.`,
      ...(known === undefined
        ? []
        : [
            `The export ${JSON.stringify(wire.name)} shares its server with another export, so both use the integration ${keys.words.join(" ")}. If its user differs, declare a separate integration.`,
          ]),
    ],
  };
}

function newIntegration(
  search: Search,
  { wire, projectId }: Export,
  { block, members }: Carried,
): { readonly made: NewObject; readonly secrets: Secret[] } {
  const words = search.names.give([...wordsOf(wire.name), "credentials"], ["integration"]);
  const nameWords = plainWords(wordsOf(wire.name));
  const secrets: Secret[] = [];
  const expressionOf = (source: Source): Expression => {
    if ("value" in source) return valueOf(source.value);
    const isPlain = "asked" in source;
    const wanted = ["integration", ...nameWords, ...wordsOfName(isPlain ? source.asked : source.secret)];
    const secret: Secret = {
      words: search.secretNames.give(wanted, []),
      isRequired: true,
      ...(isPlain ? { isPlain } : {}),
    };
    secrets.push(secret);
    return { kind: "secret", secret };
  };
  const written = Object.entries(members).map(([name, source]) => [name, expressionOf(source)] as const);
  const inputs: Record<string, Expression> = {
    projectId: valueOf(projectId),
    [block]: { kind: "record", members: Object.fromEntries(written) },
  };
  return { made: { definition: integration, id: "", words, inputs, isThere: false }, secrets };
}

function exportWords({ names }: Search, { name }: BatchExportWire, type: string): string[] {
  return names.give([...wordsOf(name), ...wordsOfName(blockOf(type))], ["export"]);
}

function newExport(
  { object, wire, organizationId, projectId, config }: Export,
  to: {
    readonly type: string;
    readonly words: readonly string[];
    readonly moved: readonly string[];
    /** Members of the destination besides the settings that the old export had. */
    readonly further: Readonly<Record<string, Expression>>;
    readonly isThere: boolean;
  },
): NewObject {
  const known = destinationType(to.type);
  const taken: Values = known === undefined ? {} : { ...known.config, ...COMMON_CONFIG };
  const kept = Object.entries(config).filter(([name]) => name in taken && !to.moved.includes(name));
  const members = {
    // A block of a known type doesn't name it.
    ...(known === undefined ? { type: valueOf(to.type) } : {}),
    ...valuesOf(Object.fromEntries(kept)),
    ...to.further,
  };
  const carried = fieldsOf(batchExport, "inputs").flatMap(([name]) => {
    const one = object.inputs[name];
    return NOT_CARRIED.has(name) || one === undefined || one === null ? [] : [[name, valueOf(one)] as const];
  });
  const startAt = to.isThere ? object.inputs["startAt"] : (endOf(wire) ?? object.inputs["startAt"]);
  return {
    definition: batchExport,
    id: to.isThere ? object.id : "",
    words: to.words,
    isThere: to.isThere,
    inputs: {
      organizationId: valueOf(organizationId),
      projectId: valueOf(projectId),
      // The old export keeps its name. The new one gets another name, so neither a person nor this program mistakes one
      // for the other.
      name: valueOf(to.isThere ? wire.name : `${wire.name} (${to.type})`),
      destination: { kind: "record", members: { [blockOf(to.type)]: { kind: "record", members } } },
      ...Object.fromEntries(carried),
      ...(typeof startAt === "string" ? { startAt: valueOf(startAt) } : {}),
    },
  };
}

function copyInputs(search: Search, words: readonly string[]): Secret {
  return { words: search.secretNames.give(["export", ...plainWords(words), "copy", "inputs"], []), isRequired: true };
}

/** Statuses of runs that count as exported. The new export repeats failed runs. */
const EXPORTED: ReadonlySet<string> = new Set(["Completed", "Running", "Starting", "ContinuedAsNew"]);

/** The time until which the service has exported, as far as it shows. */
function endOf({ latest_runs: runs }: BatchExportWire): string | undefined {
  const ends = runs.flatMap(({ status, data_interval_end: end }) =>
    EXPORTED.has(status) && end !== null ? [end] : [],
  );
  return ends.toSorted((left, right) => Date.parse(left) - Date.parse(right)).at(-1);
}

function pauseLine({ wire, organizationId, projectId }: Export): string {
  const place = ["--organization-id", organizationId, "--project-id", projectId];
  const words = [...place, "--export-id", wire.id].map(shellWord);
  return `npx orgform call pause-batch-export ${words.join(" ")}`;
}
