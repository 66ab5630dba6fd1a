import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

import { until } from "../../support/stack-processes.ts";

/** The parts of a GitHub workflow step that the examples use. */
interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly env?: Readonly<Record<string, string>>; readonly steps: readonly Step[] } | undefined>
  >;
}

/** What a runner knows besides the repository. */
export interface RunnerOptions {
  /** The values of `${{ vars.X }}`, `${{ secrets.X }}`, `${{ inputs.X }}`, `${{ matrix.X }}`, and `${{ strategy.X }}`, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** The folder in place of the cache. */
  readonly cache: string;
  /** The folder in place of a run's artifacts. Without it, artifacts are left out. */
  readonly artifacts?: string;
  /** Folders that actions put on PATH. With them, `npm ci` also runs. */
  readonly installs?: Readonly<Record<string, string>>;
  /** Kills the step with this name as soon as `when` is true, as a canceled run does. */
  readonly kill?: { readonly step: string; readonly when: () => boolean };
}

/** A finished job. */
export interface JobResult {
  readonly outcome: "success" | "failure" | "cancelled";
  readonly output: string;
  /** The text on the page of the run. */
  readonly summary: string;
  /** What its steps wrote into `GITHUB_OUTPUT`. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The actions that the job reached, without those that set up a runner. */
  readonly actions: readonly string[];
}

/** Runs the steps of a job in a clone as a GitHub runner would, without those that need the internet. */
export async function runJob(clone: string, file: string, job: string, options: RunnerOptions): Promise<JobResult> {
  const { jobs } = parse(readFileSync(join(clone, ".github/workflows", file), "utf8")) as Workflow;
  const { env = {}, steps } = jobs[job] ?? { steps: [] };
  const files = ["summary.md", "variables", "outputs"].map((name) => join(clone, "..", name));
  const [summary = "", variablesFile = "", outputsFile = ""] = files;
  for (const path of files) writeFileSync(path, "");
  let outcome: JobResult["outcome"] = "success";
  let output = "";
  const actions: string[] = [];
  const outcomes = new Map<string, StepOutcome>();
  let path = options.env["PATH"] ?? "";
  const expanded = (given: Readonly<Record<string, string | number | boolean>>): Record<string, string> =>
    Object.fromEntries(Object.entries(given).map(([name, one]) => [name, valueOf(String(one), clone, options.values)]));
  for (const step of steps) {
    if (!isDue(step.if, { outcome, outcomes, values: options.values })) continue;
    if (step.id !== undefined) outcomes.set(step.id, "success");
    if (step.uses !== undefined) {
      const [action = ""] = step.uses.split("@");
      if (!/\/(?:checkout|setup-[\w-]+)$/u.test(action)) actions.push(action);
      keepOrGive(action, join(clone, String(step.with?.["path"] ?? "")), options.cache);
      const complaint =
        options.artifacts === undefined
          ? ""
          : handArtifact(action, expanded(step.with ?? {}), clone, options.artifacts);
      if (complaint !== "" && outcome === "success") outcome = "failure";
      output += complaint;
      const installed = options.installs?.[action];
      if (installed !== undefined) path = `${installed}:${path}`;
    }
    if (step.run === undefined || (options.installs === undefined && step.run.startsWith("npm ci"))) continue;
    const variables = {
      ...options.env,
      PATH: path,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ENV: variablesFile,
      GITHUB_OUTPUT: outputsFile,
      ...variablesIn(variablesFile),
      ...expanded(env),
      ...expanded(step.env ?? {}),
    };
    const kill = step.name === options.kill?.step ? options.kill?.when : undefined;
    const ended = await runStep(clone, step.run, variables, kill);
    output += ended.output;
    if (ended.isKilled) outcome = "cancelled";
    else if (ended.code !== 0) outcome = "failure";
    if (step.id !== undefined && ended.code !== 0) outcomes.set(step.id, "failure");
  }
  return { outcome, output, summary: readFileSync(summary, "utf8"), outputs: variablesIn(outputsFile), actions };
}

type StepOutcome = "success" | "failure";

