import { chmodSync } from "node:fs";
import { join } from "node:path";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { type Declared, programOf } from "./program-text.ts";
import { type Dialect, Story, type StoryOptions } from "./story.ts";

/** The built program of the plugin. */
export const PLUGIN_MAIN = join(__dirname, "../../../dist/engines/pulumi/plugin/main.js");

/** The project file of a program that uses the plugin. */
export const PROJECT = `name: test
runtime: nodejs
plugins:
  providers:
    - name: orgform
      path: plugin
`;

/** The same program with the plugin's classes. */
export function onPlugin(program: string): string {
  return program.replaceAll('"orgform/pulumi"', '"orgform/pulumi-plugin"');
}

/** The text of a program that declares the resources with the plugin's classes. */
export function pluginProgram(resources: readonly Declared[], ...lines: readonly string[]): string {
  return onPlugin(programOf(resources, ...lines));
}

/** Lets the engine find the plugin for a story's program. The flags are for Node. */
export function installPlugin({ stack }: Pick<Story, "stack">, ...flags: readonly string[]): void {
  stack.write({ "Pulumi.yaml": PROJECT });
  installPluginIn(stack, "plugin", ...flags);
}

/** Puts the plugin into a folder of a program. */
export function installPluginIn(
  stack: Pick<Story["stack"], "program" | "write">,
  folder: string,
  ...flags: readonly string[]
): void {
  const command = [process.execPath, ...flags, PLUGIN_MAIN].map((part) => `'${part}'`).join(" ");
  const file = `${folder}/pulumi-resource-orgform`;
  stack.write({ [file]: `#!/bin/sh\nexec ${command} "$@"\n` });
  chmodSync(join(stack.program, file), 0o755);
}

/** Opens a story with a program that uses the plugin. */
export async function openPluginStory(
  dialect: Dialect,
  program: string | ((sandbox: Sandbox) => string),
  options: StoryOptions | ((sandbox: Sandbox) => StoryOptions) = {},
): Promise<Story> {
  const story = await Story.open(dialect, program, options);
  installPlugin(story);
  return story;
}
