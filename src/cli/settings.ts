import process from "node:process";
import { findSettings, type Settings } from "../app/settings.ts";
import { UsageError } from "./usage-error.ts";
import { joined, printed } from "../model/messages.ts";

/** The settings in the flags, by their names; the key is never a flag. */
export interface SettingFlags {
  readonly host?: string | undefined;
  readonly organizationId?: string | undefined;
}

/**
 * The settings of a command: flags first, then the environment, by the same variables as under every engine.
 *
 * @throws UsageError that names each setting that is missing or of another kind; never a value of the key
 */
export function settingsOf(flags: SettingFlags, environment: NodeJS.ProcessEnv = process.env): Settings {
  const found = findSettings({
    configured: (name) => (name === "host" || name === "organizationId" ? flags[name] : undefined),
    environment,
    howToSet: ({ name }) => (name === "host" ? "give `--host <address>`" : undefined),
  });
  if (found.problems !== undefined) throw new UsageError(printed(joined(found.problems, "\n")));
  return found.settings;
}
