/** One operation of the contract. @source contract documents, read 2026-11: 141 operations */
export type ContractOperation = { readonly method: string; readonly template: string };

const ORGANIZATION = "/api/organizations/:organization_id/";
const PROJECT = "/api/projects/:project_id/";

/** Methods by path; the five families of pipeline items share {@link FAMILY}. */
const PATHS: readonly (readonly [template: string, methods: string])[] = [
  ["/api/organizations/", "GET POST"],
  ["/api/organizations/:id/", "GET PATCH DELETE"],
  [`${ORGANIZATION}batch_exports/`, "GET POST"],
  [`${ORGANIZATION}batch_exports/:id/`, "GET PATCH DELETE"],
  [`${ORGANIZATION}batch_exports/:id/backfill/`, "POST"],
  [`${ORGANIZATION}batch_exports/:id/logs/`, "GET"],
  [`${ORGANIZATION}batch_exports/:id/pause/`, "POST"],
  [`${ORGANIZATION}batch_exports/:id/unpause/`, "POST"],
  [`${ORGANIZATION}domains/`, "GET POST"],
  [`${ORGANIZATION}domains/:id/`, "GET PATCH DELETE"],
  [`${ORGANIZATION}domains/:id/verify/`, "POST"],
  [`${ORGANIZATION}invites/`, "GET POST"],
  [`${ORGANIZATION}invites/:id/`, "DELETE"],
  [`${ORGANIZATION}invites/bulk/`, "POST"],
  [`${ORGANIZATION}members/`, "GET"],
  [`${ORGANIZATION}members/:user__uuid/`, "PATCH DELETE"],
  [`${PROJECT}persons/`, "GET"],
  [`${PROJECT}persons/:id/`, "GET PATCH DELETE"],
  [`${PROJECT}persons/:id/activity/`, "GET"],
  [`${PROJECT}persons/:id/delete_property/`, "POST"],
  [`${PROJECT}persons/:id/properties_timeline/`, "GET"],
  [`${PROJECT}persons/:id/split/`, "POST"],
  [`${PROJECT}persons/:id/update_property/`, "POST"],
  [`${PROJECT}persons/activity/`, "GET"],
  [`${PROJECT}persons/bulk_delete/`, "POST"],
  [`${PROJECT}persons/cohorts/`, "GET"],
  [`${PROJECT}persons/funnel/`, "GET POST"],
  [`${PROJECT}persons/funnel/correlation/`, "GET POST"],
  [`${PROJECT}persons/lifecycle/`, "GET"],
  [`${PROJECT}persons/path/`, "GET POST"],
  [`${PROJECT}persons/retention/`, "GET"],
  [`${PROJECT}persons/stickiness/`, "GET"],
  [`${PROJECT}persons/trends/`, "GET"],
  [`${PROJECT}persons/values/`, "GET"],
  [`${PROJECT}events/`, "GET"],
  [`${PROJECT}events/:id/`, "GET"],
  [`${PROJECT}events/values/`, "GET"],
  [`${ORGANIZATION}projects/`, "GET POST"],
  [`${ORGANIZATION}projects/:id/`, "GET PATCH DELETE"],
  [`${ORGANIZATION}projects/:id/activity/`, "GET"],
  [`${ORGANIZATION}projects/:id/add_product_intent/`, "PATCH"],
  [`${ORGANIZATION}projects/:id/complete_product_onboarding/`, "PATCH"],
  [`${ORGANIZATION}projects/:id/is_generating_demo_data/`, "GET"],
  [`${ORGANIZATION}projects/:id/reset_token/`, "PATCH"],
  [`${ORGANIZATION}proxy_records/`, "GET POST"],
  [`${ORGANIZATION}proxy_records/:id/`, "GET PATCH DELETE"],
  [`${ORGANIZATION}roles/`, "GET POST"],
  [`${ORGANIZATION}roles/:id/`, "GET PATCH DELETE"],
  [`${ORGANIZATION}roles/:role_id/role_memberships/`, "GET POST"],
  [`${ORGANIZATION}roles/:role_id/role_memberships/:id/`, "DELETE"],
];

const FAMILIES = [
  "pipeline_destinations",
  "pipeline_frontend_apps",
  "pipeline_import_apps",
  "pipeline_transformations",
  "plugins",
];

const FAMILY: readonly (readonly [subPath: string, methods: string])[] = [
  ["", "GET POST"],
  [":id/", "GET PATCH DELETE"],
  [":id/check_for_updates/", "GET"],
  [":id/source/", "GET"],
  [":id/update_source/", "PATCH"],
  [":id/upgrade/", "POST"],
  ["activity/", "GET"],
  ["exports_unsubscribe_configs/", "GET"],
  ["repository/", "GET"],
  ["unused/", "GET"],
];

/** Every operation of the contract, in no particular order. */
export const CONTRACT_OPERATIONS: readonly ContractOperation[] = [
  ...PATHS,
  ...FAMILIES.flatMap((family) =>
    FAMILY.map(([sub, methods]) => [`${ORGANIZATION}${family}/${sub}`, methods] as const),
  ),
].flatMap(([template, methods]) => methods.split(" ").map((method) => ({ method, template })));
