import { isRecord, type Values } from "../../../src/model/json-value.ts";
import type { Variant } from "../../support/varied-values.ts";

/** Values that few fields take, and those for the settings within an object. */
const SCRAPS: readonly unknown[] = [null, "", 'ü|"x" y', "x".repeat(1_025), "42", -1, 1.5, true, [], { a: "b" }];
const INNER_SCRAPS: readonly unknown[] = [null, "", "42", true, { a: "b" }];

/** The bodies that differ in one place, at any depth; `told` says a value. */
export function variantsOf(
  body: Values,
  names: readonly string[],
  told: (value: unknown) => string,
  outer = "",
): Variant[] {
  return names.flatMap((name) => {
    const path = outer === "" ? name : `${outer}.${name}`;
    const { [name]: held, ...rest } = body;
    const spelled = typeof held === "string" ? [` ${held.toUpperCase()}\n`] : [];
    const scraps = outer === "" ? SCRAPS : INNER_SCRAPS;
    const changed = [...scraps, ...spelled].filter((value) => told(value) !== told(held));
    const others = changed.map((value) => ({ path, what: told(value), values: { ...rest, [name]: value } }));
    const without = held === undefined ? [] : [{ path, what: "absent", values: rest }];
    const inside = isRecord(held) ? variantsOf(held, Object.keys(held), told, path) : [];
    return [...without, ...others, ...inside.map((one) => ({ ...one, values: { ...rest, [name]: one.values } }))];
  });
}

/** The bodies without two of their fields, or with null in place of one of them or of both. */
export function pairsOf(body: Values): Variant[] {
  const names = Object.keys(body);
  return names.flatMap((left, index) =>
    names.slice(index + 1).flatMap((right) => {
      const { [left]: _left, [right]: _right, ...rest } = body;
      const path = `${left}+${right}`;
      return [
        { path, what: "absent", values: rest },
        { path, what: "null", values: { ...rest, [left]: null, [right]: null } },
        { path, what: "null+absent", values: { ...rest, [left]: null } },
        { path, what: "absent+null", values: { ...rest, [right]: null } },
      ];
    }),
  );
}
