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

/**
 * The value of an attribute for all instances of a block: a literal, or an object by keys where they differ. Undefined where
 * an instance has none, or a module has several of the block, which one expression cannot tell apart.
 */
export function storedValue(blocks: readonly StoredBlock[], attribute: string): string | undefined {
  const instances = blocks.flatMap((block) => block.instances);
  const values = instances.map(({ index_key: key, attributes }) => ({ key, text: literal(attributes?.[attribute]) }));
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
