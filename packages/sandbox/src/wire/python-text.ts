/**
 * Renders a value as the service's language prints it in a message: the service puts raw values, and whole error
 * structures, into its texts.
 * @source live service 2025-08, flow 3:48-53, 3:99-115
 */
export function pythonText(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return quotedText(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${quotedText(key)}: ${pythonText(item)}`);
  return `{${entries.join(", ")}}`;
}

/** The same for a separate string, which has no quotes. */
export function pythonString(value: unknown): string {
  return typeof value === "string" ? value : pythonText(value);
}

/** Single quotes, unless the string contains only those. */
export function quotedText(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  if (escaped.includes("'") && !escaped.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

/** Name of a JSON value's type in the service's language. @source live service 2025-08, flows 1:102, 6:184, 6:195 */
export function pythonTypeName(value: unknown): string {
  if (value === null) return "NoneType";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

/** Whether a value is true in the service's language. */
export function pythonTruth(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
