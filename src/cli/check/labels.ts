import { UsageError } from "../usage-error.ts";

/**
 * Labels from the flag `--labels`, or from a variable.
 *
 * @param source - for messages
 * @throws UsageError
 */
export function labelsIn(text: string | undefined, source = "--labels"): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const [, name, value] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/u.exec(pair) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError(`${source} is ${text}; expected names with values: stage=production,region=eu.`);
      }
      return [name, value];
    }),
  );
}
