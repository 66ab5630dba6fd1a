import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type {
  EngineEvent,
  LocalWorkspace,
  ProjectSettings,
  PulumiCommand,
  Stack,
} from "@pulumi/pulumi/automation/index.js";
import type { Changes, Dealings, EngineRun, EngineStack, FleetEngine } from "@orgform/fleet";
import * as z from "zod";

import { commandFailure } from "./command-failure.ts";
import { checkedPlan, movedReasons, Preview, stateOf } from "./checked-plan.ts";
import { ended, removeEmptyAttributes } from "./cut-off.ts";

/** Loaded when a fleet has a Pulumi program: the package is an optional peer. */
const automation = () => import("@pulumi/pulumi/automation/index.js");

/** Longest plan that is read. */
const MOST_BYTES = 1_000_000_000;

let command: Promise<PulumiCommand> | undefined;

/** The engine's program, whose version is asked for once and not for each organization. */
const pulumiCommand = async (): Promise<PulumiCommand> => (command ??= (await automation()).PulumiCommand.get());

/** A folder with a project, and the variables that its commands run in. */
async function workspaceIn(workDir: string, { environment }: EngineRun): Promise<LocalWorkspace> {
  const { LocalWorkspace } = await automation();
  return LocalWorkspace.create({ workDir, envVars: { ...environment }, pulumiCommand: await pulumiCommand() });
}

/** The changes of an update of the organization's stack, through the Automation API. */
export const planStack: FleetEngine["plan"] = (organization, run) =>
  withStack(organization, run, async (stack, said) => {
    const state = run.isKept ? await stateOf(stack) : undefined;
    await preview(stack, organization, { run, onEvent: said.onEvent });
    const planned = { ...said.dealings(), objects: said.preview.objects };
    if (state === undefined) return planned;
    return { ...planned, saved: checkedPlan(said.preview.checked(await engineVersion(), state)) };
  });

/** The command line's output for an update: the Automation API has no such form. Secrets are hidden in it. */
export const planJsonOfStack: FleetEngine["planJson"] = (organization, run) =>
  withStack(organization, run, async ({ name, workspace }) => {
    const { configFile: file, refresh } = optionsOf(organization, run);
    const args = ["preview", "--json", "--non-interactive", "--stack", name, "--config-file", file];
    const refreshing = refresh ? ["--refresh"] : [];
    const { envVars, workDir } = workspace;
    const { stdout } = await promisify(execFile)((await pulumiCommand()).command, [...args, ...refreshing], {
      cwd: workDir,
      env: envVars,
      maxBuffer: MOST_BYTES,
      signal: run.signal,
    });
    return stdout;
  });

const engineVersion = async (): Promise<string> => String((await pulumiCommand()).version ?? "unknown");

interface Checking {
  readonly run: EngineRun;
  readonly said: Said;
}

/**
 * Previews again, and compares the result with the plan to apply.
 *
 * @throws the error that `moved` of the plan creates, if anything differs
 */
async function assertAsPlanned(stack: Stack, organization: EngineStack, { run, said }: Checking): Promise<void> {
  const { planned } = run;
  if (planned === undefined) return;
  const now = new Preview();
  const state = await stateOf(stack);
  const onEvent = (event: EngineEvent): void => {
    now.take(event);
    said.onDiagnostic(event);
  };
  await preview(stack, organization, { run, onEvent });
  const isRest = planned.isRest?.(now.objects) ?? false;
  const reasons = movedReasons(planned.content, now.checked(await engineVersion(), state), isRest);
  if (reasons.length > 0) throw planned.moved(reasons, now.objects);
}

interface Previewing {
  readonly run: EngineRun;
  readonly onEvent: (event: EngineEvent) => void;
}

/** Previews the run: an update, or a destroy. */
async function preview(stack: Stack, organization: EngineStack, { run, onEvent }: Previewing): Promise<void> {
  const options = { ...optionsOf(organization, run), onEvent };
  await (run.isDestroy === true ? stack.previewDestroy(options) : stack.preview(options));
}

