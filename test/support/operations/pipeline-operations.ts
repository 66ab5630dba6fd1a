import type { PipelineFamily } from "../../../src/client/client.ts";
import { ACTIVITY, activityPage, ENVIRONMENT, ITEM, page, PROJECT, PROJECT_ROW } from "./answers.ts";
import { operation, PLACES } from "./operation.ts";
import type { ClientOperation } from "./operation.ts";

const { organization_id: ORG, project_id: PROJECT_ID } = PLACES;
const write = { empty: [undefined] } as const;
const none = { empty: [undefined] } as const;
const noRows = { empty: [[]] } as const;
const gone = [204] as const;
const files = { "index.ts": "export function onEvent() {}", "old.ts": null };
const config = { id: 4, plugin: 31, enabled: true };

const FAMILIES: Readonly<Record<PipelineFamily, string>> = {
  pipelineDestinations: "pipeline_destinations",
  pipelineFrontendApps: "pipeline_frontend_apps",
  pipelineImportApps: "pipeline_import_apps",
  pipelineTransformations: "pipeline_transformations",
  plugins: "plugins",
};

function familyOperations(family: PipelineFamily, folder: string): readonly ClientOperation[] {
  const base = `/api/organizations/:organization_id/${folder}/`;
  const one = { id: "31" };
  return [
    operation(["GET", base, `${family}.list`], (api) => api[family].list(ORG).all(), [200, page(ITEM)], [ITEM]),
    operation(
      ["POST", base, `${family}.create`],
      (api) => api[family].create(ORG, { plugin_type: "source" }),
      [201, ITEM],
      ITEM,
      write,
    ),
    operation(["GET", `${base}:id/`, `${family}.get`], (api) => api[family].get(ORG, 31), [200, ITEM], ITEM, one),
    operation(
      ["PATCH", `${base}:id/`, `${family}.update`],
      (api) => api[family].update(ORG, 31, { name: "n" }),
      [200, ITEM],
      ITEM,
      { ...one, ...write },
    ),
    operation(["DELETE", `${base}:id/`, `${family}.delete`], (api) => api[family].delete(ORG, 31), gone, undefined, {
      ...one,
      ...write,
    }),
    operation(
      ["GET", `${base}:id/check_for_updates/`, `${family}.checkForUpdates`],
      (api) => api[family].checkForUpdates(ORG, 31),
      [200, { plugin: ITEM }],
      { plugin: ITEM },
      { ...one, ...none },
    ),
    operation(
      ["GET", `${base}:id/source/`, `${family}.source`],
      (api) => api[family].source(ORG, 31),
      [200, files],
      files,
      { ...one, ...none },
    ),
    operation(
      ["PATCH", `${base}:id/update_source/`, `${family}.updateSource`],
      (api) => api[family].updateSource(ORG, 31, files),
      [200, files],
      files,
      { ...one, ...write },
    ),
    operation(
      ["POST", `${base}:id/upgrade/`, `${family}.upgrade`],
      (api) => api[family].upgrade(ORG, 31),
      [200, ITEM],
      ITEM,
      { ...one, ...write },
    ),
    operation(
      ["GET", `${base}activity/`, `${family}.activity`],
      (api) => api[family].activity(ORG).all(),
      [200, activityPage],
      [ACTIVITY],
      noRows,
    ),
    operation(
      ["GET", `${base}exports_unsubscribe_configs/`, `${family}.exportsUnsubscribeConfigs`],
      (api) => api[family].exportsUnsubscribeConfigs(ORG),
      [200, [config]],
      [config],
      noRows,
    ),
    operation(
      ["GET", `${base}repository/`, `${family}.repository`],
      (api) => api[family].repository(ORG),
      [200, [{ name: "x" }]],
      [{ name: "x" }],
      noRows,
    ),
    operation(
      ["GET", `${base}unused/`, `${family}.unused`],
      (api) => api[family].unused(ORG),
      [200, [3, 31]],
      [3, 31],
      noRows,
    ),
  ];
}

/** The operations of the five families of pipeline items. */
export const PIPELINE_OPERATIONS = Object.entries(FAMILIES).flatMap(([family, folder]) =>
  familyOperations(family as PipelineFamily, folder),
);

const PROJECTS = "/api/organizations/:organization_id/projects/";
const intent = { product_type: "surveys" };
const one = { id: PROJECT_ID };

/** The operations of projects. */
export const PROJECT_OPERATIONS: readonly ClientOperation[] = [
  operation(
    ["GET", PROJECTS, "projects.list"],
    (api) => api.projects.list(ORG).all(),
    [200, page(PROJECT_ROW)],
    [PROJECT_ROW],
  ),
  operation(
    ["POST", PROJECTS, "projects.create"],
    (api) => api.projects.create(ORG, { name: "P" }),
    [201, PROJECT],
    PROJECT,
    write,
  ),
  operation(
    ["GET", `${PROJECTS}:id/`, "projects.get"],
    (api) => api.projects.get(ORG, 7),
    [200, PROJECT],
    PROJECT,
    one,
  ),
  operation(
    ["PATCH", `${PROJECTS}:id/`, "projects.update"],
    (api) => api.projects.update(ORG, "7", { name: "P" }),
    [200, PROJECT],
    PROJECT,
    { ...one, ...write },
  ),
  operation(["DELETE", `${PROJECTS}:id/`, "projects.delete"], (api) => api.projects.delete(ORG, 7), gone, undefined, {
    ...one,
    ...write,
  }),
  operation(
    ["GET", `${PROJECTS}:id/activity/`, "projects.activity"],
    (api) => api.projects.activity(ORG, 7).all(),
    [200, activityPage],
    [ACTIVITY],
    { ...one, ...noRows },
  ),
  operation(
    ["PATCH", `${PROJECTS}:id/add_product_intent/`, "projects.addProductIntent"],
    (api) => api.projects.addProductIntent(ORG, 7, intent),
    [201, ENVIRONMENT],
    ENVIRONMENT,
    { ...one, ...write },
  ),
  operation(
    ["PATCH", `${PROJECTS}:id/complete_product_onboarding/`, "projects.completeProductOnboarding"],
    (api) => api.projects.completeProductOnboarding(ORG, 7, intent),
    [200, ENVIRONMENT],
    ENVIRONMENT,
    { ...one, ...write },
  ),
  operation(
    ["GET", `${PROJECTS}:id/is_generating_demo_data/`, "projects.isGeneratingDemoData"],
    (api) => api.projects.isGeneratingDemoData(ORG, 7),
    [200, { is_generating_demo_data: false }],
    { is_generating_demo_data: false },
    { ...one, ...none },
  ),
  operation(
    ["PATCH", `${PROJECTS}:id/reset_token/`, "projects.resetToken"],
    (api) => api.projects.resetToken(ORG, 7),
    [200, PROJECT],
    PROJECT,
    { ...one, ...write },
  ),
];
