import type { Operation, Route } from "../../pipeline/exchange.ts";
import { inAll, underProject } from "../../pipeline/route.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { PERSON_LIMITS } from "../../pipeline/rate-limiter.ts";
import { ServiceError, methodNotAllowed } from "../../pipeline/service-error.ts";
import type { AnswerSpec } from "../../wire/check-response.ts";
import { BULK_DELETION, COUNTED_VALUE, PERSON, PERSON_ROW } from "../../wire/person.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import { valuesOf } from "../../wire/values.ts";
import { bulkDelete } from "./bulk-delete.ts";
import { getPerson, listCohorts, listPersons, listValues } from "./read.ts";
import { VARY } from "./shared.ts";
import { propertiesTimeline } from "./timeline.ts";
import {
  deleteEvents,
  deletePerson,
  deleteProperty,
  patchPerson,
  postSplit,
  resetDistinctId,
  updateProperty,
} from "./write.ts";

const read = { ...inProject, scope: "person:read" } as const;
const write = { ...inProject, scope: "person:write" } as const;

const NOTHING: AnswerSpec = { kind: "nothing" };
const ONE: AnswerSpec = { kind: "one", resource: PERSON };
const SUCCESS: AnswerSpec = {
  kind: "checked",
  check: (body) => (JSON.stringify(body) === '{"success":true}' ? undefined : "the answer should say success"),
};

/** Text for the missing create operation. @source first recording "persons post" */
const NO_CREATION =
  "Creating persons via this API is not allowed. Please create persons by sending an $identify event. See https://posthog.com/docs/product-analytics/identify for details.";

function refuseCreation(): never {
  const { status, type, code } = methodNotAllowed("POST");
  throw new ServiceError(status, { type, code, detail: NO_CREATION });
}

const ACTION = { allow: "POST, OPTIONS", vary: VARY, limits: PERSON_LIMITS } as const;
const READ = { allow: "GET, HEAD, OPTIONS", vary: VARY, csv: true, limits: PERSON_LIMITS } as const;

const post = <Parameter extends string>(
  handle: Operation<Parameter>["handle"],
  answers: Operation["answers"],
): Route<Parameter | "project_id">["operations"] => ({ POST: { ...write, handle, answers } });

const change: Operation<"id" | "project_id"> = {
  ...write,
  handle: patchPerson,
  answers: { documented: ONE, "2025-08": NOTHING },
};

/**
 * All routes of persons except the activity log and lists that are computed from events. @source live service 2025-08,
 * flow 10
 */
export const PERSON_ROUTES: readonly Route[] = [
  ...underProject("persons/", {
    title: "Person List",
    allow: "GET, POST, HEAD, OPTIONS",
    vary: VARY,
    csv: true,
    limits: PERSON_LIMITS,
    // Only below a project that the path names by number. @source live service 2025-08, flows 6:218, 10:21, 11:530-534
    compressible: (path) => /\/\d+\/persons\/?$/.test(path),
    operations: {
      GET: {
        ...read,
        handle: listPersons,
        answers: {
          documented: { kind: "page", resource: PERSON },
          "2025-08": { kind: "uncounted", resource: PERSON_ROW },
        },
        isList: true,
      },
      POST: { ...write, handle: refuseCreation, answers: inAll(NOTHING) },
    },
  }),
  ...underProject("persons/:id/", {
    title: "Person Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    vary: VARY,
    csv: true,
    limits: PERSON_LIMITS,
    operations: {
      GET: { ...read, handle: getPerson, answers: inAll(ONE) },
      PUT: change,
      PATCH: change,
      DELETE: { ...write, handle: deletePerson, answers: inAll(NOTHING) },
    },
  }),
  ...underProject("persons/:id/update_property/", {
    title: "Update Property",
    ...ACTION,
    operations: post(updateProperty, inAll(NOTHING)),
  }),
  ...underProject("persons/:id/delete_property/", {
    title: "Delete Property",
    ...ACTION,
    operations: post(deleteProperty, { documented: NOTHING, "2025-08": SUCCESS }),
  }),
  ...underProject("persons/:id/split/", {
    title: "Split",
    ...ACTION,
    operations: post(postSplit, { documented: NOTHING, "2025-08": SUCCESS }),
  }),
  ...underProject("persons/:id/delete_events/", {
    title: "Delete Events",
    ...ACTION,
    operations: post(deleteEvents, inAll(NOTHING)),
  }),
  ...underProject("persons/reset_person_distinct_id/", {
    title: "Reset Person Distinct Id",
    ...ACTION,
    operations: post(resetDistinctId, inAll(NOTHING)),
  }),
  ...underProject("persons/bulk_delete/", {
    title: "Bulk Delete",
    ...ACTION,
    operations: post(bulkDelete, { ...inAll(NOTHING), "2026-09": { kind: "one", resource: BULK_DELETION } }),
  }),
  ...underProject("persons/values/", {
    title: "Values",
    ...READ,
    operations: { GET: { ...read, handle: listValues, answers: valuesOf(COUNTED_VALUE) } },
  }),
  ...underProject("persons/cohorts/", {
    title: "Cohorts",
    ...READ,
    operations: {
      GET: {
        ...inProject,
        scope: ["person:read", "cohort:read"],
        handle: listCohorts,
        answers: inAll({ kind: "checked", check: resultsFault }),
      },
    },
  }),
  ...underProject("persons/:id/properties_timeline/", {
    title: "Properties Timeline",
    ...READ,
    operations: {
      GET: {
        ...inProject,
        scope: "no scoped key",
        handle: propertiesTimeline,
        answers: inAll({ kind: "checked", check: timelineFault }),
      },
    },
  }),
];

function resultsFault(body: unknown): string | undefined {
  return Array.isArray(dictionaryIn(body)["results"]) ? undefined : "the answer has no results";
}

function timelineFault(body: unknown): string | undefined {
  const names = Object.keys(dictionaryIn(body)).join();
  const expected = "points,crucial_property_keys,effective_date_from,effective_date_to";
  return names === expected ? undefined : `the timeline has ${names}`;
}
