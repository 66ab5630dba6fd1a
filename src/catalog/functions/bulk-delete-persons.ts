import * as z from "zod";

import { isTransportError, mayHaveBeenApplied } from "../../client/errors.ts";
import { IncompleteCallError } from "../../model/diagnostics.ts";
import { member } from "../../model/block.ts";
import { field } from "../../model/field.ts";
import type { Values } from "../../model/json-value.ts";
import { batchesOf } from "./batches.ts";
import { declareFunction } from "./declare.ts";
import { deleteEvents, EXAMPLE_PROJECT, filledText, projectId } from "./fields.ts";
import { fieldRef, message } from "../../model/messages.ts";

/** The service accepts no more in one request. @source live-persons-and-events 3.5 */
const MOST_PER_CALL = 1_000;

/** How often to send a batch whose outcome is unknown. */
const MOST_TRIES = 3;

const itemSchema = z.object({
  id: member(z.string(), { doc: "UUID or distinct ID, as in the call." }),
  outcome: member(z.enum(["accepted", "failed", "not attempted"]), {
    doc: "Result: `accepted`, `failed`, or `not attempted`.",
  }),
});

type Item = z.output<typeof itemSchema>;

/** The given IDs without repetitions, and their kind. */
function wanted({ ids = [], distinctIds = [] }: { ids?: string[] | undefined; distinctIds?: string[] | undefined }) {
  return distinctIds.length > 0
    ? { kind: "distinct_ids" as const, all: [...new Set(distinctIds)] }
    : { kind: "ids" as const, all: [...new Set(ids)] };
}

const persons = (count: number): string => `${count} ${count === 1 ? "person" : "persons"}`;

export const bulkDeletePersons = declareFunction({
  name: "bulkDeletePersons",
  doc: "Deletes persons by UUID or by distinct ID, and skips persons that don't exist.",
  notes: [
    "It sends more than 1,000 in several requests. If one of them fails, the error reports for each ID whether it was accepted, failed, or wasn't attempted. A repeated call with the same IDs continues from there.",
    "The service deletes asynchronously, so lists can show a person for some time after its deletion was accepted. The service of September 2026 only queues deletions: `deleted` is 0, and `queued` has the number.",
    "The service of August 2025 deletes the person and then fails at its second distinct ID. Orgform sends such a request again, at most three times. For persons with many distinct IDs, use `ids`.",
  ],
  effect: "destructive",
  repeat: "safe",
  scopes: ["person:write"],
  operations: ["persons.bulkDelete"],
  arguments: {
    projectId,
    ids: field(z.array(filledText).min(1).optional(), {
      doc: message`UUIDs of the persons. Set these or ${fieldRef("distinctIds")}.`,
    }),
    distinctIds: field(z.array(filledText).min(1).optional(), {
      doc: "Distinct IDs of the persons. Set these or `ids`.",
    }),
    deleteEvents,
  },
  result: {
    requested: field(z.number().int(), { doc: "Number of distinct IDs in the call." }),
    found: field(z.number().int().optional(), { doc: "Number of persons found, if the service reports it." }),
    queued: field(z.number().int().optional(), {
      doc: "Number of persons whose deletion was queued, if the service reports it.",
    }),
    deleted: field(z.number().int().optional(), { doc: "Number of persons deleted, if the service reports it." }),
    items: field(z.array(itemSchema), { doc: "Result for each ID." }),
  },
  example: { projectId: EXAMPLE_PROJECT, distinctIds: ["ada@acme.example", "grace@acme.example"] },
  validate: ({ ids, distinctIds }) =>
    (ids === undefined) === (distinctIds === undefined)
      ? [{ path: "ids", reason: message`set either ${fieldRef("ids")} or ${fieldRef("distinctIds")}, not both` }]
      : [],
  plan: (args) => `delete ${persons(wanted(args).all.length)}${args.deleteEvents ? " with their events" : ""}`,
  confirmation: (args) => {
    const { length: count } = wanted(args).all;
    return { words: `delete ${persons(count)}`, count };
  },
  run: async (args, { api, options, progress }) => {
    const { kind, all } = wanted(args);
    const items: Item[] = [];
    const sum = { found: 0, deleted: 0, queued: 0, isTold: false, isQueueTold: false };
    const undeleted: string[] = [];
    const report = () => ({
      requested: all.length,
      ...(sum.isTold ? { found: sum.found, deleted: sum.deleted } : {}),
      ...(sum.isQueueTold ? { queued: sum.queued } : {}),
      items: [...items, ...all.slice(items.length).map((id) => ({ id, outcome: "not attempted" as const }))],
    });
    for (const batch of batchesOf(all, MOST_PER_CALL)) {
      const people = kind === "ids" ? { ids: batch } : { distinct_ids: batch };
      try {
        const body = { ...people, delete_events: args.deleteEvents };
        const answer = await resendingUnknown(() => api.persons.bulkDelete(args.projectId, body, options));
        const faults = answer?.deletion_errors ?? [];
        const failed = faults.map((one) => one.person_uuid);
        undeleted.push(...faults.map(({ person_uuid: id, step }) => (step ? `${id} (failed at ${step})` : id)));
        items.push(...batch.map((id): Item => ({ id, outcome: failed.includes(id) ? "failed" : "accepted" })));
        sum.isTold ||= answer?.persons_found !== undefined;
        sum.found += answer?.persons_found ?? 0;
        sum.deleted += answer?.persons_deleted ?? 0;
        sum.isQueueTold ||= answer?.persons_queued_for_deletion !== undefined;
        sum.queued += answer?.persons_queued_for_deletion ?? 0;
      } catch (error) {
        // If nothing was deleted yet, the request failed as a whole.
        if (items.length === 0 || !(error instanceof Error)) throw error;
        items.push(...batch.map((id): Item => ({ id, outcome: "failed" })));
        throw incomplete(report(), error);
      }
      if (items.length < all.length) progress(`${items.length} of ${all.length} persons`);
    }
    if (undeleted.length === 0) return report();
    throw incomplete(report(), new Error(`The service could not delete these persons: ${undeleted.join(", ")}.`));
  },
});

function incomplete(report: Values, cause: Error): IncompleteCallError {
  return new IncompleteCallError("bulkDeletePersons was carried out in part", report, cause);
}

/**
 * Resends a batch whose outcome is unknown. The service skips persons that no longer exist.
 *
 * The running service fails at the second distinct ID of a person, after it has deleted everything before that.
 *
 * @source flow 10:172 (observed 2026-11-20)
 */
async function resendingUnknown<T>(send: () => Promise<T>): Promise<T> {
  let unknown: Error | undefined;
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      // A try that wasn't sent, such as after an interruption, says nothing about an earlier one.
      if (unknown !== undefined && isTransportError(error) && !mayHaveBeenApplied(error)) throw unknown;
      if (tries === MOST_TRIES || !(error instanceof Error) || !mayHaveBeenApplied(error)) throw error;
      unknown = error;
    }
  }
}
