import type { Family } from "../../family.ts";
import { HOG_FUNCTION_CONTROL } from "./control.ts";
import { addMissingDefaults } from "./default-function.ts";
import { HOG_FUNCTIONS_TABLE, HOG_LOGS_TABLE, HOG_REVISIONS_TABLE } from "./rows.ts";
import type { Operation, Route } from "../../pipeline/exchange.ts";
import type { ParameterName } from "../../pipeline/path-template.ts";
import { inAll, route, underProject } from "../../pipeline/route.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import {
  HOG_FUNCTION,
  HOG_FUNCTION_LISTED,
  HOG_FUNCTION_LOG,
  HOG_FUNCTION_TEMPLATE,
  HOG_METRICS,
  HOG_METRICS_TOTALS,
  HOG_PUBLICATION,
  HOG_REVISION,
  HOG_REVISION_LISTED,
} from "../../wire/hog-function.ts";
import { listFunctionLogs, listMaskedSecrets, notKnown, rearrange, refuseRemoval, testFunction } from "./actions.ts";
import { discardDraft, publishDraft } from "./drafts.ts";
import { listFunctions } from "./list.ts";
import { listMetrics, totalMetrics } from "./metrics.ts";
import { getRevision, listRevisions, restoreRevision } from "./revisions.ts";
import { getTemplate, listTemplates } from "./templates.ts";
import { answerFunction, changeFunction, functionInPath, postFunction } from "./write.ts";

const ONE = inAll({ kind: "one", resource: HOG_FUNCTION });
const READ = { scope: "hog_function:read", ...inProject } as const;
const WRITE = { scope: "hog_function:write", ...inProject } as const;
const ANYBODY = { scope: "public", authorize: () => undefined } as const;
const ANYTHING = inAll({ kind: "checked", check: () => undefined });

/** A route with one method. */
function single<const Suffix extends string>(
  suffix: Suffix,
  method: string,
  title: string,
  { since = "2026-09", ...operation }: Operation<"project_id" | ParameterName<Suffix>>,
): Route[] {
  const allow = method === "GET" ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
  return underProject(suffix, { title, allow, since, operations: { [method]: operation } });
}

const COLLECTION = underProject("hog_functions/", {
  title: "Hog Function List",
  allow: "GET, POST, HEAD, OPTIONS",
  since: "2025-08",
  operations: {
    GET: {
      ...READ,
      handle: listFunctions,
      answers: inAll({ kind: "page", resource: HOG_FUNCTION_LISTED }),
      isList: true,
    },
    POST: { ...WRITE, handle: postFunction, answers: ONE },
  },
});

const INSTANCE = underProject("hog_functions/:id/", {
  title: "Hog Function Instance",
  allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
  since: "2025-08",
  operations: {
    GET: { ...READ, handle: (exchange) => answerFunction(exchange, functionInPath(exchange)), answers: ONE },
    PUT: { ...WRITE, handle: (exchange) => changeFunction(exchange, false), answers: ONE },
    PATCH: { ...WRITE, handle: (exchange) => changeFunction(exchange, true), answers: ONE },
    DELETE: { ...WRITE, handle: refuseRemoval, answers: ANYTHING },
  },
});

const LOGS = inAll({ kind: "page", resource: HOG_FUNCTION_LOG });
const RERUN = ["hog_function:write", "person:read", "group:read"] as const;
const UNKNOWN = { ...READ, answers: ANYTHING };