/** Updates the organization's stack, or deletes everything in it. */
export const upStack: FleetEngine["up"] = (organization, run) =>
  withStack(organization, run, async (stack, said) => {
    const options = { ...optionsOf(organization, run), onEvent: said.onEvent, suppressOutputs: true };
    const up = async () => {
      await assertAsPlanned(stack, organization, { run, said });
      return run.isDestroy === true ? stack.destroy(options) : stack.up(options);
    };
    await (run.isRepair ? repaired(stack, up, run) : up());
    if (run.isRepair) await clearPending(stack, organization, run);
    return said.dealings();
  });

function optionsOf(organization: EngineStack, { folder, signal, isRefresh }: EngineRun) {
  return {
    configFile: configFile(organization, folder),
    refresh: isRefresh,
    signal,
    color: "never" as const,
    suppressProgress: true,
    // Otherwise, the history is read with its secrets, which writes a settings file beside the program.
    showSecrets: false,
    userAgent: "orgform-fleet",
  };
}

/** The configuration is stored with the fleet: a thousand files don't belong in a program. */
const configFile = ({ name }: EngineStack, folder: string): string => join(folder, `Pulumi.${name}.yaml`);

type Act<T> = (stack: Stack, said: Said) => Promise<T>;

/** Runs a command on the stack; the engine's output explains a failure. */
async function withStack<T>(organization: EngineStack, run: EngineRun, act: Act<T>): Promise<T> {
  const said = new Said(run.onProgress);
  try {
    const workspace = await workspaceIn(organization.folder, run);
    const project = await workspace.projectSettings();
    if (run.isRepair) removeEmptyAttributes((await workspace.whoAmI()).url, project.name, organization.name);
    const stack = await stackOf(organization, workspace, () => stackFolder(project, run));
    writeConfiguration(organization, run, project.name);
    return await act(withoutResults(stack), said);
  } catch (error) {
    throw new Error(said.errors() ?? reasonIn(error), { cause: error });
  }
}

/** A fleet reads neither outputs nor history, for which the package runs three commands more after each `up`. */
const withoutResults = (stack: Stack): Stack =>
  Object.assign(stack, { outputs: () => Promise.resolve({}), info: () => Promise.resolve(undefined) });

/** The organization's stack; a stack with an earlier name is renamed, which replaces nothing, and a missing one is created. */
async function stackOf(
  { name, formerNames }: EngineStack,
  workspace: LocalWorkspace,
  folderForNew: () => Promise<LocalWorkspace>,
): Promise<Stack> {
  const { Stack } = await automation();
  const createStack = async (): Promise<void> => {
    const place = await folderForNew();
    const there = formerNames.length === 0 ? [] : (await place.listStacks()).map((one) => one.name.split("/").at(-1));
    const former = formerNames.findLast((one) => there.includes(one));
    if (former === undefined) await place.createStack(name);
    else await (await Stack.select(former, place)).rename({ stackName: name });
  };
  return Stack.createOrSelect(name, Object.assign(workspace, { createStack }));
}

/**
 * A folder with only the project's name and backend, in which stacks are created: the engine writes a stack's settings
 * beside the project file, and a fleet's settings don't belong beside the program.
 */
async function stackFolder({ name, backend }: ProjectSettings, run: EngineRun): Promise<LocalWorkspace> {
  writeFileSync(join(run.folder, "Pulumi.yaml"), run.yaml.stringify({ name, runtime: "nodejs", backend }));
  return workspaceIn(run.folder, run);
}

/** Values as configuration of the project, on top of the stack's own file beside the program. */
function writeConfiguration(organization: EngineStack, { folder, yaml }: EngineRun, project: string): void {
  const file = configFile(organization, folder);
  const own = join(organization.folder, `Pulumi.${organization.name}.yaml`);
  const kept = [file, own].map((path) =>
    existsSync(path) ? STACK_FILE.parse(yaml.parse(readFileSync(path, "utf8"))) : null,
  );
  const values = Object.entries(organization.values).map(
    ([name, value]) => [name.includes(":") ? name : `${project}:${name}`, value] as const,
  );
  const config = { ...kept[1]?.config, ...Object.fromEntries(values) };
  writeFileSync(file, yaml.stringify({ ...kept[0], ...kept[1], config }), { mode: 0o600 });
}

