import { UsageError } from "./usage-error.ts";

type FlagValue = string | boolean | readonly string[] | undefined;

/** Values of the flags that were given, by the flags' names; a flag that was not given is absent. */
export type FlagValues = Readonly<Record<string, FlagValue>>;

/** Reads a flag that allows certain words only. @throws UsageError naming flag, value and the words */
export function readChoice<Word extends string>(
  flag: string,
  value: FlagValue,
  allowed: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = allowed.find((each) => each === value);
  if (word === undefined)
    throw new UsageError(`--${flag} is ${value === "" ? "empty" : String(value)}; it must be ${allowed.join(" or ")}.`);
  return word;
}

/** Reads a flag that can be repeated; empty values count as absent. */
export function readTexts(value: FlagValue): readonly string[] {
  return typeof value === "object" ? value.filter((one) => one !== "") : [];
}

/** Reads a flag whose value is text; one that is empty counts as absent. */
export function readText(value: FlagValue): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
