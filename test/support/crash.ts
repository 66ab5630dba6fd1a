import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import type { FaultSpec, Sandbox } from "../../packages/sandbox/src/index.ts";
import type { PulumiStack } from "./pulumi-stack.ts";
import { kill, providersOf, type RunningCommand, startCommand, until } from "./stack-processes.ts";

const RECOVERY = readFileSync(join(__dirname, "../../docs/recovery.md"), "utf8");

/** Longer than any test: a process that waits for this response is killed, or the sandbox is closed. */
const HELD_MS = 600_000;

/** The request that is held: applied without anybody hearing of it, or with `kind: "delay"` never applied. */
export type HeldRequest = Pick<FaultSpec, "method" | "route"> & { readonly kind?: "delay" };

/** Starts a command and waits until the service delays the request. */
export async function startAndHold(
  sandbox: Sandbox,
  stack: PulumiStack,
  command: readonly string[],
  held: HeldRequest,
): Promise<RunningCommand> {
  sandbox.control.clearRequests();
  const { id } = sandbox.control.addFault({ kind: "delay-after", delayMs: HELD_MS, ...held });
  const running = await startCommand(stack, ...command);
  let hasEnded = false;
  void running.ended.then(() => (hasEnded = true));
  const isHeld = (): boolean => sandbox.control.faults().some((fault) => fault.id === id && fault.hits > 0);
  await until(`${held.method} ${held.route} is held`, () => isHeld() || hasEnded);
  if (!isHeld()) throw new Error(`pulumi ended before ${held.method} ${held.route}\n${running.output()}`);
  return running;
}

const isEmpty = (path: string): boolean => existsSync(path) && statSync(path).size === 0;

/**
 * Repairs the files that a killed CLI left incomplete, as docs/recovery.md tells users to. The CLI writes some files in
 * place, so a kill during another resource's save leaves an empty file that stops every later command.
 */
export function repairStateFiles(stack: PulumiStack): void {
  for (const name of readdirSync(stack.folder, { recursive: true, encoding: "utf8" })) {
    if (!/stacks\/[^/]+\/[^/]+\.json$/u.test(name)) continue;
    const state = join(stack.folder, name);
    const attributes = [`${state}.attrs`, `${state}.bak.attrs`];
    if (isEmpty(state)) {
      copyFileSync(`${state}.bak`, state);
      for (const path of attributes) rmSync(path, { force: true });
    }
    for (const path of attributes) if (isEmpty(path)) rmSync(path);
  }
}

/** Kills the CLI while it waits for the delayed response; its child processes live on for a while. */
export async function killEngineDuring(
  sandbox: Sandbox,
  stack: PulumiStack,
  command: readonly string[],
  held: HeldRequest,
): Promise<void> {
  const running = await startAndHold(sandbox, stack, command, held);
  kill(running.pid);
  await running.ended;
  repairStateFiles(stack);
}

/** Kills the provider while it waits for the held response, and returns the result of the CLI. */
export async function killProviderDuring(
  sandbox: Sandbox,
  stack: PulumiStack,
  command: readonly string[],
  held: HeldRequest,
): Promise<{ code: number | null; output: string }> {
  const running = await startAndHold(sandbox, stack, command, held);
  const providers = providersOf(stack);
  if (providers.length !== 1) throw new Error(`one provider was expected, there are ${providers.length}`);
  for (const { pid } of providers) kill(pid);
  const { code } = await running.ended;
  return { code, output: running.output() };
}

/** Runs a command exactly as docs/recovery.md shows it. The command must succeed. */
export function follow(stack: PulumiStack, command: string): Promise<string> {
  if (!RECOVERY.split("\n").includes(command)) throw new Error(`docs/recovery.md has no line \`${command}\``);
  return stack.must(...command.split(" ").slice(1));
}
