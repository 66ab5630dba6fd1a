import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

import { type JobResult, runStep } from "./workflow-job.ts";

/** The parts of a GitLab CI job that the examples use. */
interface Job {
  readonly extends?: string;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly cache?: { readonly paths: readonly string[] };
  readonly artifacts?: { readonly paths: readonly string[] };
}

/** What a GitLab runner knows besides the repository. */
export interface GitlabOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Folders in place of the cache and of a pipeline's artifacts. */
  readonly cache: string;
  readonly artifacts: string;
  /** Kills the script as soon as this is true, like the job's timeout. */
  readonly killWhen?: () => boolean;
}

/**
 * Runs the scripts of a job in a clone as a GitLab runner would: all lines in one shell, which ends at the first
 * failure.
 */
export async function runGitlabJob(
  clone: string,
  name: string,
  options: GitlabOptions,
): Promise<Pick<JobResult, "outcome" | "output">> {
  const jobs = parse(readFileSync(join(clone, ".gitlab-ci.yml"), "utf8")) as Readonly<Record<string, Job | undefined>>;
  const own = jobs[name];
  if (own === undefined) throw new Error(`There is no job ${name}.`);
  const job = { ...jobs[own.extends ?? ""], ...own };
  const env: Record<string, string> = { ...options.env, CI_PROJECT_DIR: clone };
  for (const [variable, text] of Object.entries(job.variables ?? {}))
    env[variable] = text.replaceAll(/\$(?<named>\w+)/gu, (_all, named: string) => env[named] ?? "");
  handOver(job.cache?.paths, options.cache, clone);
  if (existsSync(options.artifacts)) cpSync(options.artifacts, clone, { recursive: true });
  const lines = [...(job.before_script ?? []), ...(job.script ?? [])];
  const ended = await runStep(clone, lines.join("\n"), env, options.killWhen);
  const after = await runStep(clone, (job.after_script ?? []).join("\n"), env, undefined);
  handOver(job.cache?.paths, clone, options.cache);
  handOver(job.artifacts?.paths, clone, options.artifacts);
  const outcome = ended.isKilled ? "cancelled" : ended.code === 0 ? "success" : "failure";
  return { outcome, output: ended.output + after.output };
}

/** Copies the paths that exist. */
function handOver(paths: readonly string[] = [], from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const path of paths)
    if (existsSync(join(from, path))) cpSync(join(from, path), join(to, path), { recursive: true });
}
