import { fieldRef, message } from "../../../model/messages.ts";
import { hiddenRows } from "../../../capabilities/hidden-rows.ts";
import { partialRows } from "../../../capabilities/partial-rows.ts";
import type { Capability } from "../../../model/hooks/capability.ts";
import type { Identity } from "../../../model/identity.ts";
import { activityLog } from "../../../capabilities/activity-log.ts";
import { defaultCreated } from "../../../capabilities/default-created.ts";
import { serializeBy } from "../../../capabilities/serialize-by.ts";
import { setBeforeDelete } from "../../../capabilities/set-before-delete.ts";
import { asyncDeletion } from "../../../capabilities/async-deletion.ts";
import { confirmedAbsence } from "../../../capabilities/confirmed-absence.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { ProjectRowWire } from "../../../client/projects/project-wire.ts";
import { isServiceOf2026 } from "../../../client/service-age.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { deletionProtectionGuard, deletionProtectionInput } from "../../fields/deletion-protection.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { loggedInProject, newestActivity, NEWEST_PAGE } from "../../fields/newest-activity.ts";
import { CURRENT_ORGANIZATION, changingCurrent } from "../organization/current-organization.ts";
import { isCreatedWith } from "../organization/organization-wire.ts";
import { organization } from "../organization/organization.ts";
import { isProjectGone, noteDeletion, whyNotEveryProject } from "./project-absence.ts";
import { keptProject, NAME_MAX_CHARS, projectDeletion, releasedName, whyNameTaken } from "./project-deletion.ts";
import { hasDefaultSettings, projectSettings, same, shown } from "./project-settings.ts";

/** Names of the inputs that only a read of a single project shows. */
const NOT_IN_ROWS = ["productDescription", ...Object.keys(projectSettings)].filter((name) => name !== "timezone");

/** The service's name for the project that it creates with an organization. @source live service 2025-08, flow 6:143 */
const FIRST_NAME = "Default project";

type ProjectAt = Identity<"organizationId" | "projectId">;

/** Capabilities that only projects need. */
const projectCapabilities: readonly Capability<Api, ProjectRowWire>[] = [
  asyncDeletion(projectDeletion),
  confirmedAbsence<Api, ProjectAt>({
    confirmGone: (api: Api, at, call, cause) => isProjectGone(api, at, call, { cause, projects: listed() }),
  }),
  serializeBy({ name: CURRENT_ORGANIZATION, removals: true }),
  defaultCreated<Api, ProjectRowWire, ProjectAt>(
    async (wire, { organizationId, projectId }, { api, call }, isRootDeclared) => {
      if (!isRootDeclared || wire.name !== FIRST_NAME) return undefined;
      const home = await call.find(organization, { organizationId });
      const whole = await api.projects.get(organizationId, projectId, call);
      const isUntouched = whole.product_description === null && hasDefaultSettings(whole);
      return isCreatedWith(home, whole.created_at) && isUntouched
        ? "the service made it with the organization"
        : undefined;
    },
  ),
  adoption<Api, ProjectRowWire>({
    whyTaken: whyNameTaken,
    isMadeWithParent: (wire) => wire.name === FIRST_NAME,
    madeAt: (wire) => wire.created_at,
  }),
  setBeforeDelete((state) =>
    state["releaseName"] === true
      ? { name: releasedName(String(state["name"]), String(state["projectId"])) }
      : undefined,
  ),
  activityLog({
    name: "project",
    scope: ["organizationId", "projectId"],
    // Older services don't log changes of names and descriptions, and show their log only to unscoped keys.
    list: async (api: Api, { organizationId, projectId }, call) => {
      const home = await call.known(organization, { organizationId });
      if (home === undefined || isServiceOf2026(home))
        return loggedInProject(api, projectId, { scopes: ["Team", "Project"], itemId: projectId }, call);
      const log = api.projects.activity(organizationId, projectId, { ...call, ...NEWEST_PAGE });
      return newestActivity(log, () => projectId);
    },
  }),
];

/** The projects of an organization, if the key can see them. */
const projectList: Collection<Api, ProjectRowWire, "organizationId"> = {
  name: "projects",
  scope: ["organizationId"],
  words: "the projects of the organization",
  list: (api, scope, call) => api.projects.list(scope.organizationId, call).all(),
  servesReads: true,
  capabilities: [
    partialRows({ omits: NOT_IN_ROWS, isLookedUpWhole: true }),
    hiddenRows({
      why: ({ organizationId = "" }, { call }) => whyNotEveryProject(organizationId, call),
      listing: "part",
    }),
  ],
};

/**
 * A project of an organization.
 *
 * @source service contract, projects; limits and defaults observed on the live service 2025-08, flow 6.
 */
