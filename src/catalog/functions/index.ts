import type { AnyFunction } from "../../model/function.ts";
import { resources } from "../resources/index.ts";
import * as batchExports from "./batch-exports.ts";
import { bulkDeletePersons } from "./bulk-delete-persons.ts";
import { verifyDomain } from "./domains.ts";
import * as events from "./events.ts";
import { bulkCreateInvites } from "./invites.ts";
import { lookUpFunctions } from "./look-ups.ts";
import * as personChanges from "./person-changes.ts";
import * as personInsights from "./person-insights.ts";
import {
  getPerson,
  getPersonPropertiesTimeline,
  listPersonActivity,
  listPersonCohorts,
  listPersonPropertyValues,
  listPersons,
} from "./persons.ts";
import * as pipelineItems from "./pipeline-items.ts";
import * as projects from "./projects.ts";

/** Every function, sorted by name: the one list from which engines, the command line, docs and tests take theirs. */
export const functions: readonly AnyFunction[] = [
  ...Object.values(batchExports),
  bulkDeletePersons,
  verifyDomain,
  ...Object.values(events),
  bulkCreateInvites,
  ...Object.values(personChanges),
  ...Object.values(personInsights),
  getPerson,
  getPersonPropertiesTimeline,
  listPersonActivity,
  listPersonCohorts,
  listPersonPropertyValues,
  listPersons,
  ...Object.values(pipelineItems),
  ...Object.values(projects),
  ...lookUpFunctions(resources),
].toSorted((left, right) => (left.name < right.name ? -1 : 1));
