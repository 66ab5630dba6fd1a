/** A block as the state has it, with its instances. */
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
    ? JSON.stringify(String(value)).replaceAll(/[$%](?=\{)/gu, "$&$&")
    : undefined;

/** How a configuration leaves a value to the service. */
export const NOT_SAID = "null";

/**
 * The value of an attribute for all instances of a block: a literal, or an object by keys where they differ. Undefined where
 * an instance has none, or a module has several of the block, which one expression cannot tell apart.
 */
export function storedValue(blocks: readonly StoredBlock[], attribute: string): string | undefined {
  return textOf(blocks, ({ attributes }) => literal(attributes?.[attribute]));
}

/** The same of a value that nobody declared: where it is the service's default, `null` leaves it to the service. */
export function undeclaredValue(
  blocks: readonly StoredBlock[],
  attribute: string,
  serviceDefault: unknown,
): string | undefined {
  return textOf(blocks, ({ attributes }) => {
    const value = attributes?.[attribute] ?? serviceDefault;
    return value === serviceDefault ? NOT_SAID : literal(value);
  });
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
