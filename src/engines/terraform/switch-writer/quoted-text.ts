/**
 * Escapes of JSON that HCL lacks, and the start of a template after a sign, because a doubled sign has another meaning
 * there.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  "\\b": "\\u0008",
  "\\f": "\\u000c",
  "$${": "$\\u0024{",
  "%${": "%\\u0024{",
  "$%{": "$\\u0025{",
  "%%{": "%\\u0025{",
};

/** A string or a number as a literal. @source HCL native syntax specification */
export const quoted = (value: string | number): string =>
  JSON.stringify(value).replaceAll(/\\.|[$%]{1,2}\{/gu, (found) => {
    const isTemplate = found.length === 2 && found.endsWith("{");
    return ESCAPES[found] ?? (isTemplate ? `${found[0]}${found}` : found);
  });
