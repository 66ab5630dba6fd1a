import { secretMembers } from "./block.ts";
import { check, type Checkable, type Checked, type CheckSettings } from "./check.ts";
import { FINGERPRINTS } from "./definition.ts";
import { isRecord, type Values } from "./json-value.ts";
import { valueAt, UNKNOWN } from "./unknown.ts";

/**
 * Checks what is declared beside what state holds: a secret that state lacks need not be declared, whatever else needs
 * it. An import leaves secrets out, and what a program doesn't say is left alone.
 *
 * @param held - what state holds; undefined for a new object, `UNKNOWN` where an engine asks without its state
 */
export function checkBeside(
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
  const again = checkBeside(definition, filled, held, settings);
  return { ...again, inputs: paths.reduce<Record<string, unknown>>((values, path) => put(values, path), again.inputs) };
}

/** The paths of the secrets that neither the program nor state has, by the name that a problem gives each. */
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

/** Of a secret that is stored nowhere, state has a fingerprint. */
function isLackedBy(held: unknown, name: string, path: readonly string[]): boolean {
  const value = valueAt(held, path);
  return value === UNKNOWN || (isAbsent(value) && isAbsent(valueAt(held, [FINGERPRINTS, name])));
}

/** The values with another one at a path, or without what is there. */
function put(values: Values, [step = "", ...rest]: readonly string[], value?: unknown): Record<string, unknown> {
  const { [step]: here, ...others } = values;
  if (rest.length > 0) return { ...values, [step]: put(isRecord(here) ? here : {}, rest, value) };
  return value === undefined ? others : { ...others, [step]: value };
}
