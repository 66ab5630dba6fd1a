import { basename, dirname, extname, join, resolve } from "node:path";

import type { FleetOrganization } from "./expansion/expand.ts";

/** Where a fleet keeps what is its own: beside its file, in a folder that belongs to no repository. */
export interface FleetPlace {
  /** Name of the fleet file, without what it ends with. */
  readonly name: string;
  /** Absolute path of the fleet file. */
  readonly file: string;
  readonly recordFile: string;
  readonly lockFile: string;
  readonly folderOf: (organization: Pick<FleetOrganization, "key">) => string;
}

/** @param recordFile - another place of the record, with everything else beside it */
export function fleetLocation(file: string, recordFile?: string): FleetPlace {
  const path = resolve(file);
  const name = basename(path, extname(path));
  const folder = join(dirname(path), ".orgform", name);
  const record = recordFile === undefined ? join(folder, "runs.sqlite") : resolve(recordFile);
  return {
    name,
    file: path,
    recordFile: record,
    lockFile: `${record}.lock`,
    folderOf: ({ key }) => join(dirname(record), "organizations", key),
  };
}
