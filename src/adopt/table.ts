import type { Expression, Kind } from "./program.ts";

/** Up to this many people are declared one by one; more of them become a table. */
const MOST_ALONE = 20;

/** Objects that differ only in non-secret values, by the value that people know each object by. */
export interface Table {
  /** The input that identifies the rows: `email`. */
  readonly key: string;
  /** The values that all of them share. */
  readonly common: Readonly<Record<string, Expression>>;
  /** The inputs that differ, or that only some of them have. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: Readonly<Record<string, unknown>> }[];
  /** The prefix of the key in each ID. */
  readonly idPrefix: string;
}

/** People as one block, if there are too many to read them one by one. */
export function tableOf({ definition, objects }: Kind): Table | undefined {
  const key = "email";
  const [first] = objects;
  if (objects.length <= MOST_ALONE || first === undefined || definition.identity.parts.at(-1) !== key) return undefined;
  const names = [...new Set(objects.flatMap(({ inputs }) => Object.keys(inputs)))].filter((name) => name !== key);
  const isCommon = (name: string): boolean => objects.every(({ inputs }) => isSame(inputs[name], first.inputs[name]));
  const columns = names.filter((name) => !isCommon(name));
  const idPrefix = first.id.slice(0, first.id.lastIndexOf("/") + 1);
  const rows = objects.map(({ id, inputs }) => {
    const cells = columns.map((name) => [name, plain(inputs[name])] as const);
    const isPlain = columns.every((name) => inputs[name] === undefined || inputs[name].kind === "value");
    const own = plain(inputs[key]);
    return typeof own === "string" && isPlain && id === idPrefix + own
      ? { key: own, cells: Object.fromEntries(cells.filter(([, value]) => value !== undefined)) }
      : undefined;
  });
  const whole = rows.filter((row) => row !== undefined);
  if (whole.length < objects.length) return undefined;
  const common = names.filter(isCommon).map((name) => [name, first.inputs[name]] as const);
  return {
    key,
    common: Object.fromEntries(common.filter((one): one is [string, Expression] => one[1] !== undefined)),
    columns,
    rows: whole,
    idPrefix,
  };
}

function plain(expression: Expression | undefined): unknown {
  return expression?.kind === "value" ? expression.value : undefined;
}

function isSame(left: Expression | undefined, right: Expression | undefined): boolean {
  if (left?.kind === "output" && right?.kind === "output") return left.of === right.of && left.output === right.output;
  return left?.kind === "value" && JSON.stringify(left) === JSON.stringify(right);
}
