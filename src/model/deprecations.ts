import { type AnyResource, fieldsOf } from "./definition.ts";
import { hookOf } from "./hook-of.ts";
import { isRecord, type Values } from "./json-value.ts";
import { fieldNames, joined, message, printed, type Reporter, type Text, typeName } from "./messages.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** What a declaration uses that is deprecated. */
export interface Deprecations {
  /** Its paths: `["destination.config", "credentials"]`; none where the resource itself is deprecated. */
  readonly paths: readonly string[];
  /** A summary, which is the same for all declarations of the kind, and what to declare instead. */
  readonly text: Text;
}

/** What to declare in place of a resource that is deprecated, in whole sentences; undefined for any other. */
export function deprecationOf(definition: AnyResource): Text | undefined {
  return hookOf(definition, "availability")?.deprecation;
}

/** What somebody who declares this is told of; undefined where nothing of it is deprecated. */
export function deprecationsIn(definition: AnyResource, inputs: Values): Deprecations | undefined {
  const { name } = definition;
  const { deprecation } = hookOf(definition, "availability") ?? {};
  if (deprecation !== undefined) return { paths: [], text: message`${typeName(name)} is deprecated\n${deprecation}` };
  const found = fieldsOf(definition, "inputs").flatMap(([field, rules]) =>
    deprecatedIn({ ...shapeOf(rules), ...pickDeprecation(rules) }, inputs[field], field),
  );
  if (found.length === 0) return undefined;
  const paths = found.map(({ path }) => path);
  const advice = new Map(found.map(({ text }) => [printed(text), text]));
  const text = message`${typeName(name)} is declared in a form that is deprecated\nOf ${fieldNames(paths)}: ${joined([...advice.values()], " ")}`;
  return { paths, text };
}

const pickDeprecation = ({ deprecation }: { readonly deprecation?: Text }): Pick<Shape, "deprecation"> =>
  deprecation === undefined ? {} : { deprecation };

function deprecatedIn(shape: Shape, value: unknown, path: string): { readonly path: string; readonly text: Text }[] {
  if (value === undefined || value === null) return [];
  if (shape.deprecation !== undefined) return [{ path, text: shape.deprecation }];
  if (!isRecord(value)) return [];
  const members = Object.entries(shape.properties ?? {});
  return members.flatMap(([name, inner]) => deprecatedIn(inner, value[name], `${path}.${name}`));
}

/** What a run was told to be deprecated: each kind of resource once, for engines that show every warning. */
export class SaidDeprecations {
  readonly #kinds = new Set<string>();

  /** Warns of what is declared, unless something of the kind was warned of before. */
  warnOf(definition: AnyResource, inputs: Values, report: Pick<Reporter, "warn">): void {
    if (this.#kinds.has(definition.name)) return;
    const found = deprecationsIn(definition, inputs);
    if (found === undefined) return;
    this.#kinds.add(definition.name);
    report.warn(found.text);
  }
}
