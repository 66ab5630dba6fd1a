import type { Route } from "../../pipeline/exchange.ts";
import { inAll, underProject } from "../../pipeline/route.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { EVENT_LIMITS } from "../../pipeline/rate-limiter.ts";
import { type AnswerSpec, findAnswerFault } from "../../wire/check-response.ts";
import { EVENT, NAMED_VALUE } from "../../wire/event.ts";
import { valuesOf } from "../../wire/values.ts";
import { getEvent, isBadIdAnswer } from "./one.ts";
import { listEvents } from "./list.ts";
import { listEventValues } from "./values.ts";

const read = { ...inProject, scope: "query:read" } as const;
const READ = { allow: "GET, HEAD, OPTIONS", vary: "Accept, origin", csv: true, limits: EVENT_LIMITS } as const;

/** An event, or the one refusal that has a form of its own. */
const ONE: AnswerSpec = {
  kind: "checked",
  check: (body, dialect) =>
    isBadIdAnswer(body) ? undefined : findAnswerFault({ kind: "one", resource: EVENT }, body, dialect),
};

/** All routes of events. @source contract, events table; live service 2025-08, flow 10:26-43 */
export const EVENT_ROUTES: readonly Route[] = [
  ...underProject("events/", {
    title: "Event List",
    ...READ,
    operations: {
      GET: { ...read, handle: listEvents, answers: inAll({ kind: "keyset", resource: EVENT }), isList: true },
    },
  }),
  ...underProject("events/:id/", {
    title: "Event Instance",
    ...READ,
    operations: { GET: { ...read, handle: getEvent, answers: inAll(ONE) } },
  }),
  ...underProject("events/values/", {
    title: "Values",
    ...READ,
    operations: {
      GET: { ...read, handle: listEventValues, answers: valuesOf(NAMED_VALUE) },
    },
  }),
];
