/** The cost of matching is divided by this, to compare it with steps. */
const PER_STEP = 50;

/** A pattern that can be matched, with its worst-case cost. */
interface Pattern {
  /** Steps for a text. */
  readonly cost: (text: string) => number;
}

/** One token of a pattern: an escape, a class, the beginning of a group, a repetition, or a character. */
const SIGN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d*,?\d*\}|./gsu;

const isRepetition = (sign: string): boolean => /^(?:\*|\+|\{\d*,\d*\})$/u.test(sign);

/**
 * Reads a pattern. Its time is at most the text's length to the power of its repetitions, doubled by each choice. A
 * repeated group would break that limit, so it is refused.
 *
 * @returns the pattern, or why it's refused
 */
export function patternOf(source: string): Pattern | string {
  try {
    RegExp(source);
  } catch {
    return `${JSON.stringify(source)} is no regular expression`;
  }
  const signs: readonly string[] = source.match(SIGN) ?? [];
  const isRepeatedGroup = signs.some((sign, at) => sign === ")" && /^[*+{]/u.test(signs[at + 1] ?? ""));
  if (isRepeatedGroup)
    return `the pattern ${JSON.stringify(source)} repeats a group; repeat a class such as [a-z] instead`;
  const repetitions = signs.filter(isRepetition).length;
  const isLazy = (at: number): boolean => isRepetition(signs[at - 1] ?? "");
  const choices = signs.filter((sign, at) => sign === "|" || (sign === "?" && !isLazy(at))).length;
  const power = signs[0] === "^" && !signs.includes("|") ? repetitions : repetitions + 1;
  return { cost: ({ length }) => (2 ** choices * length ** power) / PER_STEP };
}
