import { createHash } from "node:crypto";
import { basename, dirname, extname, relative, resolve } from "node:path";

import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { fingerprintOf } from "../expansion/fingerprint.ts";

/** More organizations than this share a credential before it has a task queue of its own, which every worker asks. */
const MOST_WITHOUT_QUEUE = 10;

/** Name of a fleet on Temporal: the task queue of its workers, and the workflow of its run. */
export function fleetName(file: string): string {
  return `orgform-${basename(file, extname(file))}`;
}

/** The task queue of each credential by its name; those that few organizations share have the fleet's. */
export function queuesOf(fleet: Fleet, name: string): ReadonlyMap<string, string> {
  const used = fleet.organizations.map(({ credential }) => credential);
  return new Map(
    [...new Set(used)].map((credential) => {
      const sharing = used.filter((one) => one === credential).length;
      return [credential, sharing > MOST_WITHOUT_QUEUE ? `${name}/${credential}` : name];
    }),
  );
}

/** A fingerprint that is the same in every checkout of the repository; what else lies in the folder of a template does not count. */
export function travellingFingerprint(file: string, organization: FleetOrganization): string {
  const folder = relative(dirname(resolve(file)), organization.folder).replaceAll("\\", "/");
  return fingerprintOf({ ...organization, folder, templateHash: "" });
}

/** How a worker is called at the server: the same as long as it has the same record on the same machine. */
export function workerIdentity(machine: string, recordFile: string): string {
  return `orgform-fleet@${machine}/${createHash("sha256").update(recordFile).digest("hex").slice(0, 12)}`;
}
