/** The placeholders of a template. */
export const PLACEHOLDERS = [
  "organization",
  "count",
  "event",
  "severity",
  "resource",
  "name",
  "field",
  "rule",
  "detail",
] as const;

/** Values by placeholder. */
export type TemplateValues = Readonly<Partial<Record<(typeof PLACEHOLDERS)[number], string>>>;

/** The template with its placeholders filled, empty if there is no value. Values are never parsed as templates. */
export function filled(template: string, values: TemplateValues): string {
  return template.replaceAll(/\{([a-z]+)\}/gu, (whole, word: string) => {
    const placeholder = PLACEHOLDERS.find((one) => one === word);
    return placeholder === undefined ? whole : (values[placeholder] ?? "");
  });
}
