import * as z from "zod";

import { requires, violation, whereAll, whereDeclared } from "../findings.ts";
import { isUnknown } from "../picture/known.generated.ts";
import type { Section } from "../picture/picture.generated.ts";
import { defineRule } from "../rule.ts";

const DECLARED = { resourceName: "BatchExport", address: "lake", id: "e1", deletionProtection: null };

/** Keys in the program, although the service can store them. */
export const inlineCredentials = defineRule({
  id: "inline-credentials",
  title: "Exports take their credentials from an integration",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "A key in the program is also in the state, and in every place that deploys the program.",
  remedy: "Create an integration with the credentials, and refer to it in the export.",
  references: { soc2: ["CC6.1"], iso27001: ["A.5.17", "A.8.24"], cis: ["3.11"] },
  needs: ["declared"],
  parameters: z.strictObject({
    resources: z.array(z.string()).default(["BatchExport"]).describe("Resources that can use an integration."),
  }),
  judge: (picture, { resources }) =>
    whereDeclared(picture, ({ objects }) =>
      objects.flatMap(({ resourceName, address, id, inlineSecrets }) =>
        resources.includes(resourceName) && inlineSecrets.length > 0
          ? [
              violation(
                { resourceName, id, name: address },
                inlineSecrets.join(", "),
                "a secret in the program",
                "an integration",
              ),
            ]
          : [],
      ),
    ),
  examples: {
    passing: { declared: { objects: [{ ...DECLARED, inlineSecrets: [] }] } },
    failing: { declared: { objects: [{ ...DECLARED, inlineSecrets: ["destination.s3.awsSecretAccessKey"] }] } },
    unknown: {},
  },
});

/** If a plan doesn't know the future state yet, this can't be checked. */
export const deletionProtected = defineRule({
  id: "deletion-protected",
  title: "The program protects important objects from deletion",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "Deleting a project deletes its data. With protection, an apply that would delete the project fails.",
  remedy: "Set `deletionProtection` of the object to true.",
  references: { soc2: ["CC8.1", "A1.2"], iso27001: ["A.8.32"] },
  needs: ["declared"],
  parameters: z.strictObject({
    resources: z.array(z.string()).default(["Organization", "Project"]).describe("Resources that need protection."),
  }),
  judge: (picture, { resources }) =>
    whereDeclared(picture, ({ objects }) =>
      objects.flatMap(({ resourceName, address, id, deletionProtection }) => {
        const object = { resourceName, id, name: address };
        return resources.includes(resourceName)
          ? requires(object, "deletionProtection", deletionProtection, (value) => value !== false, "true")
          : [];
      }),
    ),
  examples: {
    passing: {
      declared: { objects: [{ ...DECLARED, resourceName: "Project", deletionProtection: true, inlineSecrets: [] }] },
    },
    failing: {
      declared: { objects: [{ ...DECLARED, resourceName: "Project", deletionProtection: false, inlineSecrets: [] }] },
    },
    unknown: {},
  },
});

/** Resources that manage the same objects under other names. A picture shows pipeline items of all kinds under one. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  Plugin: ["PipelineDestination", "PipelineTransformation", "PipelineFrontendApp", "PipelineImportApp"],
};

/** Resources whose declaration also declares an object of another resource, with the same ID. */
const COVERING: Readonly<Record<string, readonly string[]>> = {
  ...ALIASES,
  Member: ["Membership"],
  Invite: ["Membership"],
};

/** The resources whose objects a section lists. */
const RESOURCES: Readonly<Record<Section, readonly string[]>> = {
  projects: ["Project"],
  domains: ["Domain"],
  identityProviders: ["IdentityProvider"],
  people: ["Member"],
  invites: ["Invite"],
  roles: ["Role"],
  accessRules: ["ProjectAccess", "AccessControl"],
  exports: ["BatchExport"],
  integrations: ["Integration"],
  hogFunctions: ["HogFunction"],
  proxies: ["ProxyRecord"],
  pipelineItems: ["Plugin"],
};

const SECTIONS = Object.keys(RESOURCES).filter((name): name is Section => name in RESOURCES);

/** Manual changes besides what the program manages. */
export const managedByCode = defineRule({
  id: "managed-by-code",
  title: "If code declares objects of a kind, it declares all of them",
  severity: "warning",
  isOn: true,
  why: "Nobody reviewed an object that somebody created by hand.",
  remedy: "Import the object into the program, or delete it.",
  references: { soc2: ["CC8.1"], iso27001: ["A.8.9", "A.8.32"], cis: ["4.1"] },
  needs: [...SECTIONS, "declared"],
  parameters: z.strictObject({
    except: z
      .array(z.string())
      .default(["Member"])
      .describe(
        "Resources that can also be managed elsewhere. Pipeline items of all kinds are `Plugin` here, as in the picture.",
      ),
  }),
  judge: (picture, { except }) =>
    whereDeclared(picture, ({ resourceNames, objects }) => {
      const declared = new Set(objects.map(({ resourceName, id }) => `${resourceName} ${isUnknown(id) ? "" : id}`));
      const isOwned = (name: string): boolean =>
        !except.includes(name) && [name, ...(ALIASES[name] ?? [])].some((one) => resourceNames.includes(one));
      const isDeclared = (name: string, id: string): boolean =>
        [name, ...(COVERING[name] ?? [])].some((one) => declared.has(`${one} ${id}`));
      return SECTIONS.filter((section) => RESOURCES[section].some(isOwned)).flatMap((section) =>
        whereAll(picture, section, (found) =>
          found.flatMap((object) => {
            if (!isOwned(object.resourceName)) return [];
            // A new object of a plan has no ID yet, and that plan declares it.
            if (isUnknown(object.id) || isDeclared(object.resourceName, object.id)) return [];
            return [violation(object, "declared", "created by hand", "declared by the program")];
          }),
        ),
      );
    }),
  examples: {
    passing: {
      sections: { domains: [{ id: "o1/d1", name: "acme.example" }] },
      declared: {
        resourceNames: ["Domain"],
        objects: [{ ...DECLARED, resourceName: "Domain", id: "o1/d1", inlineSecrets: [] }],
      },
    },
    failing: {
      sections: { domains: [{ id: "o1/d1", name: "acme.example" }] },
      declared: { resourceNames: ["Domain"], objects: [] },
    },
    unknown: { sections: { domains: [{ id: "o1/d1", name: "acme.example" }] } },
  },
});
