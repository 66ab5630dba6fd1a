import { readFileSync } from "node:fs";
import { join } from "node:path";

import { REPOSITORY } from "./doc-pages.ts";

/** A property, and its names in languages that have their own. */
export interface SchemaProperty {
  readonly language?: Readonly<Record<string, { readonly name?: string }>>;
}

type Properties = Readonly<Record<string, SchemaProperty>>;

/** The parts of the plugin's schema that tests check. */
export interface PulumiSchema {
  readonly config: { readonly variables: Properties };
  readonly resources: Readonly<
    Record<string, { readonly properties: Properties; readonly inputProperties: Properties }>
  >;
  readonly types: Readonly<
    Record<
      string,
      {
        readonly enum?: readonly { readonly value: string; readonly name?: string }[];
        readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
      }
    >
  >;
  readonly functions: Readonly<Record<string, { readonly inputs?: { readonly properties?: Properties } }>>;
  readonly language: {
    readonly python: { readonly packageName: string };
    readonly go: { readonly importBasePath: string };
    readonly java: { readonly basePackage: string };
    readonly csharp: { readonly rootNamespace: string; readonly namespaces: { readonly orgform: string } };
  };
}

/** The schema from which the classes of every language are made. */
export const PULUMI_SCHEMA = JSON.parse(
  readFileSync(join(REPOSITORY, "src/engines/pulumi/plugin/schema.generated.json"), "utf8"),
) as PulumiSchema;
