import * as z from "zod";

import { member } from "../../../model/block.ts";
import { field, type FieldMarks } from "../../../model/field.ts";
import type { FieldCodec } from "../../../model/wire/codec.ts";
import { FINDS_SECRETS, inWords } from "../../../model/issue-text.ts";
import { canonicalJson, isRecord, jsonText, parsedJson, pick, textsIn } from "../../../model/json-value.ts";
import { jsonTextInput, withoutSecretDefaults } from "../../fields/json-text.ts";
import { message, type Message } from "../../../model/messages.ts";
import type { PipelineItemCreateBody, PipelineItemWire } from "../../../client/pipeline-items.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import type { SourceFiles } from "./pipeline-item-source.ts";

/** An item and its files; without files if they weren't read, or the service doesn't show them. */
export type ItemWire = PipelineItemWire & { readonly files: SourceFiles | undefined };

/** The wire form of an item's fields. */
const codecs = codecsOf<ItemWire, PipelineItemCreateBody>();
const { same, custom } = codecs;
export const { shown } = codecs;

const capabilities = z.strictObject({
  methods: member(z.array(z.string()).optional(), {
    doc: "Names of its functions that the service calls, such as `processEvent`.",
  }),
  scheduledTasks: member(z.array(z.string()).optional(), {
    doc: "Names of its scheduled tasks, such as `runEveryHour`.",
  }),
  jobs: member(z.array(z.string()).optional(), { doc: "Names of the jobs that people can start." }),
});

/** The abilities of an item's code, in users' terms. */
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
    wire: same("plugin_type"),
    onChange: "replace",
  }),
  url: field(
    z
      .string()
      .max(800)
      .refine((address) => /^[^?\s]+$/u.test(address), {
        error: "expected a URL without a query, because the service hides tokens in it",
        params: FINDS_SECRETS,
      })
      .optional(),
    {
      doc: "URL of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service.",
      wire: same("url"),
      onChange: "replace",
    },
  ),
} as const;

const openSetting = <Wire extends FieldCodec<never, unknown, string, string>>(
  doc: string,
  wire: Wire,
  further: Pick<FieldMarks, "secret"> = {},
) => field(jsonTextInput().optional(), { doc, wire, serviceDefault: "{}", normalize: canonicalJson, ...further });

/** Capabilities can contain anything; only lists of strings count. */
export function capabilitiesOf({ capabilities: held }: ItemWire): Capabilities {
  if (!isRecord(held)) return {};
  const texts = (value: unknown): string[] | undefined => (Array.isArray(value) ? textsIn(value) : undefined);
  const known = {
    methods: texts(held["methods"]),
    scheduledTasks: texts(held["scheduled_tasks"]),
    jobs: texts(held["jobs"]),
  };
  return pick(known, Object.keys(known));
}

const capabilitiesWire = custom(capabilitiesOf, ({ methods, scheduledTasks, jobs }: Capabilities) => {
  const sent = { methods, scheduled_tasks: scheduledTasks, jobs };
  return { capabilities: pick(sent, Object.keys(sent)) };
});

const about = {
  name: field(z.string().min(1).max(200), {
    doc: "Name of the item, 1 to 200 characters.",
    wire: custom(
      ({ name }) => name ?? "",
      (name: string) => ({ name }),
    ),
  }),
  ...origin,
  description: field(z.string().optional(), {
    doc: "What the item does.",
    wire: same("description"),
    serviceDefault: null,
  }),
  icon: field(z.string().max(800).optional(), {
    doc: "URL of the item's icon, at most 800 characters.",
    wire: same("icon"),
    serviceDefault: null,
  }),
  configSchema: openSetting(
    "Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type`, and other fields, or an object.",
    custom(
      ({ config_schema: held }) => jsonText(held),
      (text: string) => ({ config_schema: parsedJson(text) }),
    ),
    { secret: { withoutSecrets: withoutSecretDefaults } },
  ),
  tag: field(z.string().max(200).optional(), {
    doc: "Version or commit of the code, at most 200 characters.",
    wire: same("tag"),
    serviceDefault: null,
  }),
  isGlobal: field(z.boolean().optional(), {
    doc: "Whether every organization of the service has the item; needs a `plugins_access_level` of 9.",
    wire: same("is_global"),
    serviceDefault: false,
  }),
} as const;

const code = {
  metrics: openSetting(
    "Metrics that the code reports, as JSON text.",
    custom(
      ({ metrics }) => jsonText(metrics ?? {}),
      (text: string) => ({ metrics: parsedJson(text) }),
    ),
  ),
  publicJobs: openSetting(
    "Jobs that people can start manually, as JSON text.",
    custom(
      ({ public_jobs: jobs }) => jsonText(jobs ?? {}),
      (text: string) => ({ public_jobs: parsedJson(text) }),
    ),
  ),
  source: field(z.record(z.string().min(1).max(200), z.string()).optional(), {
    doc: "Source files by name, such as `index.ts` and `plugin.json`. Needs an unscoped key.",
    wire: shown("files"),
    serviceDefault: {},
    returned: "sometimes",
  }),
} as const;

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
    ...about,
    capabilities: field(fitting.optional(), {
      doc: message`What the code can do${family === undefined ? "" : message`, here ${family.expected}`}; decides in which families the item appears. Omit it if the service determines it from the code.`,
      wire: capabilitiesWire,
      serviceDefault: {},
    }),
    ...code,
  } as const;
}
