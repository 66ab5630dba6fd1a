import type { Api } from "../../../client/client.ts";
import type { BatchExportPlace } from "../../../client/batch-exports/batch-exports.ts";
import type { BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { Partitions } from "../../../capabilities/partitioned-list.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { Identity, IdentityParts } from "../../../model/identity.ts";
import { isApiError } from "../../../client/errors.ts";
import type { Text } from "../../../model/messages.ts";
import { organization } from "../organization/organization.ts";
import { isProjectUnknown, whyNotEveryProject } from "../project/project-absence.ts";
import { isGoneBelow, whyUnseenBelow } from "../project/project-scope.ts";
import { project } from "../project/project.ts";

/** Name of the routes below an organization, which newer services lack. @source service 2026-09, batch-exports.md, routes */
export const BELOW_ORGANIZATION = "batch exports of organizations";

/** The prefix of templates for routes below projects. */
const BELOW_PROJECTS = "/api/projects/";

/** What identifies an export; the driver adds the project if the state or the program names it. */
export type ExportAt = Identity<"organizationId" | "exportId">;

/** The project that is known in addition to the identity. */
function hintIn(at: Readonly<Record<string, string>>): string | undefined {
  return at["projectId"];
}

/** The lists of the projects, for services without a list for the organization. */
export const PROJECT_LISTS: Partitions<BatchExportWire> = {
  field: "projectId",
  of: ({ team_id }) => (team_id === undefined ? undefined : String(team_id)),
  all: async ({ organizationId = "" }, call) =>
    (await call.shown(project, { organizationId })).map(({ id }) => String(id)),
};

/** The location of a list: the organization, or the project that the driver names. */
export function listPlace(scope: Identity<"organizationId">): BatchExportPlace {
  const projectId = hintIn(scope);
  return projectId === undefined ? scope.organizationId : { projectId };
}

/** Sends a request to an export below its organization if the service has that route, else below its project. */
export async function atExport<T>(
  exports: ListOf<BatchExportWire, "organizationId">,
  at: ExportAt,
  call: CallContext,
  ask: (place: BatchExportPlace) => Promise<T>,
): Promise<T | undefined> {
  const below = await call.served(BELOW_ORGANIZATION, () => ask(at.organizationId));
  if (below !== undefined) return below.answer;
  const projectId = hintIn(at) ?? (await projectOf(exports, at, call));
  return projectId === undefined ? undefined : ask({ projectId });
}

/** Searches the shared lists of all projects for the project of an export. */
async function projectOf(
  exports: ListOf<BatchExportWire, "organizationId">,
  { organizationId, exportId }: ExportAt,
  call: CallContext,
): Promise<string | undefined> {
  const at: IdentityParts = { organizationId, exportId };
  const wire = await call.find<BatchExportWire, string>(exports, at);
  return wire === undefined ? undefined : PROJECT_LISTS.of(wire);
}

/**
 * Why the lists of an organization's projects might lack an export; undefined if they show all exports.
 *
 * @source service 2026-09, access-control.md
 */
export async function whyNotEveryExport(
  exports: ListOf<BatchExportWire, "organizationId">,
  scope: Identity<"organizationId">,
  { call }: ServiceContext<Api>,
): Promise<string | undefined> {
  const { organizationId } = scope;
  if (hintIn(scope) !== undefined || (await call.hasList(exports, { organizationId }))) return undefined;
  const why = await whyNotEveryProject(organizationId, call);
  return why === undefined
    ? undefined
    : `The service lists batch exports project by project. ${why} Name the project of each export, or use such a key, then run again.`;
}

/**
 * Whether an export is gone if a route below its project doesn't find it. The project decides if it isn't found itself,
 * or if this key can't read the organization. Undefined if the organization must decide.
 */
export async function isExportGone(
  api: Api,
  at: ExportAt,
  call: CallContext,
  cause: unknown,
): Promise<boolean | Text | undefined> {
  const projectId = hintIn(at);
  if (projectId === undefined || !isApiError(cause) || !cause.route.startsWith(BELOW_PROJECTS)) return undefined;
  const { organizationId } = at;
  if (!isProjectUnknown(cause) && (await call.known(organization, { organizationId })) !== undefined) return true;
  return isGoneBelow(api, { projectId, organizationId }, call, cause);
}

/** Why a refusal to show an export proves nothing, if its project is known. */
export async function whyExportUnseen(
  api: Api,
  at: ExportAt,
  call: CallContext,
  refusal: unknown,
): Promise<Text | undefined> {
  const projectId = hintIn(at);
  if (projectId === undefined) return undefined;
  return whyUnseenBelow(api, { projectId, organizationId: at.organizationId }, call, refusal);
}
