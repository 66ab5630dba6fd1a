import type { Settings } from "../settings.ts";
import type { RecordedObject } from "../../driver/driver.ts";

/** Objects of a stack that are read with the same key at the same service. */
export interface AccountOf {
  readonly settings: Settings;
  readonly objects: readonly RecordedObject[];
}

/** The variable with the key of a named provider: `ORGFORM_API_KEY_EU` for the provider `eu`. */
export const keyVariableOf = (provider: string): string => `ORGFORM_API_KEY_${wordOf(provider)}`;

/** The variable with the host of a named provider: `ORGFORM_HOST_EU` for the provider `eu`. */
export const hostVariableOf = (provider: string): string => `ORGFORM_HOST_${wordOf(provider)}`;

const wordOf = (provider: string): string => provider.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_");

/** The environment's key for a named provider; undefined if it has none, or a blank one. */
export function ownKeyOf(
  provider: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const key = provider === undefined ? undefined : environment[keyVariableOf(provider)];
  return key?.trim() === "" ? undefined : key;
}

/**
 * The objects of a stack by the key that can see them. Objects of a named provider are read with the key that the
 * environment has for it, at the host that the provider or the state names; all others with the command's own settings.
 */
export function accountsOf(
  objects: readonly RecordedObject[],
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): AccountOf[] {
  const groups = new Map<string, { readonly settings: Settings; readonly objects: RecordedObject[] }>();
  for (const object of objects) {
    const own = ownSettings(object, settings, environment);
    const key = own === settings ? "" : JSON.stringify([own.host, own.apiKey]);
    const group = groups.get(key) ?? { settings: own, objects: [] };
    group.objects.push(object);
    groups.set(key, group);
  }
  const own = groups.get("");
  const others = [...groups].flatMap(([key, group]) => (key === "" ? [] : [group]));
  if (own !== undefined) return [own, ...others];
  return others.length === 0 ? [{ settings, objects }] : others;
}

function ownSettings(
  { provider, host }: RecordedObject,
  settings: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const apiKey = ownKeyOf(provider, environment);
  if (provider === undefined || apiKey === undefined) return settings;
  return { ...settings, apiKey, host: environment[hostVariableOf(provider)] ?? host ?? settings.host };
}
