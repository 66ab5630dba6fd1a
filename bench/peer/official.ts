import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The commit that the figures refer to. @source github.com/PostHog/terraform-provider-posthog, 2026-07-01 */
const PINNED = "a771afadf048d8cf16d92d88a0ba589881ba9fdf";

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout.trim();
  throw new Error(`${program} ${args.join(" ")} failed in ${cwd}: ${error?.message ?? stderr}`);
}

/**
 * Builds the official provider from a checkout of its source into a folder.
 *
 * @param source - folder of a git checkout at the pinned commit
 * @returns the program
 * @throws Error if the checkout is at another commit, or Go can't build it
 */
export function buildOfficial(source: string, folder: string): string {
  const commit = run("git", ["rev-parse", "HEAD"], source);
  if (commit !== PINNED) {
    throw new Error(
      `${source} is at ${commit}; the figures are told of ${PINNED}: git -C ${source} checkout ${PINNED}`,
    );
  }
  const program = join(folder, "terraform-provider-official");
  run("go", ["build", "-o", program, "."], source);
  return program;
}
