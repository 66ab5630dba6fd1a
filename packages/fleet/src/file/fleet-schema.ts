import * as z from "zod";

import type { FleetEngine } from "../fleet-engine.ts";
import { approve } from "./approve-schema.ts";

/** A name that stacks, workspaces, files and labels of every engine take. */
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
  .describe("Address of the service where the key is valid. By default what the program or ORGFORM_HOST says.");

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
      command: z.array(z.string().min(1)).min(1).describe("Program and its arguments; what it prints is the key."),
    }),
    z.strictObject({
      host,
      file: z.string().min(1).describe("File that holds the key; nobody but its owner may read it."),
    }),
  ])
  .describe("Where the API key comes from; never the key itself.");

const sharedProvider = z
  .boolean()
  .optional()
  .describe(
    "Whether the provider runs in one process with those of other organizations, which is faster. Default true; false for a program that works with two accounts.",
  );

const wave = z
  .union([
    z.strictObject({
      share: share.describe(
        "Share of all organizations that are done when the wave is: 5% and then 100%, for instance.",
      ),
      approve,
    }),
    z.strictObject({
      labels: labels.describe("The organizations that have all of these labels."),
      approve,
    }),
  ])
  .describe("Organizations that are run together; those of an earlier wave are not run again.");

const stop = z.strictObject({
  failures: z.int().min(1).optional().describe("Stops when so many organizations have failed. Default 1."),
  share: share.optional().describe("Stops when so large a share of the wave's organizations has failed."),
  deletions: z
    .int()
    .min(1)
    .optional()
    .describe("Stops when so many objects were deleted in a wave. Running engines finish, so it can be more."),
  replacements: z.int().min(1).optional().describe("The same for replaced objects."),
});

const most = z.int().min(1).optional();

const budget = z
  .strictObject({
    requestsPerMinute: most.describe("Requests in any minute. Default 400; the service allows 480."),
    requestsPerHour: most.describe("Requests in any hour. Default 4000; the service allows 4800."),
    invitesPerHour: most.describe(
      "Invites of one organization in any hour. Default 50, as services of 2026 allow; an older one has no limit.",
    ),
    invitesPerDay: most.describe(
      "Invites of one organization in any day. Default 200, as services of 2026 allow; an older one has no limit.",
    ),
  })
  .describe("What the fleet sends at most with one credential, whatever the number of programs.");

/** What depends on the engines: which there are, and how their templates and values are called. */
function templatesOf(engines: readonly FleetEngine[]) {
  const words = engines.map(({ templates }) => templates.words);
  const folders = [...new Set(words.map(({ folder }) => folder))].join(" or ");
  const valuesOfTemplate = values.describe(
    `Values of the template: ${[...new Set(words.map((one) => one.values))].join(", ")}.`,
  );
  const template = z.strictObject({
    engine: z.enum(engines.map((engine) => engine.name)).describe("What runs the template."),
    path: z.string().min(1).describe(`Folder of ${folders}, relative to this file.`),
    values: valuesOfTemplate
      .optional()
      .describe("Values that every organization of the template has unless it says otherwise."),
    sharedProvider,
  });
  const override = z.strictObject({
    labels: labels
      .refine((chosen) => Object.keys(chosen).length > 0, "expected at least one label")
      .describe("The organizations that have all of these labels."),
    values: valuesOfTemplate.optional(),
    credential: name.optional().describe("Name of their credential."),
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
        "Names that it had in this file before, the oldest first: its stack is renamed, and nothing is replaced.",
      ),
    template: name.describe("Name of its template."),
    values: valuesOfTemplate.optional(),
    labels: labels.optional(),
    credential: name.optional().describe("Name of its credential; by default that of its overrides, else `default`."),
  });
}

/**
 * The fleet file: templates, organizations and the waves in which they are run.
 *
 * Shapes and limits stand with each field; `fleet.schema.json` is made from it.
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
          "Where API keys come from, by name. `default` is the environment's ORGFORM_API_KEY unless it is given.",
        ),
      overrides: z.array(override).optional().describe("What organizations with certain labels have; later ones win."),
      organizations: z.array(organization).describe("All organizations of the fleet."),
      waves: z.array(wave).min(1).optional().describe("In which order. Default: all at the same time."),
      policy: z
        .string()
        .min(1)
        .optional()
        .describe(
          "Path of a policy file, relative to this file. A wave doesn't begin if one of its plans breaks a rule of severity error.",
        ),
      stop: stop.optional().describe("When a run starts no further organization."),
      budget: budget.optional(),
      parallel: z.int().min(1).max(64).optional().describe("Organizations that run at the same time. Default 4."),
    })
    .describe("A fleet of organizations that Orgform keeps.");
}

/** A fleet file as it is written. */
export type FleetFile = z.output<ReturnType<typeof fleetSchema>>;

/** Where an API key comes from. */
export type CredentialSource = z.output<typeof credential>;

/** One wave as it is written. */
export type DeclaredWave = z.output<typeof wave>;

/** The JSON Schema of the fleet file, by which editors complete and check it; published as `fleet.schema.json`. */
export function fleetFileSchema(engines: readonly FleetEngine[]): object {
  return { title: "Orgform fleet file", ...z.toJSONSchema(fleetSchema(engines), { target: "draft-7", io: "input" }) };
}