export const project = defineResource({
  kind: "object",
  name: "Project",
  doc: "Manages a project of an organization. Events arrive in a project, and persons, batch exports, and all other data belong to it.",
  notes: [
    "A new project becomes the current project of the key's user. Orgform never relies on the current project.",
    "If a project of the declared name exists, create stops, shows the differences, and offers `adopt`, unless the project is surely this program's own earlier attempt. To adopt the `Default project` of an organization that the same run creates, declare a project of that name. In an existing organization, also set `adopt`. A program can't declare two projects of the same name in one organization. Newer services refuse a second one even if the case differs.",
    message`Newer services keep a deleted project for two days if it ever received an event. Destroy succeeds immediately and says until when. A refresh treats the project as deleted. Until then, an administrator can cancel the deletion in the service's web interface, and the name stays in use. To free the name, set ${fieldRef("releaseName", true)} in an update before the deletion: it renames the project first.`,
    "A project that an access rule hides from the API key's account looks like a deleted one. A refresh removes a project from the state only if something proves the deletion. Proof is any of these: the key's account is an administrator, the organization's plan has no access rules, or a route below the project reports that the project is unknown. Otherwise the run stops with `unconfirmed_absence` and the state stays. Refresh with an administrator's key then. The same holds for everything inside the project.",
    message`If a service doesn't have a setting, Orgform keeps it in the state with a warning, lists it in ${fieldRef("withoutEffect")}, and shows no difference. It takes effect once the service has the setting.`,
    "The list of projects shows only the name and the time zone. A refresh reads that list once, and makes one more call for each project that declares another setting.",
    message`If the program never declared a setting, Orgform leaves it alone. If you remove a setting from the program, Orgform restores the server-side default. For ${fieldRef("weekStartDay")}, that's "not set", and not the day that the service derived from the caller's country.`,
    message`Clients send events with ${fieldRef("apiToken")}. If somebody resets the token in the service, a refresh shows the new one.`,
    "Each project contains an environment. Renaming the project doesn't rename its environment, so the service still shows the old name there.",
    "The plan limits the number of projects. A new organization has no paid features and one project.",
    message`Deleting a project deletes everything in it, including batch exports. ${fieldRef("deletionProtection")} is on by default, and Orgform reads it from the state: set it to \`false\`, run an update, and then destroy. A change of ${fieldRef("organizationId")} replaces the project, so it's refused in the same way. A destroy deletes the contents first, so a refused destroy can already have deleted them. The guide to deletion protection shows how to prevent that in each engine.`,
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, name: "Web shop", timezone: "Europe/Berlin", anonymizeIps: true },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    name: field(z.string().max(NAME_MAX_CHARS).regex(/\S/u, "expected a name that is not blank"), {
      doc: "Name of the project, 1 to 200 characters. The service drops surrounding spaces.",
      wire: same("name"),
      normalize: (value: string) => value.trim(),
    }),
    productDescription: field(z.string().max(1000).optional(), {
      doc: "Description of the product, at most 1,000 characters. The service drops surrounding spaces.",
      wire: same("product_description"),
      serviceDefault: null,
      normalize: (value: string) => value.trim(),
    }),
    ...projectSettings,
    deletionProtection: deletionProtectionInput("project"),
    releaseName: field(z.boolean().optional(), {
      doc: "Whether Orgform renames the project right before it deletes it. That frees the name immediately if the service keeps deleted projects. The value in the state counts. Default false.",
      onChange: "none",
    }),
  },
  outputs: {
    projectId: field(z.string(), {
      doc: "Number of the project, as a string.",
      wire: shown("id", String),
      stable: true,
    }),
    uuid: field(z.string(), { doc: "UUID of the project.", wire: shown("uuid"), stable: true }),
    apiToken: field(z.string(), { doc: "Token for sending events.", wire: shown("api_token"), secret: true }),
  },
  identity: {
    parts: ["organizationId", "projectId"],
    of: (wire: ProjectRowWire, scope) => ({
      organizationId: scope.organizationId,
      projectId: String(wire.id),
    }),
  },
  naturalKey: {
    fields: ["organizationId", "name"],
    isUnique: false,
    matches: (wire, inputs) => wire.name.trim() === inputs.name.trim(),
    isNamed: (wire, text) => wire.name === text,
    lookUpBy: ["projectId", "name"],
  },
  scopes: { read: ["project:read", "organization:read"], write: ["project:write"] },
  ops: {
    create: (api: Api, scope, body, call) =>
      changingCurrent(call, () => api.projects.create(scope.organizationId, body, call)),
    read: (api, at, call) => api.projects.get(at.organizationId, at.projectId, call),
    update: (api, at, body, call) => api.projects.update(at.organizationId, at.projectId, body, call),
    delete: async (api: Api, at, call) => {
      await changingCurrent(call, () => api.projects.delete(at.organizationId, at.projectId, call));
      await noteDeletion(at, call);
      return keptProject(api, at, call);
    },
  },
  collection: projectList,
  parent: organization,
  capabilities: projectCapabilities,
  guards: [deletionProtectionGuard("a project")],
});

/** The resource itself, for use in its own requests. */
function listed(): ListOf<ProjectRowWire, "organizationId"> {
  return project;
}
