import * as z from "zod";

import type { BulkDeletionBody } from "../api/client.ts";
import { IncompleteCallError } from "../model/diagnostics.ts";
import { field } from "../model/field.ts";
import { declareFunction } from "./declare.ts";
import { EXAMPLE_PROJECT, filledText, projectId } from "./fields.ts";

/** The service takes no more in one call. @source live-persons-and-events 3.5 */
const MOST_PER_CALL = 1_000;

const itemSchema = z.object({
  id: z.string(),
  outcome: z.enum(["accepted", "failed", "not attempted"]),
});

type Item = z.output<typeof itemSchema>;

/** The ids that were given, each once, and what they are. */
function wanted({ ids = [], distinctIds = [] }: { ids?: string[] | undefined; distinctIds?: string[] | undefined }) {
  return distinctIds.length > 0
    ? { kind: "distinct_ids" as const, all: [...new Set(distinctIds)] }
    : { kind: "ids" as const, all: [...new Set(ids)] };
}

function batchesOf(all: readonly string[]): string[][] {
  const count = Math.ceil(all.length / MOST_PER_CALL);
  return Array.from({ length: count }, (_, at) => all.slice(at * MOST_PER_CALL, (at + 1) * MOST_PER_CALL));
}

export const bulkDeletePersons = declareFunction({
  name: "bulkDeletePersons",
  doc: "Deletes persons, by UUID or by distinct id; those that do not exist are skipped.",
  notes: [
    "More than 1,000 are sent in several calls. When one of them fails, the error's report says for each id whether it was accepted, failed or was not attempted; calling again with the same ids goes on from there.",
    "The service deletes in the background: a person may be seen for a while after its deletion was accepted.",
    "Not two distinct ids of one person in one call: the service of August 2025 fails then, with the person deleted. Call again.",
  ],
  effect: "destructive",
  repeat: "safe",
  scopes: ["person:write"],
  operations: ["persons.bulkDelete"],
  arguments: {
    projectId,
    ids: field(z.array(filledText).min(1).optional(), { doc: "UUIDs of the persons; give these or `distinctIds`." }),
    distinctIds: field(z.array(filledText).min(1).optional(), {
      doc: "Distinct ids of the persons; give these or `ids`.",
    }),
    deleteEvents: field(z.boolean().default(false), {
      doc: "Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC.",
    }),
  },
  result: {
    requested: field(z.number().int(), { doc: "Number of different ids that were given." }),
    found: field(z.number().int().optional(), { doc: "Number of persons found, where the service says it." }),
    deleted: field(z.number().int().optional(), { doc: "Number of persons deleted, where the service says it." }),
    items: field(z.array(itemSchema), { doc: "What became of each id." }),
  },
  example: { projectId: EXAMPLE_PROJECT, distinctIds: ["ada@acme.example", "grace@acme.example"] },
  disagreements: ({ ids, distinctIds }) =>
    (ids === undefined) === (distinctIds === undefined)
      ? [{ path: "ids", reason: "give either `ids` or `distinctIds`, and not both" }]
      : [],
  plan: (args) => `delete ${wanted(args).all.length} persons${args.deleteEvents ? " with their events" : ""}`,
  confirmation: (args) => {
    const { length: count } = wanted(args).all;
    return { words: `delete ${count} ${count === 1 ? "person" : "persons"}`, count };
  },
  run: async (args, { api, options, progress }) => {
    const { kind, all } = wanted(args);
    const items: Item[] = [];
    const sum = { found: 0, deleted: 0, isTold: false };
    const report = () => ({
      requested: all.length,
      ...(sum.isTold ? { found: sum.found, deleted: sum.deleted } : {}),
      items: [...items, ...all.slice(items.length).map((id) => ({ id, outcome: "not attempted" as const }))],
    });
    for (const batch of batchesOf(all)) {
      const people = kind === "ids" ? { ids: batch } : { distinct_ids: batch };
      const body: BulkDeletionBody = { ...people, delete_events: args.deleteEvents };
      try {
        const answer = await api.persons.bulkDelete(args.projectId, body, options);
        const failed = new Set(answer?.deletion_errors.map((one) => one.person_uuid));
        items.push(...batch.map((id): Item => ({ id, outcome: failed.has(id) ? "failed" : "accepted" })));
        sum.isTold ||= answer?.persons_found !== undefined;
        sum.found += answer?.persons_found ?? 0;
        sum.deleted += answer?.persons_deleted ?? 0;
      } catch (error) {
        // Of the first batch nothing is known: the call as a whole failed, and may be looked at and sent again.
        if (items.length === 0 || !(error instanceof Error)) throw error;
        items.push(...batch.map((id): Item => ({ id, outcome: "failed" })));
        throw new IncompleteCallError("bulkDeletePersons was carried out in part", report(), error);
      }
      if (items.length < all.length) progress(`${items.length} of ${all.length} persons`);
    }
    return report();
  },
});
