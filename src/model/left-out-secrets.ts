import { secretMembers } from "./block.ts";
import { check, type Checkable, type Checked, type CheckSettings } from "./check.ts";
import { FINGERPRINTS } from "./definition.ts";
import { isRecord, type Values } from "./json-value.ts";
import { valueAt, UNKNOWN } from "./unknown.ts";

/**
 * Checks a declaration together with the state: a secret that the state lacks doesn't have to be declared, even if
 * something else requires it. An import omits secrets, and a secret that the program omits stays unchanged.
 *
 * @param held - the values in the state; undefined for a new object, `UNKNOWN` if an engine asks without its state
 */
export function checkWithState(
  definition: Checkable,
  news: Values,
  held: Values | typeof UNKNOWN | undefined,
  settings: CheckSettings,
): Checked {
  const checked = check(definition, news, settings);
  if (held === undefined) return checked;
  const pathByName = lackingIn(definition, news, held);
  const paths = checked.problems.map(({ path }) => pathByName.get(path)).filter((path) => path !== undefined);
  if (paths.length === 0) return checked;
  const filled = paths.reduce<Values>((values, path) => put(values, path, UNKNOWN), news);
  const again = checkWithState(definition, filled, held, settings);
  return { ...again, inputs: paths.reduce<Record<string, unknown>>((values, path) => put(values, path), again.inputs) };
}

/** The paths of the secrets that neither the program nor the state has, by the name in their problems. */
function lackingIn(
  { inputs }: Checkable,
  news: Values,
  held: Values | typeof UNKNOWN,
): ReadonlyMap<string, readonly string[]> {
  const secrets = Object.entries(inputs).flatMap(([name, rules]) => {
    const own = rules.secret === true ? [{ name, path: [name] }] : [];
    return [...own, ...secretMembers(name, rules)];
  });
  const isLeftOut = ({ name, path }: { readonly name: string; readonly path: readonly string[] }): boolean => {
    const given = valueAt(news, path.slice(0, -1));
    const before = valueAt(held, path.slice(0, -1));
    const isHeld = before === UNKNOWN || (isRecord(before) && Object.keys(before).length > 0);
    return isHeld && isRecord(given) && isAbsent(given[path.at(-1) ?? ""]) && isLackedBy(held, name, path);
  };
  return new Map(secrets.filter(isLeftOut).map(({ name, path }) => [name, path]));
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** The state has a hash of a secret that is stored nowhere. */
function isLackedBy(held: unknown, name: string, path: readonly string[]): boolean {
  const value = valueAt(held, path);
  return value === UNKNOWN || (isAbsent(value) && isAbsent(valueAt(held, [FINGERPRINTS, name])));
}

/** The values with another value at a path or, without a value, without that path. */
function put(values: Values, [step = "", ...rest]: readonly string[], value?: unknown): Record<string, unknown> {
  const { [step]: here, ...others } = values;
  if (rest.length > 0) return { ...values, [step]: put(isRecord(here) ? here : {}, rest, value) };
  return value === undefined ? others : { ...others, [step]: value };
}
