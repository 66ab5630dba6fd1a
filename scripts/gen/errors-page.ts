/** A code with its explanation. */
export interface CodeEntry {
  readonly summary: string;
  readonly remedy: string;
}

/** The page of all error codes. */
export function errorsPage(tables: readonly { title: string; codes: Readonly<Record<string, CodeEntry>> }[]): string {
  const sections = tables.map(({ title, codes }) => {
    const entries = Object.entries(codes)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([code, { summary, remedy }]) => `### ${code}\n\n${summary}\n\nWhat to do: ${remedy}`);
    return `## ${title}\n\n${entries.join("\n\n")}`;
  });
  return `<!-- Written by \`npm run gen\` from src/model/diagnostics.ts and src/client/error-codes.ts; do not edit. -->

# Error codes

Every error carries a code. Codes that are not listed here come from the service as they are.

${sections.join("\n\n")}
`;
}
