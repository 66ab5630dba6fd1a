import type { Api } from "../../../client/client.ts";
import type { BatchExportPlace } from "../../../client/batch-exports/batch-exports.ts";
import type { BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { CallContext, ListOf, ListParts } from "../../../model/definition.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { Identity, IdentityParts } from "../../../model/identity.ts";
import { ADMIN } from "../member/levels.ts";
import { organization } from "../organization/organization.ts";
import { project } from "../project/project.ts";

/** Name of the routes below an organization, which newer services lack. @source service 2026-09, batch-exports.md, routes */
export const BELOW_ORGANIZATION = "batch exports of organizations";

/** What tells an export from all others; the driver adds the project where state or program name it. */
export type ExportAt = Identity<"organizationId" | "exportId">;

/** The project that is known beside an identity. */
function hintIn(at: Readonly<Record<string, string>>): string | undefined {
  return at["projectId"];
}

/** The lists of the projects, for services that have no list of an organization. */
export const PROJECT_LISTS: ListParts<BatchExportWire, "organizationId"> = {
  field: "projectId",
  of: ({ team_id }) => (team_id === undefined ? undefined : String(team_id)),
  all: async ({ organizationId }, call) => (await call.all(project, { organizationId })).map(({ id }) => String(id)),
};

/** Where a list is asked for: of the organization, or of the project that the driver names. */
export function listPlace(scope: Identity<"organizationId">): BatchExportPlace {
  const projectId = hintIn(scope);
  return projectId === undefined ? scope.organizationId : { projectId };
}

/** A request to an export, below its organization where the service has that, and else below its project. */
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

/** The project of an export of which nobody says where it is: looked for in the shared lists of all projects. */
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
 * Why the lists of an organization's projects may lack an export; undefined where they show all.
 *
 * Below an admin, an account is shown the projects alone that it may enter.
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
  const home = await call.known(organization, { organizationId });
  if ((home?.membership_level ?? 0) >= ADMIN) return undefined;
  return (
    "The service lists batch exports project by project, and the account of this API key is no admin: projects may be hidden from it. " +
    "Name the project of each export, or use the key of an admin; then run again."
  );
}