const STACK_FILE = z.looseObject({ config: z.record(z.string(), z.unknown()).nullish() }).nullable();

/**
 * An `up` after an interrupted one: a remaining lock is removed after its process has ended.
 *
 * @source docs/recovery.md
 */
async function repaired<T>(stack: Stack, up: () => Promise<T>, { signal }: EngineRun): Promise<T> {
  try {
    return await up();
  } catch (error) {
    const { ConcurrentUpdateError } = await automation();
    if (!(error instanceof ConcurrentUpdateError)) throw error;
    const [, host, pid] = /created by [^@\s]+@(\S+) \(pid (\d+)\)/u.exec(error.message) ?? [];
    if (host !== undefined) await ended(Number(pid), host, signal);
    await stack.cancel();
    return up();
  }
}

/** The used part of an exported stack; the package doesn't declare its form. */
const EXPORTED = z.object({ deployment: z.object({ pending_operations: z.array(z.unknown()).nullish() }) });

/** Types of objects that an invite creates if the person isn't a member yet: of the plugin, and of dynamic providers. */
const BY_INVITE = /^(?:orgform:index:|pulumi-nodejs:dynamic\/orgform:)(?:invite|membership)$/iu;

/** The `up` recovered objects whose creation was interrupted, so the engine's pending entries are removed. */
async function clearPending(stack: Stack, organization: EngineStack, run: EngineRun): Promise<void> {
  const { deployment } = EXPORTED.parse(await stack.exportStack());
  if ((deployment.pending_operations ?? []).length === 0) return;
  const { refresh: _refresh, ...options } = optionsOf(organization, run);
  await stack.refresh({ ...options, clearPendingCreates: true });
}

/** Collects the engine's output. */
class Said {
  readonly #errors: string[] = [];
  readonly #onProgress: (done: number) => void;
  #done = 0;
  #changes: Changes = { create: 0, update: 0, replace: 0, delete: 0 };
  #invites = 0;
  readonly preview = new Preview();

  constructor(onProgress: (done: number) => void) {
    this.#onProgress = onProgress;
  }

  readonly onEvent = (event: EngineEvent): void => {
    const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, summaryEvent } = event;
    this.preview.take(event);
    this.onDiagnostic(event);
    if (summaryEvent !== undefined) {
      const { create = 0, update = 0, replace = 0, delete: deleted = 0 } = summaryEvent.resourceChanges;
      this.#changes = { create, update, replace, delete: deleted };
    }
    if (resourcePreEvent !== undefined && BY_INVITE.test(resourcePreEvent.metadata.type)) {
      if (resourcePreEvent.metadata.op.startsWith("create")) this.#invites += 1;
    }
    if (resOutputsEvent !== undefined || resOpFailedEvent !== undefined) this.#onProgress((this.#done += 1));
  };

  onDiagnostic({ diagnosticEvent }: EngineEvent): void {
    if (diagnosticEvent?.severity !== "error" || diagnosticEvent.ephemeral) return;
    const { urn, message } = diagnosticEvent;
    this.#errors.push(`${urn === undefined ? "" : `${shortUrn(urn)}: `}${plainText(message)}`);
  }

  /** The changes that were made, or for a preview would be made. */
  dealings(): Dealings {
    return { changes: this.#changes, invites: this.#invites };
  }

  /** All errors, with the engine's summary last, or without it if it adds nothing. */
  errors(): string | undefined {
    const telling = this.#errors.filter((text) => !/update failed$|preview failed$/u.test(text));
    const shown = telling.length > 0 ? telling : this.#errors;
    return shown.length === 0 ? undefined : [...new Set(shown)].join("\n");
  }
}

const shortUrn = (urn: string): string => urn.split("::").slice(-2).join(" ");

/** The engine marks its colours with `<{%reset%}>`. */
const plainText = (text: string): string => text.replaceAll(/<\{%[^%]*%\}>/gu, "").trim();

function reasonIn(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes("Cannot find package '@pulumi/pulumi'")) {
    return "A template is a Pulumi program, and the package @pulumi/pulumi is not installed: run `npm install @pulumi/pulumi`.";
  }
  return commandFailure(plainText(text));
}
