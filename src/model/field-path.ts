/** Keys that need no quotes in a path. */
const PLAIN_KEY = /^[\w$-]+$/u;

/** One step of a path at its beginning: `.name` or `name`, `[2]`, `["a key"]`. */
const STEP = /^(?:\.?(?<name>[\w$-]+)|\[(?<index>\d+)\]|\[(?<key>"(?:[^"\\]|\\.)*")\])/u;

/** Writes a path as a user would: `destination.config.region`, `emails[2]`, `source["plugin.json"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      if (!PLAIN_KEY.test(String(key))) return `[${JSON.stringify(String(key))}]`;
      return `${index === 0 ? "" : "."}${String(key)}`;
    })
    .join("");
}

/** The steps of a path as {@link pathText} writes it: names and keys as texts, places in a list as numbers. */
export function stepsOf(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let rest = path; rest !== "";) {
    const match = STEP.exec(rest);
    // What is no path is one name: a message is better printed as it is than not at all.
    if (match?.groups === undefined) return [path];
    const { name, index, key } = match.groups;
    steps.push(name ?? (index === undefined ? String(JSON.parse(key ?? '""')) : Number(index)));
    rest = rest.slice(match[0].length);
  }
  return steps;
}
