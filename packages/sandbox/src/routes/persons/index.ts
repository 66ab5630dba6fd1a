import { nextDeletionRun, runDeletions } from "../../analytics/event-deletion.ts";
import {
  COHORTS_TABLE,
  DELETIONS_TABLE,
  DISTINCT_IDS_TABLE,
  PERSONS_TABLE,
  TOMBSTONES_TABLE,
} from "../../analytics/rows.ts";
import type { Family } from "../../family.ts";
import { DELETE_QUEUED, deleteQueued } from "./bulk-delete.ts";
import { PERSON_CONTROL } from "./control.ts";
import { PERSON_ROUTES } from "./routes.ts";
import { splitLater } from "./write.ts";

/** Persons. */
export const PERSONS: Family = {
  name: "persons",
  place: 12,
  routes: PERSON_ROUTES,
  tables: [PERSONS_TABLE, DISTINCT_IDS_TABLE, TOMBSTONES_TABLE, DELETIONS_TABLE, COHORTS_TABLE],
  jobs: {
    once: { "split-person": splitLater, [DELETE_QUEUED]: deleteQueued },
    recurring: { "delete-events": { firstMs: nextDeletionRun, run: runDeletions } },
  },
  control: PERSON_CONTROL,
};
