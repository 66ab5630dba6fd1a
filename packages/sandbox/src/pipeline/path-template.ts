/** Names of the parameters in a template such as `/api/projects/:project_id/`; of several, those in all. */
export type ParameterName<Template extends string> = keyof ParametersOf<Template> & string;

type ParametersOf<Template extends string> = Template extends string
  ? Readonly<Record<NamesIn<Template>, string>>
  : never;

type NamesIn<Template extends string> = Template extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | NamesIn<After>
    : Rest
  : never;

/** Template under which unknown paths are counted. */
export const UNKNOWN_PATH = "(unknown path)";

/** A template without the names of its parameters, to compare templates with different parameter names. */
export function templateShape(template: string): string {
  return `/${splitPath(template)
    .map((segment) => (isParameter(segment) ? ":" : segment))
    .join("/")}/`;
}

/** Splits a path; one final slash is optional, as in the service. @source live service 2025-08, departures */
export function splitPath(path: string): string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}

/** Whether a segment of a template matches any text. */
export function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

/** The parameters of a path that matches a template, both split; none of them is empty. */
export function matchSegments(
  template: readonly string[],
  path: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (template.length !== path.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const segment = path[index] ?? "";
    if (isParameter(expected)) {
      if (segment === "") return undefined;
      parameters[expected.slice(1)] = segment;
    } else if (expected !== segment) return undefined;
  }
  return parameters;
}
