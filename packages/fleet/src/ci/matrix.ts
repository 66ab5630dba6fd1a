import type { FleetOrganization } from "../expansion/expand.ts";
import { shardOf } from "../expansion/waves.ts";

/** The shards that hold any organization, in the form of `--shard`. An organization's shard doesn't depend on others. */
export function shardsWithOrganizations(
  organizations: readonly Pick<FleetOrganization, "key" | "labels">[],
  of: number,
): string[] {
  const filled = new Set(organizations.map((one) => shardOf(one, of)));
  return [...filled].toSorted((one, other) => one - other).map((index) => `${index}/${of}`);
}

/** For `fromJSON` of GitHub Actions: a job for each shard. @source docs.github.com, workflow syntax, `jobs.<id>.strategy.matrix` */
export const githubMatrix = (shards: readonly string[]): string =>
  JSON.stringify({ include: shards.map((shard) => ({ shard })) });

/** The keyword `parallel` of a GitLab job, whose variable FLEET_SHARD names the shard. @source docs.gitlab.com, `parallel:matrix` */
export const gitlabParallel = (shards: readonly string[]): string =>
  `parallel:\n  matrix:\n    - FLEET_SHARD: [${shards.map((shard) => JSON.stringify(shard)).join(", ")}]`;
