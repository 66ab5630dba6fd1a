import { fieldName, joined, message, type Text } from "../model/messages.ts";

/** The settings of the provider, the same in every engine. */
export interface Settings {
  readonly apiKey: string;
  /** Address of the service. */
  readonly host: string;
  /** The default organization of resources that don't name one. */
  readonly organizationId?: string | undefined;
  readonly requestTimeoutMs?: number | undefined;
  readonly retryBudgetMs?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly requestsPerHour?: number | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
  readonly takeOverRecent?: boolean | undefined;
  /** Lets previews run without a reachable service; only set by an environment variable. */
  readonly isOfflinePreview?: boolean | undefined;
  /** Address of the ledger of the fleet that runs the program; users don't set it. */
  readonly budget?: string | undefined;
}

/** Default of `requestsPerHour`; the service allows 4,800. */
export const USUAL_REQUESTS_PER_HOUR = 4_000;

/** How to set one setting, and what it means. */
export interface SettingDeclaration {
  /** Name in an engine's configuration. */
  readonly name: string;
  /** Environment variables, of which the first one that is set counts; the configuration takes precedence over them. */
  readonly variables: readonly string[];
  readonly doc: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly kind: "text" | "whole number" | "boolean";
}

const tuning = (name: string, variable: string, kind: "whole number" | "boolean", doc: string): SettingDeclaration => ({
  name,
  variables: [variable],
  doc,
  secret: false,
  required: false,
  kind,
});

/** Every setting of the provider; engines, docs and messages take them from here. */
export const SETTINGS: readonly SettingDeclaration[] = [
  {
    name: "apiKey",
    variables: ["ORGFORM_API_KEY", "POSTHOG_API_KEY"],
    doc: "Personal API key of the service.",
    secret: true,
    required: true,
    kind: "text",
  },
  {
    name: "host",
    variables: ["ORGFORM_HOST", "POSTHOG_HOST"],
    doc: "URL of the service, such as https://eu.posthog.com. There is no default, so your key never goes to a host that you didn't choose.",
    secret: false,
    required: true,
    kind: "text",
  },
  {
    name: "organizationId",
    variables: ["ORGFORM_ORGANIZATION_ID", "POSTHOG_ORGANIZATION_ID"],
    doc: "ID (UUID) of the default organization, for resources that don't name one.",
    secret: false,
    required: false,
    kind: "text",
  },
  tuning(
    "requestTimeoutSeconds",
    "ORGFORM_REQUEST_TIMEOUT_SECONDS",
    "whole number",
    "Time limit of one request, in seconds, 1 to 600. Default 30.",
  ),
  tuning(
    "retryBudgetSeconds",
    "ORGFORM_RETRY_BUDGET_SECONDS",
    "whole number",
    "Time limit of one call with all its retries and waits, in seconds, 0 to 3600. Default 120.",
  ),
  tuning(
    "requestsPerMinute",
    "ORGFORM_REQUESTS_PER_MINUTE",
    "whole number",
    "Maximum number of requests in a minute. Default 400; the service allows 480.",
  ),
  tuning(
    "requestsPerHour",
    "ORGFORM_REQUESTS_PER_HOUR",
    "whole number",
    "Maximum number of requests in an hour. Default 4000; the service allows 4800.",
  ),
  tuning(
    "allowInsecureHttp",
    "ORGFORM_ALLOW_INSECURE_HTTP",
    "boolean",
    "Whether to allow plain HTTP to other machines. Default false.",
  ),
  tuning(
    "takeOverRecent",
    "ORGFORM_TAKE_OVER_RECENT",
    "boolean",
    "Whether create adopts an object that is less than an hour old and equals the declaration in every field, even if somebody else created it. For CI runners that lose the folder of creation records. Default false.",
  ),
];

/** The result of reading the settings: all required values, or the problems, in sentences. */
export type FoundSettings =
  | { readonly settings: Settings; readonly problems?: undefined }
  | { readonly settings?: undefined; readonly problems: readonly Text[] };

