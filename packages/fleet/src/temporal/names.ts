import { createHash } from "node:crypto";
import { basename, dirname, extname, relative, resolve } from "node:path";

import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { fingerprintOf } from "../expansion/fingerprint.ts";

/** If more organizations than this share a credential, it gets its own task queue, which every worker polls. */
const MOST_WITHOUT_QUEUE = 10;

/** Name of a fleet on Temporal: the task queue of its workers, and the workflow of its run. */
export function fleetName(file: string): string {
  return `orgform-${basename(file, extname(file))}`;
}

/** The task queue of each credential by its name; credentials with few organizations use the fleet's queue. */
export function queuesOf(fleet: Fleet, name: string): ReadonlyMap<string, string> {
  const used = fleet.organizations.map(({ credential }) => credential);
  return new Map(
    [...new Set(used)].map((credential) => {
      const sharing = used.filter((one) => one === credential).length;
      return [credential, sharing > MOST_WITHOUT_QUEUE ? `${name}/${credential}` : name];
    }),
  );
}

/** A hash that is the same in every checkout of the repository; other files in a template's folder don't count. */
export function travellingFingerprint(file: string, organization: FleetOrganization): string {
  const folder = relative(dirname(resolve(file)), organization.folder).replaceAll("\\", "/");
  return fingerprintOf({ ...organization, folder, templateHash: "" });
}

/** A worker's name at the server: the same while it has the same record on the same machine. */
export function workerIdentity(machine: string, recordFile: string): string {
  return `orgform-fleet@${machine}/${createHash("sha256").update(recordFile).digest("hex").slice(0, 12)}`;
}
