import { type FlagValues, readText } from "../flag-values.ts";
import { watchPackage } from "../optional-packages.ts";
import { UsageError } from "../usage-error.ts";

/** The duration of `--every`; undefined without the flag. @throws UsageError for an invalid duration */
export async function everyIn(flags: FlagValues): Promise<string | undefined> {
  const every = readText(flags["every"]);
  if (every === undefined) return undefined;
  const { isDuration } = await watchPackage();
  if (isDuration(every)) return every;
  throw new UsageError(`--every is ${every}; it must be a duration such as 30m, 1h, or 1d.`);
}
