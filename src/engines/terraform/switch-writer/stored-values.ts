import { quoted } from "./quoted-text.ts";

/** A block in the state, with its instances. */
export interface StoredBlock {
  readonly module?: string | undefined;
  readonly type: string;
  readonly name: string;
  readonly instances: readonly {
    readonly index_key?: string | number | undefined;
    readonly attributes: Readonly<Record<string, unknown>> | null;
  }[];
}

const literal = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? quoted(String(value))
    : undefined;

/**
 * The value of an attribute for all instances of a block: a literal, or an object by keys if they differ. Undefined if
 * an instance lacks it, or if a module has several of the block, which one expression can't distinguish.
 */
export function storedValue(blocks: readonly StoredBlock[], attribute: string): string | undefined {
  return textOf(blocks, ({ attributes }) => literal(attributes?.[attribute]));
}

/** The expression that leaves a value to the service. */
const NOT_SAID = "null";

/**
 * Values of the model for all instances of a block, by attribute. An instance without a value leaves it to the service.
 * Undefined if several blocks of a module differ.
 *
 * @param valuesOf - the values of an instance, by attribute
 */
export function modelValues(
  blocks: readonly StoredBlock[],
  valuesOf: (instance: Instance) => ReadonlyMap<string, unknown>,
): (readonly [attribute: string, text: string | undefined])[] {
  const all = new Map(blocks.flatMap(({ instances }) => instances).map((one) => [one, valuesOf(one)] as const));
  const attributes = new Set([...all.values()].flatMap((values) => [...values.keys()]));
  return [...attributes].map((attribute) => [
    attribute,
    textOf(blocks, (instance) => valueText(all.get(instance)?.get(attribute))),
  ]);
}

/** A value of the model. A string with several lines is written line by line for readability. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return `[${items.map((item) => valueText(item)).join(", ")}]`;
  }
  if (typeof value !== "string") return value === undefined ? NOT_SAID : JSON.stringify(value);
  const lines = value.split("\n");
  if (lines.length === 1) return quoted(value);
  return `join("\\n", [\n${lines.map((line) => `    ${quoted(line)},\n`).join("")}  ])`;
}

type Instance = StoredBlock["instances"][number];

function textOf(
  blocks: readonly StoredBlock[],
  valueOf: (instance: Instance) => string | undefined,
): string | undefined {
  const instances = blocks.flatMap((block) => block.instances);
  const values = instances.map((instance) => ({ key: instance.index_key, text: valueOf(instance) }));
  const [first] = values;
  if (first?.text === undefined || values.some(({ text }) => text === undefined)) return undefined;
  if (values.every(({ text }) => text === first.text)) return first.text;
  if (blocks.length > 1) return undefined;
  const sorted = values.toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
  if (values.every(({ key }) => typeof key === "string")) {
    return `{ ${sorted.map(({ key, text }) => `${literal(key)} = ${text}`).join(", ")} }[each.key]`;
  }
  const counted = values.toSorted((a, b) => Number(a.key) - Number(b.key));
  const isWhole = counted.every(({ key }, index) => key === index);
  return isWhole ? `[${counted.map(({ text }) => text).join(", ")}][count.index]` : undefined;
}
