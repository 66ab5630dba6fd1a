import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Sandbox } from "../../../src/sandbox/index.ts";
import { type Declared, programOf } from "./program-text.ts";
import { type Dialect, Story, type StoryOptions } from "./story.ts";

const MAIN = join(__dirname, "../../../dist/engines/pulumi-plugin/main.js");

const PROJECT = `name: test
runtime: nodejs
plugins:
  providers:
    - name: orgform
      path: plugin
`;

/** The same program with the classes of the plugin. */
export function onPlugin(program: string): string {
  return program.replaceAll('"orgform/pulumi"', '"orgform/pulumi-plugin"');
}

/** The text of a program that declares the resources with the classes of the plugin. */
export function pluginProgram(resources: readonly Declared[], ...lines: readonly string[]): string {
  return onPlugin(programOf(resources, ...lines));
}

/** Makes the engine find the plugin for the program of a story; every process of it notes its id. */
export function installPlugin({ stack }: Story): void {
  const program = join(stack.program, "plugin/pulumi-resource-orgform");
  const ids = join(stack.folder, "plugin-ids");
  stack.write({
    "Pulumi.yaml": PROJECT,
    "plugin/pulumi-resource-orgform": `#!/bin/sh\necho $$ >> '${ids}'\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
  });
  writeFileSync(ids, "");
  chmodSync(program, 0o755);
}

/** Ids of all processes of the plugin that ran for the story so far. */
export function pluginProcesses({ stack }: Story): number[] {
  const text = readFileSync(join(stack.folder, "plugin-ids"), "utf8");
  return text.split("\n").filter(Boolean).map(Number);
}

/** Whether a process still runs. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** Opens a story whose program uses the plugin. */
export async function openPluginStory(
  dialect: Dialect,
  program: string | ((sandbox: Sandbox) => string),
  options: StoryOptions | ((sandbox: Sandbox) => StoryOptions) = {},
): Promise<Story> {
  const story = await Story.open(dialect, program, options);
  installPlugin(story);
  return story;
}
