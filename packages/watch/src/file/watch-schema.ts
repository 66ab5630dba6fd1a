import * as z from "zod";

import { FINDING_KINDS, SEVERITIES } from "../look/finding.ts";
import { PLACEHOLDERS } from "../outbox/template.ts";
import { EVENTS } from "../transitions/transition.ts";

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const DURATION = /^[1-9]\d{0,4}[smhd]$/u;

/** A duration such as `90s`, `30m`, `1h`, or `7d`. */
const duration = z
  .string()
  .regex(DURATION, "expected a duration such as 90s, 30m, 1h, or 7d")
  .describe("A duration such as 90s, 30m, 1h, or 7d.");

/** Whether a string is a duration: `90s`, `30m`, `1h`, or `7d`. */
export const isDuration = (text: string): boolean => DURATION.test(text);

/** Milliseconds of a duration that the schema has accepted. */
export function durationMs(text: string): number {
  const unit = text.at(-1) as keyof typeof UNITS_MS; // -- the schema's pattern
  return Number(text.slice(0, -1)) * UNITS_MS[unit];
}

const name = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/u, "expected lower-case letters, digits, hyphens, and underscores");

const labels = z.record(name, z.string().max(200));

const secret = z
  .union([
    z.strictObject({
      environment: z
        .string()
        .regex(/^[A-Za-z_]\w*$/u)
        .describe("Name of the environment variable that contains the secret."),
    }),
    z.strictObject({ file: z.string().min(1).describe("File that contains the secret.") }),
  ])
  .describe("Source of a secret, never the secret itself.");

const text = (what: string) =>
  z
    .string()
    .min(1)
    .max(2_000)
    .refine(
      (template) => [...template.matchAll(/\{([^{}]*)\}/gu)].every(([, word]) => isPlaceholder(word ?? "")),
      `expected the placeholders ${PLACEHOLDERS.map((word) => `{${word}}`).join(", ")} alone`,
    )
    .optional()
    .describe(`${what} Placeholders: ${PLACEHOLDERS.map((word) => `{${word}}`).join(", ")}.`);

const isPlaceholder = (word: string): boolean => PLACEHOLDERS.some((one) => one === word);

const templates = {
  title: text("First line of a message."),
  line: text("Line for each event."),
};

const channel = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("webhook"),
    url: secret,
    secret: secret.describe("Key for signing messages. The receiver needs the same key."),
  }),
  z.strictObject({ type: z.literal("slack"), url: secret, ...templates }),
  z.strictObject({ type: z.literal("teams"), url: secret, ...templates }),
  z.strictObject({
    type: z.literal("github-issue"),
    repository: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/u, "expected owner/name")
      .describe("Repository of the issue, such as acme/infrastructure."),
    token: secret,
    api: z
      .url({ protocol: /^https?$/u })
      .default("https://api.github.com")
      .describe("URL of the API, for GitHub Enterprise."),
    label: z.string().min(1).max(50).default("orgform-watch").describe("Label that identifies the issue."),
  }),
  z.strictObject({
    type: z.literal("email"),
    server: secret.describe("URL of the SMTP server, with user and password: smtps://user:password@host."),
    from: z.string().min(3),
    to: z.array(z.string().min(3)).min(1),
    ...templates,
  }),
]);

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, "expected a time such as 22:00");

const quietHours = z
  .strictObject({
    from: time.describe("Time at which the quiet time begins."),
    to: time.describe("Time at which the quiet time ends. If it's before `from`, it's on the next day."),
    timeZone: z
      .string()
      .refine(isTimeZone, "expected a time zone such as Europe/Berlin")
      .default("UTC")
      .describe("Time zone of both times."),
    days: z
      .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
      .min(1)
      .optional()
      .describe("Days on which the quiet time begins. Default: all."),
  })
  .describe("Time without messages. One message afterwards has everything that happened meanwhile.");

const route = z.strictObject({
  to: z.array(name).min(1).describe("Names of channels."),
  severities: z.array(z.enum(SEVERITIES)).min(1).optional().describe("Severities to send. Default: all."),
  kinds: z.array(z.enum(FINDING_KINDS)).min(1).optional().describe("Kinds of findings to send. Default: all."),
  events: z.array(z.enum(EVENTS)).min(1).optional().describe("Events to send. Default: all."),
  resources: z.array(z.string().min(1)).min(1).optional().describe("Resources to send messages about. Default: all."),
  labels: labels.optional().describe("Labels that an organization must have."),
  quietHours: quietHours.optional(),
});

const severity = z.enum(SEVERITIES).optional();

/** The watch file. Each field has its shape and limits; `watch.schema.json` is generated from this schema. */
export const watchSchema = z
  .strictObject({
    every: duration.default("1h").describe("Time between checks. Default 1h."),
    jitter: duration.optional().describe("Maximum random delay before each check. Default: a tenth of `every`."),
    policy: z.string().min(1).optional().describe("Policy file, relative to this file. Default: no rules."),
    labels: labels.default({}).describe("Labels of the organization, for routes."),
    remindAfter: z
      .union([z.literal("never"), duration])
      .default("7d")
      .describe("Time after which a finding that is still open is sent again. Default 7d."),
    flapping: z
      .strictObject({
        changes: z
          .int()
          .min(1)
          .max(1_000)
          .default(4)
          .describe("Number of changes in the window that are sent. Default 4."),
        within: duration.default("1d").describe("Length of the window. Default 1d."),
      })
      .default({ changes: 4, within: "1d" })
      .describe("Limit for findings that change too often to send each change."),
    database: secret
      .optional()
      .describe(
        "URL of a PostgreSQL database for the history, postgres://user:password@host:5432/name: the variable or file that holds it. Default: a file.",
      ),
    retention: duration.default("365d").describe("Time to keep the history. Default 365d."),
    severities: z
      .strictObject({
        changed: severity.describe("Default warning."),
        missing: severity.describe("Default error."),
        unmanaged: severity.describe("Default note."),
        unchecked: severity.describe("Default warning."),
      })
      .default({})
      .describe("Severity of each kind of drift. A finding of a rule has the severity of the rule."),
    channels: z.record(name, channel).default({}).describe("Channels for messages, by name."),
    routes: z
      .array(route)
      .optional()
      .describe("Rules for which events go to which channels. Default: all events to all channels."),
  })
  .describe("How Orgform watches organizations, and where it sends messages.");

/** A watch file as it is written, with its defaults. */
export type WatchFile = z.output<typeof watchSchema>;

/** Where to send messages. */
export type Channel = WatchFile["channels"][string];

/** Which events go to which channels. */
export type Route = NonNullable<WatchFile["routes"]>[number];

/** When to send nothing. */
export type QuietHours = z.output<typeof quietHours>;

/** The source of a secret. */
export type SecretSource = z.output<typeof secret>;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The JSON Schema of the watch file, by which editors complete and check it. */
export function watchFileSchema(): object {
  return { title: "Orgform watch file", ...z.toJSONSchema(watchSchema, { target: "draft-7", io: "input" }) };
}
