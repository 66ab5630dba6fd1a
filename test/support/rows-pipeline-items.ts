import type { Values } from "../../src/model/json-value.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import type { World } from "./scenario-world.ts";

const NAME = `Mailer |Köln| "5" 'x'`;
const READ = ["READ", "GET /organizations/:id/plugins/:id/source/"] as const;
const WRITE_SOURCE = "PATCH /organizations/:id/plugins/:id/update_source/";

/** The differences between kinds of pipeline items: the family, and capabilities that fit it. */
interface ItemRow {
  readonly resource: string;
  readonly family: string;
  readonly capabilities: Values;
  readonly otherCapabilities: Values;
}

function itemRow({ resource, family, capabilities, otherCapabilities }: ItemRow): RowDeclaration {
  return {
    resource,
    at: "/organizations/:id/plugins/",
    ...(resource === "Plugin" ? {} : { sameAs: "Plugin" }),
    full: ({ organizationId }) => ({
      organizationId,
      name: NAME,
      pluginType: "source",
      url: "https://github.com/globex/mailer",
      description: "Sends mails.",
      icon: "https://globex.example/mail.svg",
      configSchema: '[{"key": "to", "type": "string"}]',
      tag: "v1",
      isGlobal: true,
      capabilities,
      metrics: '{"sent": "sum"}',
      publicJobs: '{"retry": {"payload": {}}}',
      source: { "index.ts": "export const a = 1;\n", "plugin.json": "{}" },
    }),
    changes: () => ({ ...plainChanges(), ...codeChanges(otherCapabilities) }),
    removals: { source: { files: {} } },
    replacements: ({ otherOrganizationId }) => ({
      organizationId: otherOrganizationId,
      pluginType: "repository",
      url: "https://github.com/globex/postman",
    }),
    excludes: { pluginType: ["source"] },
    imported: {
      configSchema: '[{"key":"to","type":"string"}]',
      metrics: '{"sent":"sum"}',
      publicJobs: '{"retry":{"payload":{}}}',
    },
    edit: { field: "description", value: "Changed elsewhere" },
    controlledAs: "plugins",
    existing: {
      own: (world, { organizationId, name, url }) =>
        void world.sandbox.control.call("POST", "plugins", { organizationId, name, url }),
      ownRequests: ["LIST", ...READ, "CHANGE", WRITE_SOURCE],
      foreign: ({ sandbox }, { organizationId, name, url }) =>
        void sandbox.control.call("POST", "plugins", { organizationId, name, url, description: "Somebody's" }),
      foreignReason: /description is "Somebody's", declared is "Sends mails\."/u,
      knownBy: "name",
    },
    readByStrangers: "everybody reads a global item",
    blindWhenStale: {
      "take over":
        "a list that does not show the earlier try yet cannot be told from one without it, and names may repeat",
    },
    looksBehind: ["create"],
    // A new item is refused if the service no longer has any, which its list shows.
    checkRequests: ["LIST"],
    requests: {
      create: ["LIST", `POST /organizations/:id/${family}/`, "LIST", WRITE_SOURCE],
      update: [...READ, "CHANGE", WRITE_SOURCE],
      delete: [...READ, "CHANGE", "REMOVE"],
    },
    hidden: { documented: ["source"] },
  };
}

const plainChanges = () =>
  ({
    name: { to: `Mailer |Århus| "6" 'y'` },
    description: { to: "Sends letters." },
    icon: { to: "https://globex.example/letter.svg" },
    configSchema: { to: '{ "to": {"type": "string"} }', wire: { config_schema: { to: { type: "string" } } } },
    tag: { to: "v2" },
    isGlobal: { to: false },
    metrics: { to: '{"lost": "max"}', wire: { metrics: { lost: "max" } } },
    publicJobs: { to: "{}", wire: { public_jobs: {} } },
  }) as const;

function codeChanges(capabilities: Values) {
  const { scheduledTasks, ...wire } = capabilities;
  const tasks = scheduledTasks === undefined ? {} : { scheduled_tasks: scheduledTasks };
  return {
    capabilities: { to: capabilities, wire: { capabilities: { ...wire, ...tasks } } },
    source: {
      to: { "index.ts": "export const a = 2;\n", "site.ts": "" },
      wire: { files: { "index.ts": "export const a = 2;\n", "site.ts": "" } },
      writes: ["PATCH"],
    },
  } as const;
}

/** All pipeline items in the sandbox, with their files. */
export function itemsIn({ sandbox }: World): readonly Values[] {
  return sandbox.control.call("GET", "plugins") as readonly Values[];
}

/** Pipeline items of any family. */
export const pluginRow = itemRow({
  resource: "Plugin",
  family: "plugins",
  capabilities: { methods: ["onEvent"], jobs: ["retry"] },
  otherCapabilities: { methods: ["processEvent"] },
});

/** A row for each family, with two capabilities that fit it. */
export const familyRows: readonly RowDeclaration[] = [
  itemRow({
    resource: "PipelineDestination",
    family: "pipeline_destinations",
    capabilities: { methods: ["onEvent"] },
    otherCapabilities: { methods: ["composeWebhook", "setupPlugin"] },
  }),
  itemRow({
    resource: "PipelineFrontendApp",
    family: "pipeline_frontend_apps",
    capabilities: { jobs: ["show"] },
    otherCapabilities: { jobs: ["show", "hide"] },
  }),
  itemRow({
    resource: "PipelineImportApp",
    family: "pipeline_import_apps",
    capabilities: { scheduledTasks: ["runEveryHour"] },
    otherCapabilities: { methods: ["setupPlugin"], scheduledTasks: [] },
  }),
  itemRow({
    resource: "PipelineTransformation",
    family: "pipeline_transformations",
    capabilities: { methods: ["processEvent"] },
    otherCapabilities: { methods: ["processEvent"], jobs: ["retry"] },
  }),
];
