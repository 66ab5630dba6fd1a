import type { Expression } from "../../../src/adopt/program.ts";
import { declaredBy } from "../../../src/catalog/resources/batch-export/batch-export-blocks.ts";
import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import { exportChanges } from "../../../src/migrate/exports.ts";
import type { Change } from "../../../src/migrate/migration.ts";
import { formatId } from "../../../src/model/identity.ts";
import { recorded, searchOf, shown as plain } from "../../support/migration-search.ts";

export const ORGANIZATION = "01a1fd1e-8c00-0000-6fab-af2187569cab";

/** An export in state, and the row that the service shows of it. */
interface Case {
  readonly destination: Readonly<Record<string, unknown>>;
  readonly wire?: Readonly<Record<string, unknown>>;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

export const run = (status: string, end: string | null) => ({ status, data_interval_end: end });

/** The changes for exports in the state of one organization. */
export async function changesOf(
  cases: readonly Case[],
  service: "2025-08" | "2026-09" = "2026-09",
  organizationId = ORGANIZATION,
): Promise<Change[]> {
  const objects = cases.map(({ destination, inputs }, index) => {
    const id = formatId(["organizationId", "exportId"], { organizationId, exportId: `e${index}` });
    return recorded("BatchExport", id, { name: "Events", interval: "hour", destination, ...inputs });
  });
  const rows = cases.map(({ destination, wire }, index) => ({
    id: `e${index}`,
    team_id: 4,
    name: "Events",
    latest_runs: [],
    ...(service === "2026-09" ? { timezone: "UTC" } : {}),
    ...wire,
    destination: {
      type: declaredBy(destination)?.type,
      config: {},
      integration: null,
      ...(wire?.["destination"] as object | undefined),
    },
  }));
  const search = searchOf(objects, { list: () => Promise.resolve(rows) });
  return exportChanges(search);
}

/** An object's declaration, with secrets and outputs in brackets. */
export const shown = (expression: Expression | undefined): unknown =>
  plain(expression, ({ words, isPlain }) => `<${isPlain === true ? "asked" : "secret"} ${words.join("_")}>`);

/** The declarations of the first change, by their resource. */
export const madeBy = ([change]: readonly Change[]) =>
  (change?.made ?? []).map(({ definition, inputs }) => [
    definition.name,
    shown({
      kind: "record",
      members: definition === batchExport ? { destination: inputs["destination"] as Expression } : inputs,
    }),
  ]);
