import * as z from "zod";

import { member } from "../../../model/block.ts";
import { field, type FieldMarks } from "../../../model/field.ts";
import { FINDS_SECRETS, inWords } from "../../../model/issue-text.ts";
import { canonicalJson } from "../../../model/json-value.ts";
import { jsonTextInput } from "../../fields/json-text.ts";
import { withoutSecretDefaults } from "../../fields/secret-defaults.ts";
import { message, type Message } from "../../../model/messages.ts";

const capabilities = z.strictObject({
  methods: member(z.array(z.string()).optional(), {
    doc: "Names of its functions that the service calls, such as `processEvent`.",
  }),
  scheduledTasks: member(z.array(z.string()).optional(), {
    doc: "Names of what it does at set times, such as `runEveryHour`.",
  }),
  jobs: member(z.array(z.string()).optional(), { doc: "Names of the jobs that people start." }),
});

/** What code of an item can do, in the user's words. */
export type Capabilities = z.output<typeof capabilities>;

/** Which capabilities put an item into a family of the service. */
export interface Family {
  readonly fits: (declared: Capabilities) => boolean;
  /** Completes "expected ...". */
  readonly expected: Message;
}

const origin = {
  pluginType: field(z.enum(["source", "custom", "repository", "local"]).optional(), {
    doc: 'Location of the code: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service. Default: "custom" with a `url`, else "source".',
    onChange: "replace",
  }),
  url: field(
    z
      .string()
      .max(800)
      .refine((address) => /^[^?\s]+$/u.test(address), {
        error: "expected an address without a query: the service keeps tokens that it holds from view",
        params: FINDS_SECRETS,
      })
      .optional(),
    {
      doc: "URL of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service.",
      onChange: "replace",
    },
  ),
} as const;

const openSetting = (doc: string, further: Pick<FieldMarks, "secret"> = {}) =>
  field(jsonTextInput().optional(), { doc, serviceDefault: "{}", normalize: canonicalJson, ...further });

/** Inputs of every kind of pipeline item. @source live notes 7.1; live service 2025-08, flow 8:273-308 */
export function itemInputs(family: Family | undefined) {
  const fitting =
    family === undefined
      ? capabilities
      : capabilities.refine(family.fits, {
          params: inWords(message`expected ${family.expected}`),
          when: ({ issues }) => issues.length === 0,
        });
  return {
    name: field(z.string().min(1).max(200), { doc: "Name of the item, 1 to 200 characters." }),
    ...origin,
    description: field(z.string().optional(), { doc: "What the item does.", serviceDefault: null }),
    icon: field(z.string().max(800).optional(), {
      doc: "URL of the item's icon, at most 800 characters.",
      serviceDefault: null,
    }),
    configSchema: openSetting(
      "Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type`, and other members, or an object.",
      { secret: { withoutSecrets: withoutSecretDefaults } },
    ),
    tag: field(z.string().max(200).optional(), {
      doc: "Version or commit of the code, at most 200 characters.",
      serviceDefault: null,
    }),
    isGlobal: field(z.boolean().optional(), {
      doc: "Whether every organization of the service has the item; needs a `plugins_access_level` of 9.",
      serviceDefault: false,
    }),
    capabilities: field(fitting.optional(), {
      doc: message`What the code can do${family === undefined ? "" : message`, here ${family.expected}`}; decides in which families the item appears. Leave it out if the service determines it from the code.`,
      serviceDefault: {},
    }),
    metrics: openSetting("Metrics that the code reports, as JSON text."),
    publicJobs: openSetting("Jobs that people can start manually, as JSON text."),
    source: field(z.record(z.string().min(1).max(200), z.string()).optional(), {
      doc: "Source files by name, such as `index.ts` and `plugin.json`. Needs a key without scopes.",
      serviceDefault: {},
      returned: "sometimes",
    }),
  } as const;
}
