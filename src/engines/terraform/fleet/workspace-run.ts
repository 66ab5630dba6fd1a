import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Changes, Dealings, EngineRun, EngineStack, FleetEngine, PlanToApply } from "@orgform/fleet";
import * as z from "zod";

import { plannedObjects } from "./planned-objects.ts";

/** How long the lock of a cut-off run is waited for: an engine without a reader ends with its next line, in ten seconds. */
const LOCK_TIMEOUT = "60s";

/** Where the engine stores the current workspace. @param folder - the organization's own */
export const dataFolderIn = (folder: string): string => join(folder, "terraform");

/** Flags of `init` that keep an existing lock file unchanged: it is the user's, and in a repository. */
export const keepingLockFile = (folder: string): readonly string[] =>
  existsSync(join(folder, ".terraform.lock.hcl")) ? ["-lockfile=readonly"] : [];

/** Variables that stop the command line from asking questions. */
export const AUTOMATION = { TF_IN_AUTOMATION: "orgform-fleet", TF_INPUT: "0" } as const;

/** Names that `workspace list` prints. */
export const namesIn = (listed: string): string[] =>
  listed.split("\n").map((line) => line.replace(/^\*?\s*/u, "").trim());

/** How its command line plans and brings up the workspace of an organization. */
export function workspaceRuns(program: string): Pick<FleetEngine, "plan" | "planJson" | "up"> {
  const templates = new Map<string, Promise<void>>();
  const prepared = async (organization: EngineStack, run: EngineRun): Promise<CommandLine> => {
    const commandLine = new CommandLine(program, organization, run);
    // One organization first: it writes the lock file and fills the cache of providers, which doesn't support two
    // writers.
    const template = templates.get(organization.folder) ?? commandLine.initialize();
    templates.set(organization.folder, template);
    await template;
    await commandLine.prepare();
    return commandLine;
  };
  return {
    plan: async (organization, run) => (await prepared(organization, run)).plan(),
    planJson: async (organization, run) => (await prepared(organization, run)).planJson(),
    up: async (organization, run) => {
      const commandLine = await prepared(organization, run);
      return run.planned === undefined ? commandLine.change("apply") : commandLine.apply(run.planned);
    },
  };
}

/** One line of the engine's `-json` output; only the used parts. */
const LINE = z
  .object({
    type: z.string(),
    "@level": z.string(),
    "@message": z.string(),
    change: z.object({ action: z.string(), resource: z.object({ resource_type: z.string() }).partial() }).partial(),
    changes: z.object({ add: z.number(), change: z.number(), remove: z.number() }).partial(),
    diagnostic: z.object({ severity: z.string(), summary: z.string(), detail: z.string() }).partial(),
  })
  .partial();

/** A saved plan whose state is another one by now. */
class StalePlanError extends Error {}

/**
 * The engines' message about a saved plan whose state has changed since; they check this before they apply anything.
 *
 * @source Terraform and OpenTofu, backend/local: "Saved plan is stale", "Saved plan does not match the given state"
 */
const STALE = /^Saved plan (?:is stale|does not match the given state)/u;

/** Types of objects that an invite creates if the person isn't a member yet. */
const BY_INVITE: ReadonlySet<string> = new Set(["orgform_invite", "orgform_membership"]);

class CommandLine {
  readonly #program: string;
  readonly #organization: EngineStack;
  readonly #run: EngineRun;
  readonly #environment: Readonly<Record<string, string>> & { readonly TF_PLUGIN_CACHE_DIR: string };

