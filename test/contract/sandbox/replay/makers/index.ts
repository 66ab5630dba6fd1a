import type { RecordedRow } from "../recording.ts";
import type { Stage } from "../stage.ts";
import { kindOfPath } from "../identity-map.ts";
import { makeBatchExport } from "./batch-exports.ts";
import { makeDomain } from "./domains.ts";
import { makeInvite } from "./invites.ts";
import { makeMember } from "./members.ts";
import { makeOrganization } from "./organizations.ts";
import { makePerson } from "./persons.ts";
import { makePlugin } from "./plugins.ts";
import type { Maker } from "./maker.ts";
import { makeProject } from "./projects.ts";
import { makeRole, makeRoleMembership } from "./roles.ts";

/** Makers by the part of the path before the ID. */
const MAKERS: Readonly<Record<string, Maker>> = {
  organizations: makeOrganization,
  batch_exports: makeBatchExport,
  domains: makeDomain,
  invites: makeInvite,
  members: makeMember,
  roles: makeRole,
  role_memberships: makeRoleMembership,
  persons: makePerson,
  projects: makeProject,
  plugins: makePlugin,
  pipeline_destinations: makePlugin,
  pipeline_frontend_apps: makePlugin,
  pipeline_import_apps: makePlugin,
  pipeline_transformations: makePlugin,
};

/** The recorder's placeholder for a missing object. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Creates what a path names and no earlier response showed, if the recorded service had it. The recorder created some
 * objects in rows that weren't kept.
 */
export async function makeUnknown(stage: Stage, row: RecordedRow): Promise<void> {
  // The check for updates fails for an item without an address, although the item existed.
  if (row.status >= 300 && !(row.status === 500 && row.path.endsWith("/check_for_updates/"))) return;
  const parts = (row.path.split("?")[0] ?? "").split("/");
  for (const [index, part] of parts.entries()) {
    const maker = MAKERS[parts[index - 1] ?? ""];
    const isNumber = /^\d{1,9}$/.test(part);
    if (maker === undefined || part === NOBODY || !(isNumber || UUID.test(part))) continue;
    const kind = isNumber ? kindOfPath(parts.slice(0, index + 1).join("/")) : undefined;
    const recorded = isNumber ? Number(part) : part;
    if (stage.identities.get(recorded, kind) !== undefined) continue;
    const above = stage.identities.fillPath(parts.slice(0, index).join("/"));
    stage.identities.bind(recorded, await maker(stage, `${above}/`, row), kind);
  }
}
