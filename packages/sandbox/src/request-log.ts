/** One request to the service part, without headers, body, or key. */
export type LoggedRequest = {
  readonly method: string;
  /** Path and query as sent, without anything that looks like a key. */
  readonly path: string;
  /** Status sent, or null if a fault cut the connection before any response. */
  readonly status: number | null;
  /** When the request arrived, ISO 8601 by the sandbox's clock. */
  readonly at: string;
  /** Kind of the fault that acted on it; absent otherwise. */
  readonly fault?: string;
};

/** The requests since the start or the last clearing. */
export type RequestLog = {
  add(entry: LoggedRequest, route: string): void;
  list(): LoggedRequest[];
  /** Number of requests by "METHOD /route/template/". */
  counts(): Record<string, number>;
  clear(): void;
};

/** Above this number, older entries are dropped, so a long-running sandbox doesn't grow endlessly. */
const MAX_ENTRIES = 50_000;

/** Creates an empty request log. */
export function createRequestLog(): RequestLog {
  let entries: { entry: LoggedRequest; route: string }[] = [];
  return {
    add(entry, route) {
      entries.push({ entry, route });
      if (entries.length > MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES / 2);
    },
    list: () => entries.map(({ entry }) => entry),
    counts() {
      const counts: Record<string, number> = {};
      for (const { entry, route } of entries) {
        const name = `${entry.method} ${route}`;
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    },
    clear() {
      entries = [];
    },
  };
}

/** Removes keys from a path and query: the `personal_api_key` parameter and anything shaped like a key. */
export function pathWithoutKeys(pathAndQuery: string): string {
  const [path, query] = splitOnce(pathAndQuery, "?");
  const kept = (query ?? "").split("&").filter((part) => part !== "" && !isKeyParameter(part));
  const joined = kept.length === 0 ? path : `${path}?${kept.join("&")}`;
  return joined.replace(/ph[a-z]_[A-Za-z0-9_-]+/g, "[key]");
}

function isKeyParameter(part: string): boolean {
  const name = part.split("=")[0] ?? "";
  return /^personal_api_key$/i.test(decodeLoosely(name));
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
