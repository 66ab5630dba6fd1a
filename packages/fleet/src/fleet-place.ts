import { basename, dirname, extname, join, resolve } from "node:path";

import type { FleetOrganization } from "./expansion/expand.ts";

/** The location of a fleet's own data: beside its file, in a folder that isn't committed. */
export interface FleetPlace {
  /** Name of the fleet file, without its extension. */
  readonly name: string;
  /** Absolute path of the fleet file. */
  readonly file: string;
  readonly recordFile: string;
  readonly lockFile: string;
  readonly folderOf: (organization: Pick<FleetOrganization, "key">) => string;
}

/** @param recordFile - another path for the record; everything else is stored beside it */
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