/** The state of a job that conditions of steps refer to. */
interface JobState {
  readonly outcome: JobResult["outcome"];
  /** Outcomes of the finished steps, by ID. */
  readonly outcomes: ReadonlyMap<string, StepOutcome>;
  readonly values: RunnerOptions["values"];
}

function isDue(condition: string | undefined, soon: JobState): boolean {
  if (condition === "always()") return true;
  const parts = (condition ?? "").replace(/^\$\{\{ (?<inside>.*) \}\}$/u, "$<inside>").split(" && ");
  const isAny = parts.includes("!cancelled()");
  const others = parts.filter((part) => part !== "" && part !== "!cancelled()");
  return (
    (isAny ? soon.outcome !== "cancelled" : soon.outcome === "success") && others.every((part) => holds(part, soon))
  );
}

/** Whether one part of a condition holds. */
function holds(part: string, { outcomes, values }: JobState): boolean {
  const input = /^(?:inputs|vars)\.(?<name>\w+) != ''$/u.exec(part)?.groups?.["name"];
  if (input !== undefined) return (values[input] ?? "") !== "";
  const step = /^steps\.(?<id>\w+)\.outcome == 'success'$/u.exec(part)?.groups?.["id"];
  if (step === undefined) throw new Error(`The runner does not know: if: ${part}`);
  return outcomes.get(step) === "success";
}

/** The text with its expressions replaced by their values. */
function valueOf(text: string, clone: string, values: RunnerOptions["values"]): string {
  return text.replaceAll(/\$\{\{ (?<what>[\w.-]+) \}\}/gu, (_all, what: string) =>
    what === "github.workspace" ? clone : (values[what.split(".").at(-1) ?? ""] ?? ""),
  );
}

/** The variables that earlier steps wrote for later ones. */
function variablesIn(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.includes("="));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/**
 * Uploads or downloads an artifact, which is a folder for each name. An upload takes the listed files that exist.
 *
 * @returns what went wrong; empty if nothing did
 */
function handArtifact(action: string, asked: Readonly<Record<string, string>>, clone: string, folder: string): string {
  const place = join(folder, asked["name"] ?? "");
  if (action === "actions/download-artifact") {
    const { pattern } = asked;
    const places = pattern === undefined ? [place] : matching(folder, pattern).map((name) => join(folder, name));
    for (const one of places) cpSync(one, clone, { recursive: true });
  }
  if (action !== "actions/upload-artifact") return "";
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const paths = (asked["path"] ?? "").split("\n").flatMap((path) => matching(clone, path));
  for (const path of paths) cpSync(join(clone, path), join(place, path));
  return paths.length === 0 && asked["if-no-files-found"] === "error" ? `There is nothing for ${place}.\n` : "";
}

/** The paths in a folder that a path or a pattern with `*` means. A pattern is for names in the folder itself. */
function matching(folder: string, pattern: string): string[] {
  if (!pattern.includes("*")) return pattern !== "" && existsSync(join(folder, pattern)) ? [pattern] : [];
  const parts = pattern.split("*").map((part) => part.replaceAll(/[^\w-]/gu, String.raw`\$&`));
  return readdirSync(folder).filter((name) => new RegExp(`^${parts.join(".*")}$`, "u").test(name));
}

/** Saves or restores the cache: one folder with the newest contents. */
function keepOrGive(action: string, path: string, cache: string): void {
  if (action === "actions/cache/save" && existsSync(path)) cpSync(path, cache, { recursive: true });
  if (action === "actions/cache/restore" && existsSync(cache)) cpSync(cache, path, { recursive: true });
}

/** Runs one step in a runner's shell, in its own process group. */
export async function runStep(
  cwd: string,
  script: string,
  env: Readonly<Record<string, string>>,
  kill: (() => boolean) | undefined,
): Promise<{ code: number | null; output: string; isKilled: boolean }> {
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const child = spawn("bash", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  if (kill === undefined) return { code: await ended, output, isKilled: false };
  try {
    await until("the step can be killed", () => kill() || child.exitCode !== null);
    if (child.exitCode !== null) throw new Error(`The step ended by itself, with ${child.exitCode}: ${output}`);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  }
  return { code: await ended, output, isKilled: true };
}