  constructor(program: string, organization: EngineStack, run: EngineRun) {
    this.#program = program;
    this.#organization = organization;
    this.#run = run;
    this.#environment = {
      ...run.environment,
      TF_DATA_DIR: dataFolderIn(run.folder),
      TF_PLUGIN_CACHE_DIR: run.environment["TF_PLUGIN_CACHE_DIR"] ?? join(run.folder, "../../providers"),
      ...AUTOMATION,
    };
  }

  /** Creates the data folder and the workspace if they are missing. */
  async prepare(): Promise<void> {
    writeFileSync(this.#valuesFile(), `${JSON.stringify(this.#organization.values, null, 2)}\n`, { mode: 0o600 });
    await this.initialize();
    const { name, folder } = this.#organization;
    if (this.#run.isRepair) restoreEmptyState(folder, name);
    await this.#selectWorkspace();
  }

  async initialize(): Promise<void> {
    mkdirSync(this.#environment.TF_PLUGIN_CACHE_DIR, { recursive: true });
    await this.#call("init", "-input=false", "-no-color", ...keepingLockFile(this.#organization.folder));
  }

  /** Plans into a file of the organization's own, which is read for the objects and removed. */
  async plan(): Promise<Dealings> {
    // The engine keeps the mode of an existing file: a plan contains secrets.
    return this.#withPlanFile("", async (file) => {
      const dealings = await this.#planInto(file);
      if (!this.#run.isKept) return dealings;
      return { ...dealings, saved: { bound: "exact", content: readFileSync(file).toString("base64") } };
    });
  }

  /** Plans into a file, with the objects that change. */
  async #planInto(file: string): Promise<Dealings> {
    const dealings = await this.change("plan", `-out=${file}`);
    const { create, update, replace, delete: deleted } = dealings.changes;
    if (create + update + replace + deleted === 0) return dealings;
    return { ...dealings, objects: plannedObjects(await this.#call("show", "-json", file)) };
  }

  /** The output of `show -json` for a new plan. */
  async planJson(): Promise<string> {
    return this.#withPlanFile("", async (file) => {
      await this.change("plan", `-out=${file}`);
      return this.#call("show", "-json", file);
    });
  }

  /**
   * Applies a stored plan. If the state has changed since, compares it with a new plan, and applies that only if it is
   * what an interrupted run of the stored plan has left.
   */
  async apply({ content, moved, isRest }: PlanToApply): Promise<Dealings> {
    const lock = this.#run.isRepair ? [`-lock-timeout=${LOCK_TIMEOUT}`] : [];
    const apply = (file: string): Promise<Dealings> =>
      this.#changes(["apply", "-json", "-input=false", ...lock, file], { mayUnlock: this.#run.isRepair });
    try {
      return await this.#withPlanFile(Buffer.from(content, "base64"), apply);
    } catch (error) {
      if (!(error instanceof StalePlanError)) throw error;
      return this.#withPlanFile("", async (file) => {
        const { objects = [] } = await this.#planInto(file);
        if (isRest?.(objects) !== true) throw moved(["the state of the workspace has changed"], objects);
        return { ...(await apply(file)), bound: "checked" };
      });
    }
  }

  async #withPlanFile<T>(content: string | Buffer, act: (file: string) => Promise<T>): Promise<T> {
    const file = join(this.#run.folder, "plan.tfplan");
    writeFileSync(file, content, { mode: 0o600 });
    try {
      return await act(file);
    } finally {
      rmSync(file, { force: true });
    }
  }

  async change(command: "plan" | "apply", ...more: readonly string[]): Promise<Dealings> {
    const automatic = command === "apply" ? ["-auto-approve"] : more;
    const destroy = this.#run.isDestroy === true ? ["-destroy"] : [];
    const repairLock = this.#run.isRepair ? [`-lock-timeout=${LOCK_TIMEOUT}`] : [];
    // A plan writes no state, and doesn't stop a run of another machine that applies at the same time.
    const lock = command === "plan" ? ["-lock=false"] : repairLock;
    const args = [
      command,
      "-json",
      "-input=false",
      `-var-file=${this.#valuesFile()}`,
      ...destroy,
      ...automatic,
      ...lock,
    ];
    return this.#changes(args, { mayUnlock: this.#run.isRepair });
  }

  #valuesFile(): string {
    return join(this.#run.folder, "values.tfvars.json");
  }

  async #selectWorkspace(): Promise<void> {
    const { name, formerNames } = this.#organization;
    const listed = formerNames.length === 0 ? [] : await this.#workspaces();
    const former = formerNames.findLast((one) => listed.includes(one));
    if (former === undefined) await this.#call("workspace", "select", "-or-create", name);
    else await this.#rename(former, name);
  }

  /** Copies a workspace under the new name and then removes it, so nothing is replaced. An interrupted copy is resumed. */
  async #rename(former: string, name: string): Promise<void> {
    await this.#call("workspace", "select", former);
    const state = await this.#call("state", "pull");
    await this.#call("workspace", "select", "-or-create", name);
    if (contentOf(await this.#call("state", "pull")) === EMPTY && contentOf(state) !== EMPTY) {
      const file = join(this.#run.folder, "renamed.tfstate");
      writeFileSync(file, state, { mode: 0o600 });
      await this.#call("state", "push", file).finally(() => rmSync(file));
    }
    // The only other copy is removed: nothing but the whole state in its new place is good enough.
    if (contentOf(await this.#call("state", "pull")) !== contentOf(state)) {
      throw new Error(
        `The workspaces ${former} and ${name} both exist and differ. Remove the one that you don't want, then run again.`,
      );
    }
    await this.#call("workspace", "delete", "-force", former);
  }

  async #workspaces(): Promise<string[]> {
    return namesIn(await this.#call("workspace", "list"));
  }

  async #changes(args: readonly string[], { mayUnlock }: { readonly mayUnlock: boolean }): Promise<Dealings> {
    const said = new Said(this.#run.onProgress);
    const { status } = await this.#spawn(args, (line) => said.line(line));
    if (status === 0) return said.dealings();
    const lock = mayUnlock ? said.lock() : undefined;
    if (said.isStale()) throw new StalePlanError();
    if (lock === undefined) throw new Error(said.errors() ?? `${this.#program} ended with ${status}`);
    await this.#call("force-unlock", "-force", lock);
    return this.#changes(args, { mayUnlock: false });
  }

  /** A command that has to succeed; returns its output. */
  async #call(...args: readonly string[]): Promise<string> {
    const lines: string[] = [];
    const { status, stderr } = await this.#spawn(args, (line) => lines.push(line));
    const text = lines.join("\n");
    if (status !== 0) throw new Error(`\`${this.#program} ${args[0]}\` failed:\n${stderr.trim() || text.trim()}`);
    return text;
  }

  /** Detached: signals of a terminal to its programs don't reach the engine; the run's signal does. */
  #spawn(args: readonly string[], onLine: (line: string) => void): Promise<{ status: number; stderr: string }> {
    const { folder } = this.#organization;
    return new Promise((done, failed) => {
      const child = spawn(this.#program, args, {
        cwd: folder,
        env: this.#environment,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      const stop = (): void => void child.kill("SIGINT");
      this.#run.signal.addEventListener("abort", stop, { once: true });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      createInterface({ input: child.stdout }).on("line", onLine);
      child.once("error", (error) => failed(notRun(this.#program, error)));
      child.once("close", (status) => {
        this.#run.signal.removeEventListener("abort", stop);
        done({ status: status ?? -1, stderr });
      });
    });
  }
}

function notRun(program: string, error: Error & { code?: unknown }): Error {
  return error.code === "ENOENT"
    ? new Error(`A template needs ${program}, which is not on PATH: install it.`)
    : new Error(`${program} cannot be run: ${error.message}`);
}

/** Collects the engine's output, one JSON object per line. */
class Said {
  readonly #onProgress: (done: number) => void;
  readonly #errors: string[] = [];
  #changes: Changes = { create: 0, update: 0, replace: 0, delete: 0 };
  #invites = 0;
  #replaced = 0;
  #done = 0;

  constructor(onProgress: (done: number) => void) {
    this.#onProgress = onProgress;
  }

  line(text: string): void {
    const { type, change, changes, diagnostic, ...rest } = lineFrom(text);
    if (type === "planned_change") {
      const { action, resource } = change ?? {};
      const isInvited = BY_INVITE.has(resource?.resource_type ?? "");
      if (isInvited && (action === "create" || action === "replace")) this.#invites += 1;
      if (action === "replace") this.#replaced += 1;
    }
    if (type === "change_summary" && changes !== undefined) {
      const { add = 0, change = 0, remove = 0 } = changes;
      // A replacement counts as one added and one removed object.
      const replace = Math.min(this.#replaced, add, remove);
      this.#changes = { create: add - replace, update: change, replace, delete: remove - replace };
    }
    if (type === "apply_complete" || type === "apply_errored") this.#onProgress((this.#done += 1));
    if (diagnostic?.severity === "error")
      this.#errors.push([diagnostic.summary, diagnostic.detail].filter(Boolean).join(": "));
    else if (rest["@level"] === "error" && rest["@message"] !== undefined && type !== "apply_errored")
      this.#errors.push(rest["@message"]);
  }

  dealings(): Dealings {
    return { changes: this.#changes, invites: this.#invites };
  }

  errors(): string | undefined {
    return this.#errors.length === 0 ? undefined : this.#errors.join("\n");
  }

  isStale(): boolean {
    return this.#errors.some((error) => STALE.test(error));
  }

  /** ID of the lock that kept the engine from its state, if that failed and a process of this machine took the lock. */
  lock(): string | undefined {
    const text = this.#errors.find((error) => error.includes("acquiring the state lock")) ?? "";
    const holder = /^\s*Who:\s+\S+@(\S+)/mu.exec(text)?.[1];
    return holder === hostname() ? /^\s*ID:\s+(\S+)/mu.exec(text)?.[1] : undefined;
  }
}

const EMPTY = "";

const STATE = z.object({
  resources: z.array(z.unknown()).default([]),
  outputs: z.record(z.string(), z.unknown()).default({}),
});

/** The objects and outputs of a state, as text, without its serial number: a copy counts its writes from the start. */
function contentOf(state: string): string {
  if (state.trim() === "") return EMPTY;
  const { resources, outputs } = STATE.parse(JSON.parse(state));
  return resources.length + Object.keys(outputs).length === 0 ? EMPTY : JSON.stringify([resources, outputs]);
}

function lineFrom(text: string): z.output<typeof LINE> {
  try {
    return LINE.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * Restores the backup of an empty state: Terraform and OpenTofu write a local state in place, and a kill during the
 * write leaves an empty file, which they read as "nothing was created yet". The records of creates find objects that
 * the run created after the backup.
 *
 * @param folder - of the module
 * @source Terraform 1.11 and docs/recovery.md, seen after a kill -9 of `terraform apply`
 */
export function restoreEmptyState(folder: string, workspace: string): void {
  const state = join(folder, "terraform.tfstate.d", workspace, "terraform.tfstate");
  const backup = `${state}.backup`;
  if (statSync(state, { throwIfNoEntry: false })?.size === 0 && existsSync(backup)) copyFileSync(backup, state);
}
