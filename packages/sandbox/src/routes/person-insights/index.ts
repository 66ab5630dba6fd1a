import type { Family } from "../../family.ts";
import type { Operation, Route } from "../../pipeline/exchange.ts";
import { inAll, underProject } from "../../pipeline/route.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { PERSON_LIMITS } from "../../pipeline/rate-limiter.ts";
import { ServiceError } from "../../pipeline/service-error.ts";
import { VARY, VARY_WITH_SESSION, withSession } from "../persons/shared.ts";
import { funnelCorrelation } from "./correlation.ts";
import { funnel } from "./funnel.ts";
import { lifecycle } from "./lifecycle.ts";
import { path } from "./path.ts";
import { retention } from "./retention.ts";
import { stickiness } from "./stickiness.ts";
import { trends } from "./trends.ts";
import { dictionaryIn } from "../../wire/read-value.ts";

/** Names of a response's fields; `next` has to be a link or null. */
const check =
  (...names: string[]) =>
  (body: unknown): string | undefined => {
    const found = Object.keys(dictionaryIn(body));
    return found.join() === names.join() || found.join() === "message,detail"
      ? undefined
      : `the answer has ${found.join()}`;
  };

const CACHED = check("results", "next", "initial", "missing_persons", "is_cached", "last_refresh");
const PLAIN = check("results", "next");
const RETAINED = check("result", "next", "missing_persons");

/** Funnels and trends read the session before anything else. @source live service 2025-08, flow 11:434, 11:450 */
const sessioned =
  (handle: Operation["handle"]): Operation["handle"] =>
  (exchange) => {
    try {
      const answer = handle(exchange);
      return { ...answer, headers: { ...VARY_WITH_SESSION, ...answer.headers } };
    } catch (error) {
      throw error instanceof ServiceError ? withSession(error) : error;
    }
  };

function insight(
  suffix: string,
  title: string,
  methods: readonly ("GET" | "POST")[],
  [handle, fault]: readonly [Operation["handle"], (body: unknown) => string | undefined],
  // @source service 2026-09, persons-and-events.md: no longer in the published schema
  until: Route["until"] = "2025-08",
): Route[] {
  // No scope is declared, so only unscoped keys are allowed. @source live service 2025-08, flow 11:423-450
  const operation: Operation<"project_id"> = {
    ...inProject,
    scope: "no scoped key",
    handle,
    answers: inAll({ kind: "checked", check: fault }),
  };
  return underProject(suffix, {
    title,
    allow: [...methods, "HEAD", "OPTIONS"].join(", "),
    vary: VARY,
    csv: true,
    limits: PERSON_LIMITS,
    operations: Object.fromEntries(methods.map((method) => [method, operation])),
    until,
  });
}

/** The people behind a number of an analysis. @source contract, persons table; live notes on persons and events, 3.14 */
const PERSON_INSIGHT_ROUTES: readonly Route[] = [
  ...insight("persons/funnel/", "Funnel", ["GET", "POST"], [sessioned(funnel), CACHED]),
  ...insight(
    "persons/funnel/correlation/",
    "Funnel Correlation",
    ["GET", "POST"],
    [sessioned(funnelCorrelation), CACHED],
  ),
  ...insight("persons/path/", "Path", ["GET", "POST"], [path, CACHED], "documented"),
  ...insight("persons/trends/", "Trends", ["GET"], [sessioned(trends), CACHED]),
  ...insight("persons/lifecycle/", "Lifecycle", ["GET"], [lifecycle, PLAIN]),
  ...insight("persons/stickiness/", "Stickiness", ["GET"], [stickiness, PLAIN]),
  ...insight("persons/retention/", "Retention", ["GET"], [retention, RETAINED], "documented"),
];

/** Lists of persons that are computed from events. */
export const PERSON_INSIGHTS: Family = { name: "person-insights", place: 15, routes: PERSON_INSIGHT_ROUTES };
