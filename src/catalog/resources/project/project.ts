import type { Capability } from "../../../model/capability.ts";
import type { Identity } from "../../../model/identity.ts";
import { defaultCreated } from "../../../capabilities/default-created.ts";
import { serializeBy } from "../../../capabilities/serialize-by.ts";
import { confirmedAbsence } from "../../../capabilities/confirmed-absence.ts";
import { asyncDeletion } from "../../../capabilities/async-deletion.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { setBeforeDelete } from "../../../capabilities/set-before-delete.ts";
import { activityLog } from "../../../capabilities/activity-log.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { ProjectRowWire } from "../../../client/projects/project-wire.ts";
import { defineResource, type ListOf } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { deletionProtectionGuard, deletionProtectionInput } from "../../fields/deletion-protection.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { newestActivity, NEWEST_PAGE } from "../../fields/newest-activity.ts";
import { CURRENT_ORGANIZATION, moving } from "../organization/current-organization.ts";
import { isMadeWith } from "../organization/made-with.ts";
import { organization } from "../organization/organization.ts";
import { isProjectGone, noteDeletion, whyNotEveryProject } from "./project-absence.ts";
import { keptProject, NAME_MAX_CHARS, projectDeletion, releasedName, whyNameTaken } from "./project-deletion.ts";
import { hasDefaultSettings, projectSettings, same, shown } from "./project-settings.ts";

/** Names of the inputs that only a read of one project shows. */
const NOT_IN_ROWS = ["productDescription", ...Object.keys(projectSettings)].filter((name) => name !== "timezone");

/** What the service calls the project that it makes with an organization. @source live service 2025-08, flow 6:143 */
const FIRST_NAME = "Default project";

type ProjectAt = Identity<"organizationId" | "projectId">;

/** What only projects need. */
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
      return isMadeWith(home, whole.created_at) && isUntouched
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
    list: (api: Api, { organizationId, projectId }, call) =>
      newestActivity(api.projects.activity(organizationId, projectId, { ...call, ...NEWEST_PAGE }), () => projectId),
  }),
];

/**
 * A project of an organization.
 *
 * @source service contract, projects; limits and defaults observed on the live service 2025-08, flow 6.
 */
export const project = defineResource({
  kind: "object",
  name: "Project",
  doc: "A project of an organization: where events arrive, and what persons, batch exports and everything about data belong to.",
  notes: [
    "Creating a project makes it the current project of the key's user. Orgform never relies on the current project.",
    "When one project of the declared name exists that is not surely this program's own earlier try, create stops, shows the differences and offers `adopt`. The `Default project` of an organization that the same run makes is taken over by declaring that name; that of any other needs `adopt`. One program does not hold two projects of the same name in one organization, and newer services refuse a second one, whatever its capitals.",
    "Newer services keep a deleted project for two days, unless no event ever came in: destroy succeeds at once and says until when, and a refresh takes such a project for deleted. An administrator can cancel the deletion in the service's web interface. Until it ends the name stays taken; `releaseName: true`, set by an update before the deletion, renames the project first.",
    "A project that an access rule hides from the API key's account looks like a deleted one. A refresh removes a project from the state only if something proves the deletion: the account is an administrator, the plan has no access rules, or a route below the project reports it as unknown. Otherwise the run stops with `unconfirmed_absence` and the state stays. The same holds for everything inside the project.",
    "Settings that a service does not have, or not any more, are kept in state with a warning and are listed in `withoutEffect`; they show no difference, and count where a service takes them.",
    "The list of projects shows name and time zone alone. A refresh reads that list once; for each project that declares another setting it makes one more call.",
    "A setting that is left out of a program that never had it is left alone. One that is removed goes back to the server-side default; `weekStartDay` goes back to not set, not to what the service guessed from the caller's place.",
    "`apiToken` is what events are sent with. After it was renewed in the service, a refresh shows the new one.",
    "A new name does not reach the project's environment, which the service goes on showing under the old one.",
    "How many projects an organization holds is a matter of its plan; a new organization has no paid features, and one project.",
    "Deleting a project deletes everything in it, batch exports included. `deletionProtection` is on by default and is read from the state: set it to `false`, run an update, then destroy. A change of `organizationId` replaces the project and is refused in the same way. A destroy deletes what is inside first: the guide on deletion protection says which engines refuse the whole of it, and which need an option of their own.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, name: "Web shop", timezone: "Europe/Berlin", anonymizeIps: true },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    name: field(z.string().max(NAME_MAX_CHARS).regex(/\S/u, "expected a name that is not blank"), {
      doc: "Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service.",
      wire: same("name"),
      normalize: (value: string) => value.trim(),
    }),
    productDescription: field(z.string().max(1000).optional(), {
      doc: "What the product is about, at most 1,000 characters; surrounding blanks are dropped by the service.",
      wire: same("product_description"),
      serviceDefault: null,
      normalize: (value: string) => value.trim(),
    }),
    ...projectSettings,
    deletionProtection: deletionProtectionInput("project"),
    releaseName: field(z.boolean().optional(), {
      doc: "Renames the project right before it is deleted, so that its name is free at once where the service keeps deleted projects; the value in state counts. Default false.",
      onChange: "none",
    }),
  },
  outputs: {
    projectId: field(z.string(), { doc: "Number of the project, as text.", wire: shown("id", String), stable: true }),
    uuid: field(z.string(), { doc: "UUID of the project.", wire: shown("uuid"), stable: true }),
    apiToken: field(z.string(), { doc: "Token that events are sent with.", wire: shown("api_token"), secret: true }),
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
    isLookedUpWhole: true,
  },
  scopes: { read: ["project:read", "organization:read"], write: ["project:write"] },
  ops: {
    create: (api: Api, scope, body, call) => moving(call, () => api.projects.create(scope.organizationId, body, call)),
    read: (api, at, call) => api.projects.get(at.organizationId, at.projectId, call),
    update: (api, at, body, call) => api.projects.update(at.organizationId, at.projectId, body, call),
    delete: async (api: Api, at, call) => {
      await moving(call, () => api.projects.delete(at.organizationId, at.projectId, call));
      await noteDeletion(at, call);
      return keptProject(api, at, call);
    },
  },
  collection: {
    name: "projects",
    scope: ["organizationId"],
    words: "the projects of the organization",
    list: (api: Api, scope, call) => api.projects.list(scope.organizationId, call).all(),
    servesReads: true,
    leavesOut: NOT_IN_ROWS,
    whyPartial: ({ organizationId }, { call }) => whyNotEveryProject(organizationId, call),
    isListedInPart: true,
  },
  parent: organization,
  capabilities: projectCapabilities,
  guards: [deletionProtectionGuard("a project")],
});

/** The resource itself, for what its own calls look up. */
function listed(): ListOf<ProjectRowWire, "organizationId"> {
  return project;
}
