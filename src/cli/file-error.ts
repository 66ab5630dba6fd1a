/** The code of an error of the file system: `ENOENT`; the text of any other error. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
}
