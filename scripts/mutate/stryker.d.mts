import type { Mutant } from "./plugins.d.mts";

/** Every mutant of the files, in their order. */
export function mutantsIn(
  files: readonly { readonly name: string; readonly content: string }[],
): Promise<readonly Mutant[]>;

/** Runs the mutation tests, with the options that Stryker's configuration file has. */
export function runStryker(options: Readonly<Record<string, unknown>>): Promise<void>;
