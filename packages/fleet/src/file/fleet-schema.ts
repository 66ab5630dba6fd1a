import * as z from "zod";

import type { FleetEngine } from "../fleet-engine.ts";
import { approve } from "./approve-schema.ts";

/** A name that is valid for stacks, workspaces, files, and labels of every engine. */
const name = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/u,
    "expected 1 to 64 lower-case letters, digits, hyphens and underscores, with a letter or a digit at both ends",
  );

const values = z.record(z.string().min(1), z.json());

const labels = z
  .record(name, z.string().max(200))
  .describe("Labels that overrides and waves use to select organizations.");

const share = z
  .string()
  .regex(/^(?:100|\d{1,2})(?:\.\d{1,2})?%$/u, 'expected a share of the organizations such as "5%"')
  .refine(
    (text) => Number.parseFloat(text) > 0 && Number.parseFloat(text) <= 100,
    "expected more than 0% and at most 100%",
  );

const host = z
  .url({ protocol: /^https?$/u })
  .optional()
  .describe("URL of the service where the key is valid. Default: that of the program or of ORGFORM_HOST.");

const credential = z
  .union([
    z.strictObject({
      host,
      environment: z
        .string()
        .regex(/^[A-Za-z_]\w*$/u)
        .describe("Name of the environment variable that holds the key."),
    }),
    z.strictObject({
      host,
      command: z.array(z.string().min(1)).min(1).describe("Program and its arguments. Its output is the key."),
    }),
    z.strictObject({
      host,
      file: z.string().min(1).describe("File that contains the key. Only its owner can have access to it."),
    }),
  ])
  .describe("Source of the API key, never the key itself.");

const database = z
  .union([
    z.strictObject({
      environment: z
        .string()
        .regex(/^[A-Za-z_]\w*$/u)
        .describe("Name of the environment variable that holds the URL."),
    }),
    z.strictObject({
      file: z.string().min(1).describe("File that contains the URL, relative to this file."),
    }),
  ])
  .describe(
    "URL of a PostgreSQL database for the record of runs, postgres://user:password@host:5432/name: the variable or file that holds it. Machines and CI runners then share the record, and shards have one budget and one approval. Default: a file.",
  );

const sharedProvider = z
  .boolean()
  .optional()
  .describe(
    "Whether the provider runs in one process with those of other organizations, which is faster. Default true; false for a program that works with two accounts.",
  );

const wave = z
  .union([
    z.strictObject({
      share: share.describe("Share of all organizations that have run when the wave ends, such as 5% and then 100%."),
      approve,
    }),
    z.strictObject({
      labels: labels.describe("Labels of the organizations, which must have all of them."),
      approve,
    }),
  ])
  .describe("Organizations to run together. Those of an earlier wave don't run again.");

const stop = z.strictObject({
  failures: z.int().min(1).optional().describe("Number of failed organizations that stops the run. Default 1."),
  share: share.optional().describe("Share of failed organizations in the wave that stops the run."),
  deletions: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Number of deleted objects in a wave that stops the run. Running engines finish, so more can be deleted.",
    ),
  replacements: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Number of replaced objects in a wave that stops the run. Running engines finish, so more can be replaced.",
    ),
});

const most = z.int().min(1).optional();

const budget = z
  .strictObject({
    requestsPerMinute: most.describe("Maximum number of requests in any minute. Default 400; the service allows 480."),
    requestsPerHour: most.describe("Maximum number of requests in any hour. Default 4000; the service allows 4800."),
    invitesPerHour: most.describe(
      "Maximum number of invites of one organization in any hour. Default 50, as services of 2026 allow; older services have no limit.",
    ),
    invitesPerDay: most.describe(
      "Maximum number of invites of one organization in any day. Default 200, as services of 2026 allow; older services have no limit.",
    ),
  })
  .describe("Limits of what the fleet sends with one credential, regardless of the number of programs.");

/** The parts that depend on the engines: their names, and what their templates and values are called. */
function templatesOf(engines: readonly FleetEngine[]) {
  const words = engines.map(({ templates }) => templates.words);
  const folders = [...new Set(words.map(({ folder }) => folder))].join(" or ");
  const valuesOfTemplate = values.describe(
    `Values of the template: ${[...new Set(words.map((one) => one.values))].join(", ")}.`,
  );
  const template = z.strictObject({
    engine: z.enum(engines.map((engine) => engine.name)).describe("Engine that runs the template."),
    path: z.string().min(1).describe(`Folder of ${folders}, relative to this file.`),
    values: valuesOfTemplate.optional().describe("Default values for the organizations of the template."),
    sharedProvider,
  });
  const override = z.strictObject({
    labels: labels
      .refine((chosen) => Object.keys(chosen).length > 0, "expected at least one label")
      .describe("Labels of the organizations, which must have all of them."),
    values: valuesOfTemplate.optional(),
    credential: name.optional().describe("Name of the credential of these organizations."),
  });
  return { template, override, organization: organizationWith(valuesOfTemplate) };
}

function organizationWith(valuesOfTemplate: typeof values) {
  return z.strictObject({
    name: name.describe("Name of the organization in this file, and of its stack or workspace."),
    formerNames: z
      .array(name)
      .optional()
      .describe(
        "Earlier names of the organization in this file, oldest first. Its stack is renamed, and nothing is replaced.",
      ),
    template: name.describe("Name of the organization's template."),
    values: valuesOfTemplate.optional(),
    labels: labels.optional(),
    credential: name
      .optional()
      .describe("Name of the organization's credential. Default: that of its overrides, else `default`."),
  });
}

/**
 * The fleet file: templates, organizations and the waves in which they are run.
 *
 * Each field has its shape and limits; `fleet.schema.json` is generated from this schema.
 */
export function fleetSchema(engines: readonly FleetEngine[]) {
  const { template, override, organization } = templatesOf(engines);
  return z
    .strictObject({
      templates: z.record(name, template).describe("Programs and modules by name."),
      credentials: z
        .record(name, credential)
        .optional()
        .describe(
          "Sources of API keys, by name. If `default` isn't set, it's the environment variable ORGFORM_API_KEY.",
        ),
      overrides: z
        .array(override)
        .optional()
        .describe("Settings for organizations with certain labels. Later ones win."),
      organizations: z.array(organization).describe("All organizations of the fleet."),
      waves: z
        .array(wave)
        .min(1)
        .optional()
        .describe("Order in which the organizations run. Default: all at the same time."),
      policy: z
        .string()
        .min(1)
        .optional()
        .describe(
          "Path of a policy file, relative to this file. A wave doesn't begin if one of its plans breaks a rule of severity error.",
        ),
      database: database.optional(),
      stop: stop.optional().describe("Conditions that stop a run. It then starts no further organization."),
      budget: budget.optional(),
      parallel: z
        .int()
        .min(1)
        .max(64)
        .optional()
        .describe("Number of organizations that run at the same time. Default 4."),
    })
    .describe("Fleet of organizations that Orgform manages.");
}

/** A fleet file as it is written. */
export type FleetFile = z.output<ReturnType<typeof fleetSchema>>;

/** Where an API key comes from. */
export type CredentialSource = z.output<typeof credential>;

/** Where the URL of the database comes from. */
export type DatabaseSource = z.output<typeof database>;

/** One wave as it is written. */
export type DeclaredWave = z.output<typeof wave>;

/** The JSON Schema of the fleet file, by which editors complete and check it; published as `fleet.schema.json`. */
export function fleetFileSchema(engines: readonly FleetEngine[]): object {
  return { title: "Orgform fleet file", ...z.toJSONSchema(fleetSchema(engines), { target: "draft-7", io: "input" }) };
}
