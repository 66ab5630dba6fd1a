import { type Values, isRecord } from "../../src/model/json-value.ts";

/**
 * The parts of a schema that programs and states rely on, without its texts: by the path of a part (`resources
 * orgform:index:Domain inputs`), the type of each name in it.
 */
export type SchemaOutline = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Texts, which can change. */
const TEXTS = new Set(["description", "description_kind", "summary", "deprecated", "deprecationMessage"]);

/** The outline of the schema that the Pulumi plugin serves. */
export function outlineOfPulumi(schema: Values): SchemaOutline {
  const { name, language } = schema;
  const outline: Record<string, Record<string, unknown>> = { package: { name, language } };
  const add = (path: string, properties: unknown, required: unknown = []): void => {
    outline[path] = namesOf(properties, Array.isArray(required) ? required : []);
  };
  add("config", partOf(schema, "config")["variables"]);
  add("provider inputs", partOf(schema, "provider")["inputProperties"], partOf(schema, "provider")["requiredInputs"]);
  for (const [token, resource] of partsOf(schema, "resources")) {
    add(`resources ${token} inputs`, resource["inputProperties"], resource["requiredInputs"]);
    add(`resources ${token} outputs`, resource["properties"], resource["required"]);
    const { properties, required } = partOf(resource, "listInputs");
    if (properties !== undefined) add(`resources ${token} list inputs`, properties, required);
  }
  for (const [token, called] of partsOf(schema, "functions")) {
    add(`functions ${token} inputs`, partOf(called, "inputs")["properties"], partOf(called, "inputs")["required"]);
    add(`functions ${token} outputs`, partOf(called, "outputs")["properties"], partOf(called, "outputs")["required"]);
  }
  for (const [token, type] of partsOf(schema, "types")) add(`types ${token}`, type["properties"], type["required"]);
  return outline;
}

/**
 * The outline of the Terraform provider's schema.
 *
 * @param schema - of one provider, as `terraform providers schema -json` prints it
 * @param identities - of its resources, as the engine gets them
 */
export function outlineOfTerraform(schema: Values, identities: Values): SchemaOutline {
  const outline: Record<string, Record<string, unknown>> = {};
  const addAttributes = (path: string, attributes: unknown, version?: unknown): void => {
    outline[path] = version === undefined ? {} : { "(version)": version };
    for (const [name, attribute] of entriesOf(attributes)) {
      const { nested_type: nested, ...own } = attribute;
      outline[path][name] = withoutTexts(isRecord(nested) ? { ...own, nesting_mode: nested["nesting_mode"] } : own);
      if (isRecord(nested)) addAttributes(`${path} ${name}`, nested["attributes"]);
    }
  };
  for (const [kind, schemas] of Object.entries(schema)) {
    if (kind === "functions") {
      for (const [name, signature] of entriesOf(schemas))
        outline[`functions ${name}`] = { is: withoutTexts(signature) };
      continue;
    }
    const named: (readonly [string, Values])[] =
      kind === "provider" ? [["", partOf(schema, kind)]] : entriesOf(schemas);
    for (const [name, one] of named) {
      addAttributes(`${kind} ${name}`.trim(), partOf(one, "block")["attributes"], one["version"]);
    }
  }
  for (const [name, identity] of entriesOf(identities)) outline[`identities ${name}`] = { is: withoutTexts(identity) };
  return outline;
}

/** The parts of an earlier outline that a later one breaks, and new requirements; a line each. */
export function breaksBetween(before: SchemaOutline, now: SchemaOutline): string[] {
  return Object.entries(before).flatMap(([path, names]) => {
    const today = now[path];
    if (today === undefined) return [`${path}: is gone`];
    const changed = Object.entries(names)
      .filter(([name, is]) => JSON.stringify(today[name]) !== JSON.stringify(is) && !isGrown(is, today[name]))
      .filter(([name, is]) => !(path.endsWith(" inputs") && isWidened(is, today[name])))
      .map(([name, is]) => `${path}: ${name} was ${JSON.stringify(is)}, is ${JSON.stringify(today[name])}`);
    // New required inputs; a part that is only read can become required at any time.
    const demanded = Object.entries(today)
      .filter(([name, is]) => !(name in names) && isRecord(is) && is["required"] === true && !path.endsWith(" outputs"))
      .map(([name]) => `${path}: ${name} is new and required`);
    return [...changed, ...demanded];
  });
}

/** Whether an input accepts all earlier values, and others besides. */
function isWidened(before: unknown, now: unknown): boolean {
  if (!isRecord(before) || !isRecord(now) || !Array.isArray(now["oneOf"])) return false;
  const { oneOf, ...others } = now;
  const taken: readonly unknown[] = oneOf;
  const isTaken = taken.some((one) => isRecord(one) && one["type"] === before["type"]);
  return isTaken && JSON.stringify(before) === JSON.stringify(others);
}

/** Whether an attribute that is only read has objects with more fields than before, and is the same otherwise. */
function isGrown(before: unknown, now: unknown): boolean {
  if (!isRecord(before) || !isRecord(now) || before["computed"] !== true || before["optional"] === true) return false;
  const { type: was, ...rest } = before;
  const { type: is, ...others } = now;
  return JSON.stringify(rest) === JSON.stringify(others) && holdsAll(was, is);
}

/** Whether a type of Terraform has everything that another one has. */
function holdsAll(before: unknown, now: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length) {
    return before.every((part, index) => holdsAll(part, now[index]));
  }
  if (isRecord(before) && isRecord(now)) {
    return Object.entries(before).every(([name, type]) => name in now && holdsAll(type, now[name]));
  }
  return before === now;
}

/** An outline in its stored form: a line for each path, sorted. */
export function outlineText(outline: SchemaOutline): string {
  const lines = Object.entries(outline)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, names]) => `${JSON.stringify(path)}: ${JSON.stringify(names)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

function namesOf(properties: unknown, required: readonly unknown[]): Record<string, unknown> {
  const named = entriesOf(properties).map(([name, property]) => {
    const mark = required.includes(name) ? { required: true } : {};
    return [name, withoutTexts({ ...property, ...mark })] as const;
  });
  return Object.fromEntries(named);
}

function partOf(value: Values, name: string): Values {
  const part = value[name];
  return isRecord(part) ? part : {};
}

function partsOf(value: Values, name: string): [string, Values][] {
  return entriesOf(value[name]);
}

function entriesOf(value: unknown): [string, Values][] {
  return isRecord(value) ? Object.entries(value).map(([name, one]) => [name, isRecord(one) ? one : {}]) : [];
}

/** The same value without words, its keys sorted. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !TEXTS.has(name));
  return Object.fromEntries(
    kept.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, one]) => [name, withoutTexts(one)]),
  );
}
