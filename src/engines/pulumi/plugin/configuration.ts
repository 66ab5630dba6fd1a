import { sameValue, type Values } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import { findSettings, type FoundSettings, type SettingDeclaration, SETTINGS } from "../../../app/settings.ts";
import { fromEngine, toEngine } from "./values.ts";
import { type Text } from "../../../model/messages.ts";

/** The namespace of the settings in an engine's configuration. */
const NAMESPACE = "orgform";

/** The sources of a provider's settings; the first one with a value counts. */
export interface ConfigurationSource {
  /** The inputs of the provider. */
  readonly args: Values;
  /** The same as the oldest engines send them: `orgform:config:host`. */
  readonly variables: Values;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Collects the settings: inputs of the provider, then the stack's configuration, then the environment. */
export function configurationFrom({ args, variables, environment }: ConfigurationSource): FoundSettings {
  const stack = stackConfiguration(environment["PULUMI_CONFIG"]);
  return findSettings({
    configured: (name) => scalarText(args[name] ?? variables[`${NAMESPACE}:config:${name}`] ?? stack[name]),
    environment,
    howToSet,
  });
}

/** How a user sets a setting. */
export function howToSet({ name, secret }: Pick<SettingDeclaration, "name" | "secret">): string {
  return `run \`pulumi config set${secret ? " --secret" : ""} ${NAMESPACE}:${name} <value>\``;
}

/**
 * The configuration of the stack in the plugin's namespace, whose name the engine leaves out; an explicit provider falls
 * back to it. Observed with engine 3.259.
 */
function stackConfiguration(json: string | undefined): Values {
  try {
    return JSON.parse(json ?? "{}") as Values;
  } catch {
    return {};
  }
}

function scalarText(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}

/** Represents a required setting that is missing or unknown: whether it exists is checked when it is needed. */
const SOME_TEXT = "some";

/** The problems of the known settings; Orgform ignores other values of a provider. */
export function configurationProblems(args: Values): readonly Text[] {
  const found = findSettings({
    configured: (name) => {
      const text = args[name] === UNKNOWN ? undefined : scalarText(args[name]);
      return text ?? (SETTINGS.some((one) => one.name === name && one.required) ? SOME_TEXT : undefined);
    },
    environment: {},
    howToSet,
  });
  return found.problems ?? [];
}

/** The inputs of a provider as they go into state: secret settings are secret, however they were given. */
export function storedConfiguration(news: Values): Record<string, unknown> {
  const { values, secrets } = fromEngine(news);
  const internal = Object.entries(news).filter(([name]) => name.startsWith("__"));
  const secret = SETTINGS.filter((one) => one.secret).map(({ name }) => [name]);
  return { ...toEngine(values, [...secrets, ...secret]), ...Object.fromEntries(internal) };
}

/** Names of the provider's changed inputs; a change never replaces an object of the provider. */
export function changedConfiguration(olds: Values, news: Values): string[] {
  const before = fromEngine(olds).values;
  const after = fromEngine(news).values;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !sameValue(before[name], after[name])).toSorted();
}
