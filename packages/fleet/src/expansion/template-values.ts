import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** What values a template takes. */
export interface TemplateValues {
  /** Undefined where the template says nothing of them: then it takes any. */
  readonly taken: ReadonlySet<string> | undefined;
  /** Those without a default. */
  readonly required: ReadonlySet<string>;
}

/** A template that cannot be run; the message names the folder and the next step. */
export class TemplateError extends Error {}

/**
 * The configuration that a Pulumi program declares in `config` of its `Pulumi.yaml`; a key of another namespace is none of
 * a fleet's values.
 *
 * @throws TemplateError where there is no program
 * @source pulumi.com/docs, project file reference, `config`
 */
export function pulumiValues(folder: string): TemplateValues {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) throw new TemplateError(`${folder} holds no Pulumi program: there is no Pulumi.yaml in it.`);
  const project = parse(readFileSync(file, "utf8")) as { name?: unknown; config?: unknown } | null;
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

/**
 * The variables that the files of a Terraform module declare.
 *
 * @throws TemplateError where there is no module
 */
export function terraformValues(folder: string): TemplateValues {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const sources = files.filter((name) => /\.(?:tf|tofu)(?:\.json)?$/u.test(name));
  if (sources.length === 0) throw new TemplateError(`${folder} holds no Terraform module: there is no .tf file in it.`);
  const declared = sources.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return name.endsWith(".json") ? variablesInJson(text) : variablesInText(text);
  });
  return {
    taken: new Set(declared.map(({ name }) => name)),
    required: new Set(declared.filter(({ isRequired }) => isRequired).map(({ name }) => name)),
  };
}

interface Variable {
  readonly name: string;
  readonly isRequired: boolean;
}

function variablesInJson(text: string): Variable[] {
  const { variable = {} } = JSON.parse(text) as { variable?: Record<string, unknown> };
  return Object.entries(variable).map(([name, body]) => ({
    name,
    isRequired: typeof body !== "object" || body === null || !("default" in body),
  }));
}

/** A block ends at a brace in the first column, as every formatter writes it, or on its own line. */
function variablesInText(text: string): Variable[] {
  const plain = text.replaceAll(/^\s*(?:#|\/\/).*$/gmu, "").replaceAll(/\/\*[\s\S]*?\*\//gu, "");
  const blocks = plain.matchAll(/^variable\s+"(?<name>[^"]+)"\s*\{(?<body>[^\n]*\}\s*$|[\s\S]*?^\})/gmu);
  return [...blocks].map(({ groups: { name = "", body = "" } = {} }) => ({
    name,
    isRequired: !/(?:^|[\s{])default\s*=/u.test(body),
  }));
}
