/** Values that references stand for, learned from the answers as they come. */
export class References {
  private readonly values = new Map<string, unknown>();

  get(reference: string): unknown {
    return this.values.get(reference);
  }

  bind(reference: string, value: unknown): void {
    this.values.set(reference, value);
  }

  /** Binds a new reference or compares a known one; two references never mean the same value. */
  agrees(reference: string, value: unknown): boolean {
    if (this.values.has(reference)) return this.values.get(reference) === value;
    const kind = reference.split(":")[0];
    for (const [other, taken] of this.values) if (other.split(":")[0] === kind && taken === value) return false;
    this.bind(reference, value);
    return true;
  }

  /** Replaces the known references inside a text. */
  fill(text: string): string {
    return text.replace(REFERENCE_IN_TEXT, (whole, upper: string | undefined, name: string) => {
      const value = this.values.get(`<${name}>`);
      if (typeof value !== "string") return whole;
      return upper === undefined ? value : value.toUpperCase();
    });
  }
}

const REFERENCE = /^<[a-z]+:[a-z0-9]+>$/;
const REFERENCE_IN_TEXT = /<(upper )?([a-z]+:[a-z0-9]+)>/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  "<time>": (value) => typeof value === "string" && TIME.test(value),
  "<token>": (value) => typeof value === "string" && value.startsWith("phc_"),
  "<text>": (value) => typeof value === "string",
  "<number>": (value) => Number.isInteger(value),
  "<any list>": (value) => Array.isArray(value),
  "<all features>": (value) => Array.isArray(value) && value.length === 32,
};

/** Compares an answer with a recording; returns every difference as "path: expected … found …". */
export function differences(
  expected: unknown,
  actual: unknown,
  references: References,
  options: { partial: boolean },
  path = "body",
): string[] {
  if (typeof expected === "string") return compareText(expected, actual, references, path);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [difference(path, expected, actual)];
    return expected.flatMap((item, index) => differences(item, actual[index], references, options, `${path}.${index}`));
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null) return [difference(path, expected, actual)];
    const found = actual as Record<string, unknown>;
    const extra = options.partial ? [] : Object.keys(found).filter((key) => !(key in expected));
    return [
      ...extra.map((key) => `${path}.${key}: not in the recording`),
      ...Object.entries(expected).flatMap(([key, item]) =>
        differences(item, found[key], references, options, `${path}.${key}`),
      ),
    ];
  }
  return expected === actual ? [] : [difference(path, expected, actual)];
}

function compareText(expected: string, actual: unknown, references: References, path: string): string[] {
  const kind = KINDS[expected];
  if (kind !== undefined) return kind(actual) ? [] : [difference(path, expected, actual)];
  if (REFERENCE.test(expected)) return references.agrees(expected, actual) ? [] : [difference(path, expected, actual)];
  const random = /^(.*)<(letters|lower):4>$/.exec(expected);
  if (random !== null) {
    const shape = new RegExp(`^${random[1]}${random[2] === "lower" ? "[a-z]" : "[A-Za-z]"}{4}$`);
    return shape.test(String(actual)) ? [] : [difference(path, expected, actual)];
  }
  return references.fill(expected) === actual ? [] : [difference(path, references.fill(expected), actual)];
}

function difference(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`;
}