/** Where to read settings, and how users set one in the current engine. */
export interface SettingsSource {
  /** A setting of the engine's configuration, as text. */
  readonly configured: (name: string) => string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How to set it: `run \`pulumi config set ...\``; undefined if only the environment can set it. */
  readonly howToSet: (declaration: SettingDeclaration) => Text | undefined;
}

/** Reads the settings: the configuration first, then the environment. Messages never contain secret values. */
export function findSettings(source: SettingsSource): FoundSettings {
  const problems: Text[] = [];
  const found: Record<string, string | number | boolean> = {};
  for (const declaration of SETTINGS) {
    const text = declaredText(declaration, source);
    if (text === undefined) {
      if (declaration.required) {
        const fromEnvironment = `set the environment variable ${declaration.variables.join(" or ")}`;
        const ways = [source.howToSet(declaration), fromEnvironment].filter((way) => way !== undefined);
        problems.push(message`The ${fieldName(declaration.name)} is missing: ${joined(ways, ", or ")}.`);
      }
      continue;
    }
    const value = valueOf(declaration, text);
    if (text.trim() === "") problems.push(emptySetting(declaration, source));
    else if (value === undefined)
      problems.push(
        message`The setting ${fieldName(declaration.name)} is ${JSON.stringify(text)}; a ${declaration.kind} is expected.`,
      );
    else found[declaration.name] = value;
  }
  if (problems.length > 0) return { problems };
  const { ORGFORM_BUDGET: budget, ORGFORM_OFFLINE_PREVIEW: offline } = source.environment;
  return { settings: { ...settingsFrom(found), budget, ...(offline === "1" ? { isOfflinePreview: true } : {}) } };
}

/** A setting that is present but empty: without this error, another source would silently be used instead. */
function emptySetting(declaration: SettingDeclaration, { howToSet }: SettingsSource): Text {
  const from = declaration.variables.join(" or ");
  const way = howToSet(declaration);
  const remedy = way === undefined ? "Give a value" : message`To give a value, ${way}`;
  return message`The ${fieldName(declaration.name)} is set, but empty. ${remedy}. Or remove it to use ${from} from the environment.`;
}

/** The value of one setting, if the others don't matter. */
export function settingText(
  name: string,
  source: Pick<SettingsSource, "configured" | "environment">,
): string | undefined {
  const declaration = SETTINGS.find((one) => one.name === name);
  return declaration === undefined ? undefined : declaredText(declaration, source);
}

function declaredText(
  declaration: SettingDeclaration,
  source: Pick<SettingsSource, "configured" | "environment">,
): string | undefined {
  const ofEnvironment = declaration.variables.map((variable) => source.environment[variable]);
  return source.configured(declaration.name) ?? ofEnvironment.find((text) => text !== undefined && text.trim() !== "");
}

function valueOf(declaration: SettingDeclaration, text: string): string | number | boolean | undefined {
  if (declaration.kind === "text") return text;
  if (declaration.kind === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return /^\d+$/u.test(text) ? Number(text) : undefined;
}

function settingsFrom(found: Readonly<Record<string, string | number | boolean>>): Settings {
  const number = (name: string): number | undefined => (typeof found[name] === "number" ? found[name] : undefined);
  const flag = (name: string): boolean | undefined => (typeof found[name] === "boolean" ? found[name] : undefined);
  const ms = (name: string): number | undefined => {
    const seconds = number(name);
    return seconds === undefined ? undefined : seconds * 1_000;
  };
  const { organizationId } = found;
  return {
    apiKey: String(found["apiKey"]),
    host: String(found["host"]),
    organizationId: typeof organizationId === "string" ? organizationId : undefined,
    requestTimeoutMs: ms("requestTimeoutSeconds"),
    retryBudgetMs: ms("retryBudgetSeconds"),
    requestsPerMinute: number("requestsPerMinute"),
    requestsPerHour: number("requestsPerHour"),
    allowInsecureHttp: flag("allowInsecureHttp"),
    takeOverRecent: flag("takeOverRecent"),
  };
}
