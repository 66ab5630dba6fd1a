/** Keys that need no quotes in a path. */
const PLAIN_KEY = /^[\w$-]+$/u;

/** One step at the beginning of a path: `.name` or `name`, `[2]`, `["a key"]`. */
const STEP = /^(?:\.?(?<name>[\w$-]+)|\[(?<index>\d+)\]|\[(?<key>"(?:[^"\\]|\\.)*")\])/u;

/** Writes a path in the user's form: `destination.config.region`, `emails[2]`, `source["plugin.json"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      if (!PLAIN_KEY.test(String(key))) return `[${JSON.stringify(String(key))}]`;
      return `${index === 0 ? "" : "."}${String(key)}`;
    })
    .join("");
}

/** The steps of a path in the form of {@link pathText}: names and keys as strings, indexes in a list as numbers. */
export function stepsOf(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let rest = path; rest !== "";) {
    const match = STEP.exec(rest);
    // A string that isn't a path counts as one name: an unchanged message is better than none.
    if (match?.groups === undefined) return [path];
    const { name, index, key } = match.groups;
    steps.push(name ?? (index === undefined ? String(JSON.parse(key ?? '""')) : Number(index)));
    rest = rest.slice(match[0].length);
  }
  return steps;
}
