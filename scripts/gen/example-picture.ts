import type { Example } from "../../packages/policy/src/index.ts";
import { unknown } from "../../src/model/picture/known.ts";
import { livingSchema, type Picture, pictureSchema, type Section } from "../../src/model/picture/picture.ts";

/** When every example was looked at. */
const EXAMPLE_TIME = "2026-11-25T12:00:00.000Z";

const NOT_SAID = unknown("the example doesn't say");

const RESOURCES: Readonly<Record<Section, string>> = {
  projects: "Project",
  domains: "Domain",
  identityProviders: "IdentityProvider",
  people: "Member",
  invites: "Invite",
  roles: "Role",
  accessRules: "AccessControl",
  exports: "BatchExport",
  integrations: "Integration",
  hogFunctions: "HogFunction",
  proxies: "ProxyRecord",
  pipelineItems: "Plugin",
};

/** The complete picture of an example: omitted fields are unknown, and omitted sections are empty. */
export function pictureOfExample({ organization, sections = {}, declared }: Example, takenAt = EXAMPLE_TIME): Picture {
  const { organization: organizationSchema, ...lists } = livingSchema.shape;
  const shown = Object.entries(lists).map(([name, schema]): readonly [string, unknown] => {
    const section = schemaName(name);
    const given = sections[section] ?? [];
    if (!isList(given)) return [name, given];
    const fields = Object.keys(schema.options[0].element.shape);
    return [
      name,
      given.map((object, index) =>
        filled(fields, { resourceName: RESOURCES[section], id: `o1/${index + 1}`, ...object }),
      ),
    ];
  });
  return pictureSchema.parse({
    version: 1,
    host: "https://service.example",
    takenAt,
    living: {
      organization: filled(Object.keys(organizationSchema.shape), {
        resourceName: "Organization",
        id: "o1",
        name: "Acme",
        ...organization,
      }),
      ...Object.fromEntries(shown),
    },
    declared: declared === undefined ? NOT_SAID : { engine: "pulumi", resourceNames: [], objects: [], ...declared },
  });
}

const isList = <T>(given: readonly T[] | { readonly unknown: string }): given is readonly T[] => Array.isArray(given);

function schemaName(name: string): Section {
  const found = Object.keys(RESOURCES).find((one): one is Section => one === name);
  if (found === undefined) throw new Error(`There is no section ${name}`);
  return found;
}

function filled(fields: readonly string[], given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...Object.fromEntries(fields.map((name) => [name, NOT_SAID])), ...given };
}
