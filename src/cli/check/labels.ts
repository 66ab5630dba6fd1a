import type { Policy } from "@orgform/policy";
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
      const [, name, value] = /^\s*([^\s=][^=]*?)\s*=\s*(.*?)\s*$/u.exec(pair) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError(`${source} is ${text}; expected names with values: stage=production,region=eu.`);
      }
      return [name, value];
    }),
  );
}

/** Says which overrides of a policy file don't apply, if nobody gave labels; the end says how to give them. */
export function leftOutNotes({ otherLabels = [] }: Policy, file: string, end: string): string[] {
  if (otherLabels.length === 0) return [];
  const all = otherLabels.map((one) =>
    Object.entries(one)
      .map(([name, value]) => `${name}=${value}`)
      .join(),
  );
  return [
    `The overrides for ${[...new Set(all)].join(" and ")} in ${file} don't apply here. To apply those of your organization, ${end}.`,
  ];
}
