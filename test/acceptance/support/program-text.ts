/** A piece of program text among values that are written as JSON. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks program text: `code("org.organizationId")`. */
export function code(text: string): Code {
  return new Code(text);
}

/** One resource of a program. */
export interface Declared {
  readonly type: string;
  /** Logical name, and name of the constant with the resource. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

const HEAD = 'import * as pulumi from "@pulumi/pulumi";\nimport * as orgform from "orgform/pulumi";\n';

/** The text of an ES module that declares the resources in order, followed by further lines. */
export function programOf(resources: readonly Declared[], ...lines: readonly string[]): string {
  return `${HEAD}${resources.map(declaration).join("\n")}\n${lines.join("\n")}\n`;
}

/** Shorthand for one resource. */
export function declare(
  type: string,
  name: string,
  args: Declared["args"],
  options?: NonNullable<Declared["options"]>,
): Declared {
  return { type, name, args, ...(options === undefined ? {} : { options }) };
}

function declaration({ type, name, args, options }: Declared): string {
  const rest = options === undefined ? "" : `, ${rendered(options)}`;
  return `const ${name} = new orgform.${type}(${JSON.stringify(name)}, ${rendered(args)}${rest});`;
}

function rendered(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) return `[${value.map(rendered).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${rendered(item)}`);
  return `{ ${entries.join(", ")} }`;
}
