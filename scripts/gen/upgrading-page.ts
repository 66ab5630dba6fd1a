import type { AnyResource } from "../../src/model/definition.ts";
import { deprecationOf } from "../../src/model/deprecations.ts";
import { printed } from "../../src/model/messages.ts";
import { kebabName } from "../../src/model/names.ts";
import { isAction } from "../../src/model/action.ts";

/**
 * The first version in which a resource is deprecated, and the day of the decision. A deprecated resource without a
 * line here stops the generator.
 */
const SINCE: Readonly<Record<string, readonly [version: string, day: string]>> = {
  PipelineDestination: ["0.1.0", "2026-11-22"],
  PipelineFrontendApp: ["0.1.0", "2026-11-22"],
  PipelineImportApp: ["0.1.0", "2026-11-22"],
  PipelineTransformation: ["0.1.0", "2026-11-22"],
  Plugin: ["0.1.0", "2026-11-22"],
};

/** The shape of each resource's state, by version, with the migrations of older ones. */
export function stateVersions(definitions: readonly AnyResource[]): string {
  const objects = definitions.filter((definition) => !isAction(definition));
  const rows = [...new Set(objects.map(({ stateVersion }) => stateVersion))]
    .toSorted((one, other) => one - other)
    .map((version) => {
      const held = objects.filter(({ stateVersion }) => stateVersion === version);
      const links = held.map(({ name }) => `[${name}](reference/${kebabName(name)}.md)`).join(", ");
      const older = Array.from({ length: version - 1 }, (_, index) => index + 1).join(", ");
      return `| ${version} | ${older === "" ? "none" : older} | ${links} |`;
    });
  return `
| version | older versions that Orgform reads | resources |
|---|---|---|
${rows.join("\n")}
`;
}

/** Every deprecated resource, with its first deprecated version and its replacement. */
export function deprecations(definitions: readonly AnyResource[]): string {
  const rows = definitions.flatMap((definition) => {
    const [name, advice] = [definition.name, deprecationOf(definition)];
    if (advice === undefined) return [];
    const since = SINCE[name];
    if (since === undefined) throw new Error(`${name} is deprecated, and upgrading-page.ts does not say since when.`);
    return `| \`${name}\` | ${since[0]} | ${since[1]} | ${printed(advice).replaceAll("|", "\\|")} |`;
  });
  return `
| deprecated | since version | announced on | use instead |
|---|---|---|---|
${rows.join("\n")}
`;
}
