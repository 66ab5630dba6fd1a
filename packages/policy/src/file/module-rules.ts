import * as z from "zod";

import { type LoadedRule, loadedRule } from "../module-rule.ts";
import type { Misplaced } from "./own-rules.ts";

/**
 * Loads a module, which runs its code.
 *
 * @param path - as the policy file gives it
 * @returns its exports
 * @throws Error that says why it can't be loaded
 */
export type LoadModule = (path: string) => Promise<unknown>;

/** Rules of modules, and the problems in them; without problems, the rules are complete. */
export interface LoadedModules {
  readonly rules: readonly LoadedRule[];
  readonly problems: readonly Misplaced[];
}

/** The result if there are no modules. */
export const NO_MODULES: LoadedModules = { rules: [], problems: [] };

/** Loads the modules that a policy file names. */
export async function loadModules(paths: readonly string[], load: LoadModule): Promise<LoadedModules> {
  const loaded = await Promise.all(paths.map((path) => loadedModule(path, load)));
  return {
    rules: loaded.flatMap(({ rules }) => rules),
    problems: loaded.flatMap(({ reasons }, index) => reasons.map((reason) => ({ path: ["modules", index], reason }))),
  };
}

/** The rules of one module, or its problems, each with the export that it is about. */
interface LoadedModule {
  readonly rules: readonly LoadedRule[];
  readonly reasons: readonly string[];
}

async function loadedModule(path: string, load: LoadModule): Promise<LoadedModule> {
  try {
    return rulesOf(z.looseObject({}).parse(await load(path)), path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { rules: [], reasons: [`${path} can't be loaded: ${reason}`] };
  }
}

/** Every export with a `judge` counts as a rule, and so do the elements of an exported list; other exports are ignored. */
function rulesOf(module: object, path: string): LoadedModule {
  const exported = Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
    Array.isArray(value)
      ? value.map((one: unknown, index) => [`${name}[${index}]`, one] as const)
      : [[name, value] as const],
  );
  const meant = exported.filter(([, value]) => typeof value === "object" && value !== null && "judge" in value);
  if (meant.length === 0) {
    return { rules: [], reasons: [`${path} exports no rule; a rule is an object with judge`] };
  }
  const rules: LoadedRule[] = [];
  const reasons: string[] = [];
  for (const [name, value] of meant) {
    const rule = loadedRule(value);
    if ("judge" in rule) rules.push(rule);
    else reasons.push(...rule.map((one) => `${path}: export ${name}: ${one}`));
  }
  return { rules, reasons };
}
