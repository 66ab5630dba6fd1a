/**
 * The relevant part of a failed command of the engine: its errors, or else the end of its error stream. The package
 * provides code, output, and error stream as one text.
 *
 * @source @pulumi/pulumi 3.248.0, automation/errors, `CommandError`
 */
export function commandFailure(text: string): string {
  const [, stdout = "", stderr = ""] =
    /^code: -?\d+\n stdout: ([\s\S]*?)\n stderr: ([\s\S]*?)(?:\n err\?: [\s\S]*)?$/u.exec(text) ?? [];
  const said = [stderr, stdout].map((one) => one.trim()).filter((one) => one !== "");
  const errors = said.flatMap(errorsIn);
  if (errors.length > 0) return [...new Set(errors)].join("\n");
  return said[0] === undefined ? text : said[0].split("\n").slice(-MOST_LINES).join("\n");
}

const MOST_LINES = 10;

/** Lines that begin with `error:`, with or without the mark of a tree, and the indented lines after each. */
function errorsIn(text: string): string[] {
  const found: string[] = [];
  let isWithin = false;
  for (const line of text.split("\n")) {
    const [, error] = /^\s*error: (.*)$/u.exec(line) ?? [];
    if (error !== undefined) found.push(error.trim());
    else if (isWithin && /^\s{2,}\S/u.test(line)) found.push(line.trim());
    isWithin = error !== undefined || (isWithin && /^\s{2,}\S/u.test(line));
  }
  return found.filter((one) => !/(?:update|preview) failed$/u.test(one));
}
