import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TemplateValues, Yaml } from "@orgform/fleet";
import * as z from "zod";

const PROJECT = z.object({ name: z.unknown(), config: z.unknown() }).partial().nullable().catch(null);

/**
 * The configuration that a Pulumi program declares in `config` of its `Pulumi.yaml`; a key of another namespace isn't
 * one of a fleet's values.
 *
 * @returns a sentence with the next step if there is no program
 * @source pulumi.com/docs, project file reference, `config`
 */
export function projectValues(folder: string, yaml: Yaml): TemplateValues | string {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) return `${folder} holds no Pulumi program: there is no Pulumi.yaml in it.`;
  const project = PROJECT.parse(yaml.parse(readFileSync(file, "utf8")));
  const config = project?.config;
  if (typeof config !== "object" || config === null) return { taken: undefined, required: new Set() };
  const own = Object.entries(config).flatMap(([key, declared]: [string, unknown]) => {
    const [space, name = space] = key.split(":", 2);
    return name !== space && space !== project?.name ? [] : [[name ?? "", declared] as const];
  });
  const isRequired = (declared: unknown): boolean =>
    typeof declared === "object" && declared !== null && !("default" in declared) && !("value" in declared);
  return {
    taken: new Set(own.map(([name]) => name)),
    required: new Set(own.filter(([, declared]) => isRequired(declared)).map(([name]) => name)),
  };
}
