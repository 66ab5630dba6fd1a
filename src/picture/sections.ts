import type { AnyResource } from "../model/definition.ts";
import type { Section } from "../model/picture/picture.ts";
import { resources } from "../catalog/resources/index.ts";

/** The source of a section of a picture. */
export interface SectionSource {
  readonly section: Section;
  /** The resources whose objects it contains; each object belongs to the first one that has it. */
  readonly of: readonly string[];
  /** Resources that set fields of these objects, or wait for them. */
  readonly settings?: readonly string[];
  /** Resources for the same objects under other names. A picture shows the objects under the first name of `of`. */
  readonly others?: readonly string[];
  /** The need for which every object is read separately, because the rows of the list lack required fields. */
  readonly readsEachFor?: "projectSettings";
}

/** Resources that show the objects of `Plugin` in another form. */
const PIPELINE_ITEMS = ["PipelineDestination", "PipelineTransformation", "PipelineFrontendApp", "PipelineImportApp"];

/** The sections in the order in which they are read. */
export const SECTIONS: readonly SectionSource[] = [
  { section: "projects", of: ["Project"], readsEachFor: "projectSettings" },
  { section: "domains", of: ["Domain"], settings: ["DomainSso", "DomainVerification"] },
  { section: "identityProviders", of: ["IdentityProvider"] },
  { section: "people", of: ["Member"] },
  { section: "invites", of: ["Invite"] },
  { section: "roles", of: ["Role"] },
  { section: "accessRules", of: ["ProjectAccess", "AccessControl"] },
  { section: "exports", of: ["BatchExport"] },
  { section: "integrations", of: ["Integration"] },
  { section: "hogFunctions", of: ["HogFunction"] },
  { section: "proxies", of: ["ProxyRecord"], settings: ["ProxyRecordValidation"] },
  { section: "pipelineItems", of: ["Plugin"], others: PIPELINE_ITEMS },
];

/** The resources with settings of the organization itself. */
export const ORGANIZATION_SOURCES = ["Organization", "OrganizationSettings"] as const;

/** The source of the section that shows the objects of a resource, or the objects whose fields it sets. */
export function sourceOf(name: string): SectionSource | undefined {
  return SECTIONS.find(({ of, settings = [], others = [] }) => [...of, ...settings, ...others].includes(name));
}

/** The resource with a name. */
export function resourceNamed(name: string): AnyResource {
  const found = resources.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no resource ${name}`);
  return found;
}

/** The name of an object: the last field that distinguishes it from the others of its kind. */
export function nameIn({ naturalKey }: AnyResource, values: Readonly<Record<string, unknown>>): unknown {
  return naturalKey?.fields.map((field) => values[field]).at(-1);
}
