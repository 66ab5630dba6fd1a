import type { Family } from "../../family.ts";
import { PROJECT_CONTROL } from "./control.ts";
import { cancelDeletion, finishAllDeletions, finishDeletion } from "./deletion.ts";
import type { Exchange, Operation, Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { scopeUnlessUndeclared } from "../../pipeline/permission.ts";
import { failureInLive, methodNotAllowed, sandboxError } from "../../pipeline/service-error.ts";
import { type AnswerSpec, findAnswerFault } from "../../wire/check-response.ts";
import { ACTIVITY_ENTRY } from "../../wire/activity.ts";
import { DEMO_DATA, ENVIRONMENT, KEPT_PROJECT, PROJECT, PROJECT_ROW } from "../../wire/project.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import {
  authorizeAdmin,
  authorizeCreate,
  authorizeList,
  authorizeMember,
  authorizePut,
  locateOneProject,
  locateProjects,
  scopeOfPatch,
  scopeOfProducts,
} from "./permission.ts";
import { getDemoState, getEnvironment, getProject, listActivity, listProjects } from "./read.ts";
import {
  addProductIntent,
  changeProject,
  completeOnboarding,
  postProject,
  removeProject,
  renewToken,
} from "./write.ts";

const ONE = inAll({ kind: "one", resource: PROJECT });
const AS_ENVIRONMENT: AnswerSpec = { kind: "one", resource: ENVIRONMENT };
/** A refusal in its own form is a response, too. */
const ONBOARDED = inAll({
  kind: "checked",
  check: (body, dialect) =>
    dictionaryIn(body)["error"] === undefined ? findAnswerFault(AS_ENVIRONMENT, body, dialect) : undefined,
});

const PROJECT_OPERATIONS: Route<"id">["operations"] = {
  GET: {
    scope: "project:read",
    locate: locateOneProject,
    authorize: authorizeMember,
    handle: getProject,
    answers: ONE,
  },
  PUT: {
    scope: "project:write",
    locate: locateOneProject,
    authorize: authorizePut,
    handle: changeProject,
    answers: ONE,
  },
  PATCH: {
    scope: scopeOfPatch,
    locate: locateOneProject,
    authorize: authorizeMember,
    handle: changeProject,
    answers: ONE,
  },
  DELETE: {
    scope: "project:write",
    locate: locateOneProject,
    authorize: authorizeAdmin,
    handle: removeProject,
    answers: inAll({ kind: "nothing" }),
  },
};

const LIST_OPERATIONS: Route["operations"] = {
  GET: {
    scope: "project:read",
    locate: locateProjects,
    authorize: authorizeList,
    handle: listProjects,
    answers: inAll({ kind: "page", resource: PROJECT_ROW }),
    isList: true,
  },
  POST: {
    scope: "project:write",
    locate: locateProjects,
    authorize: authorizeCreate,
    handle: postProject,
    answers: ONE,
  },
};

/** The request for a new token has no other method, and fails on one. @source live service 2025-08, flow 6:175 */
const failing = (method: string): Operation => ({
  scope: "no scoped key",
  authorize: (exchange: Exchange) => {
    throw failureInLive(exchange, methodNotAllowed(method));
  },
  handle: () => ({ status: 405, headers: {} }),
  answers: inAll({ kind: "nothing" }),
});

/** The requirements of the two requests about products. */
const ofEnvironment = { scope: scopeOfProducts, locate: locateOneProject, authorize: authorizeMember } as const;

/** Below the path of a project. */
type Action = Omit<Route<"id">, "template" | "title"> & { readonly path: string };

const ACTIONS: readonly Action[] = [
  {
    path: "add_product_intent/",
    allow: "PATCH, OPTIONS",
    scopeOfOthers: "team:read",
    operations: {
      PATCH: {
        ...ofEnvironment,
        handle: addProductIntent,
        answers: inAll(AS_ENVIRONMENT),
      },
    },
  },
  {
    path: "complete_product_onboarding/",
    allow: "PATCH, OPTIONS",
    scopeOfOthers: "team:read",
    operations: {
      PATCH: {
        ...ofEnvironment,
        handle: completeOnboarding,
        answers: ONBOARDED,
      },
    },
  },
  {
    path: "activity/",
    allow: "GET, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "no scoped key",
        authorize: authorizeMember,
        handle: listActivity,
        answers: inAll({ kind: "activity", resource: ACTIVITY_ENTRY }),
      },
    },
  },
  {
    path: "is_generating_demo_data/",
    allow: "GET, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "no scoped key",
        authorize: authorizeMember,
        handle: getDemoState,
        answers: inAll({ kind: "one", resource: DEMO_DATA }),
      },
    },
  },
  {
    path: "cancel-deletion/",
    allow: "POST, OPTIONS",
    since: "2026-09",
    operations: {
      POST: {
        scope: scopeUnlessUndeclared("project:write"),
        authorize: authorizeAdmin,
        handle: cancelDeletion,
        answers: inAll({ kind: "one", resource: KEPT_PROJECT }),
      },
    },
  },
  {
    path: "reset_token/",
    allow: "PATCH, OPTIONS",
    operations: {
      PATCH: { scope: "no scoped key", authorize: authorizeAdmin, handle: renewToken, answers: ONE },
      GET: failing("GET"),
      POST: failing("POST"),
      PUT: failing("PUT"),
      DELETE: failing("DELETE"),
    },
  },
];

/** Projects of an organization, and the same directly below `/api/`. @source live service 2025-08, flow 6 */
const PREFIXES = ["/api/organizations/:organization_id/projects/", "/api/projects/"] as const;

/** How an environment itself is changed isn't recorded. */
const unknownOf = (method: string): Operation<"id"> => ({
  scope: "project:write",
  locate: locateOneProject,
  authorize: () => {
    throw sandboxError(
      501,
      "not_implemented",
      `The sandbox doesn't support ${method} of an environment. Change its project instead.`,
    );
  },
  handle: getEnvironment,
  answers: inAll(AS_ENVIRONMENT),
});

/** In later services, its path is another name of a project's. @source live service 2025-08, flow 6:9, 6:14 */
const ENVIRONMENT_ROUTE: Route = route({
  until: "2025-08",
  template: "/api/environments/:id/",
  title: "Team Instance",
  allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
  operations: {
    GET: {
      scope: "project:read",
      locate: locateOneProject,
      authorize: authorizeMember,
      handle: getEnvironment,
      answers: inAll(AS_ENVIRONMENT),
    },
    PUT: unknownOf("PUT"),
    PATCH: unknownOf("PATCH"),
    DELETE: unknownOf("DELETE"),
  },
});

const PROJECT_ROUTES: readonly Route[] = [
  ...PREFIXES.flatMap((prefix): Route[] => [
    route({ template: prefix, title: "Project List", allow: "GET, POST, HEAD, OPTIONS", operations: LIST_OPERATIONS }),
    route({
      template: `${prefix}:id/`,
      title: "Project Instance",
      allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
      operations: PROJECT_OPERATIONS,
    }),
    ...ACTIONS.map(({ path, ...action }) =>
      route({ ...action, title: "Project Instance", template: `${prefix}:id/${path}` }),
    ),
  ]),
  ENVIRONMENT_ROUTE,
];

/** Projects, through their organization and directly. */
export const PROJECTS: Family = {
  name: "projects",
  place: 3,
  routes: PROJECT_ROUTES,
  control: PROJECT_CONTROL,
  jobs: { once: { "delete project": finishDeletion } },
  dialectChanged: finishAllDeletions,
};