const ACTIONS: readonly Route[] = [
  ...single("hog_functions/:id/logs/", "GET", "Logs", { ...READ, handle: listFunctionLogs, answers: LOGS }),
  ...single("hog_functions/:id/metrics/", "GET", "Metrics", {
    ...READ,
    handle: listMetrics,
    answers: inAll({ kind: "one", resource: HOG_METRICS }),
  }),
  ...single("hog_functions/:id/metrics/totals/", "GET", "Metrics Totals", {
    ...READ,
    handle: totalMetrics,
    answers: inAll({ kind: "one", resource: HOG_METRICS_TOTALS }),
  }),
  ...single("hog_functions/:id/invocations/", "POST", "Invocations", {
    ...WRITE,
    handle: testFunction,
    answers: ANYTHING,
  }),
  ...single("hog_functions/:id/rerun/", "POST", "Rerun", {
    ...UNKNOWN,
    scope: RERUN,
    handle: notKnown("reruns"),
  }),
  ...single("hog_functions/:id/enable_backfills/", "POST", "Enable Backfills", {
    ...UNKNOWN,
    scope: "no scoped key",
    handle: notKnown("backfills"),
  }),
  ...single("hog_functions/:id/revisions/", "GET", "Revisions", {
    ...READ,
    handle: listRevisions,
    answers: inAll({ kind: "page", resource: HOG_REVISION_LISTED }),
    isList: true,
  }),
  ...single("hog_functions/:id/revisions/:version/", "GET", "Revision Detail", {
    ...READ,
    handle: getRevision,
    answers: inAll({ kind: "one", resource: HOG_REVISION }),
  }),
  ...single("hog_functions/:id/revisions/:version/restore/", "POST", "Restore Revision", {
    ...WRITE,
    handle: restoreRevision,
    answers: ONE,
  }),
  ...single("hog_functions/:id/publish/", "POST", "Publish", {
    ...WRITE,
    handle: publishDraft,
    answers: inAll({ kind: "one", resource: HOG_PUBLICATION }),
  }),
  ...single("hog_functions/:id/discard_draft/", "POST", "Discard Draft", {
    ...WRITE,
    handle: discardDraft,
    answers: ONE,
  }),
  ...single("hog_functions/rearrange/", "PATCH", "Rearrange", {
    ...WRITE,
    handle: rearrange,
    answers: inAll({ kind: "list", resource: HOG_FUNCTION }),
  }),
  ...single("hog_functions/masked_secrets/", "GET", "Masked Secrets", {
    ...READ,
    handle: listMaskedSecrets,
    answers: ANYTHING,
  }),
  ...["icon", "icons"].flatMap((name) =>
    single(`hog_functions/${name}/`, "GET", "Icon", {
      ...UNKNOWN,
      scope: "no scoped key",
      handle: notKnown("icons"),
    }),
  ),
];

const CATALOGUE = {
  handle: listTemplates,
  answers: inAll({ kind: "page", resource: HOG_FUNCTION_TEMPLATE }),
  isList: true,
} as const;

/** The catalogue of a project requires a key; the one without a project is public. @source service 2026-09, hog-functions.md */
const TEMPLATES: readonly Route[] = [
  ...single("hog_function_templates/", "GET", "Hog Function Template List", {
    ...READ,
    ...CATALOGUE,
    since: "2025-08",
  }),
  route({
    template: "/api/public_hog_function_templates/",
    title: "Public Hog Function Template List",
    allow: "GET, HEAD, OPTIONS",
    since: "2026-09",
    operations: { GET: { ...ANYBODY, ...CATALOGUE } },
  }),
  ...single("hog_function_templates/:template_id/", "GET", "Hog Function Template Instance", {
    ...READ,
    since: "2025-08",
    handle: getTemplate,
    answers: inAll({ kind: "one", resource: HOG_FUNCTION_TEMPLATE }),
  }),
];

/** Hog functions of a project, and their templates. @source service 2026-09, hog-functions.md */
const HOG_FUNCTION_ROUTES: readonly Route[] = [...COLLECTION, ...INSTANCE, ...ACTIONS, ...TEMPLATES];

/** Code that processes the events of a project, and its templates. */
export const HOG_FUNCTIONS: Family = {
  name: "hog-functions",
  routes: HOG_FUNCTION_ROUTES,
  tables: [HOG_FUNCTIONS_TABLE, HOG_LOGS_TABLE, HOG_REVISIONS_TABLE],
  control: HOG_FUNCTION_CONTROL,
  dialectChanged: addMissingDefaults,
};
