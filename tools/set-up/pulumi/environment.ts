import { delimiter, join } from "node:path";

/** Where a run of Pulumi stores everything, and its initial environment. */
export interface PulumiEnvironmentOptions {
  /** The folder of the CLI, from `ensurePulumi`. */
  readonly binDir: string;
  /** The run's own folder: `home` below it becomes `PULUMI_HOME`, `state` (which must exist) the backend. */
  readonly folder: string;
  /** The variables to start from; those of this process when absent. */
  readonly base?: NodeJS.ProcessEnv;
  /** Variables to add at the end; they win. */
  readonly extra?: Readonly<Record<string, string>>;
}

/**
 * Variables of the caller that must not reach a run. The first three kinds would let it touch the caller's own
 * Pulumi, Orgform or service account. Node and ts-node options would load the caller's tools into the program and into
 * the provider, and those of the test runner belong to its worker.
 */
const REMOVED = /^(?:(?:PULUMI|ORGFORM|POSTHOG|TS_NODE|JEST)_.*|NODE_OPTIONS|NODE_PATH|NODE_ENV|PATH)$/i;

/**
 * The environment for a run that neither sees nor touches the caller's Pulumi set-up. Pure.
 *
 * Nothing asks for input, looks for updates or downloads plugins; state is in files, encrypted with a fixed phrase that
 * protects nothing.
 */
export function pulumiEnvironment(options: PulumiEnvironmentOptions): Record<string, string> {
  const base = options.base ?? process.env;
  const kept = Object.entries(base).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !REMOVED.test(entry[0]),
  );
  const path = Object.entries(base).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";
  return {
    ...Object.fromEntries(kept),
    PATH: [options.binDir, ...path.split(delimiter).filter((part) => part !== "" && part !== options.binDir)].join(
      delimiter,
    ),
    PULUMI_HOME: join(options.folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(options.folder, "state").replaceAll("\\", "/")}`,
    PULUMI_CONFIG_PASSPHRASE: "orgform",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // Records of creates and calls, which else would lie in the caller's home.
    ORGFORM_INTENTS_DIR: join(options.folder, "records"),
    ...options.extra,
  };
}
