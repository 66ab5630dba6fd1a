import type * as z from "zod";

import { LocatedDocument, requiredWords } from "./located-document.generated.ts";
import { WatchFileError } from "./watch-problem.ts";
import { type WatchFile, watchSchema } from "./watch-schema.ts";

/** The settings without a file. */
export const DEFAULT_WATCH_FILE: WatchFile = watchSchema.parse({});

/**
 * Reads the text of a watch file.
 *
 * @param file - its path, for messages
 * @throws WatchFileError with every problem, each with its line and field
 */
export function watchFileOf(file: string, text: string): WatchFile {
  const document = new LocatedDocument(file, text, WatchFileError);
  const parsed = watchSchema.safeParse(document.values() ?? {}, { error: requiredWords, reportInput: true });
  if (!parsed.success) {
    const issues = parsed.error.issues.flatMap(innermost);
    throw new WatchFileError(issues.map(({ path, message }) => document.problem(path, message)));
  }
  const { channels, routes = [] } = parsed.data;
  const strange = routes.flatMap(({ to }, index) =>
    to.flatMap((name, place) =>
      Object.hasOwn(channels, name) ? [] : [{ path: ["routes", index, "to", place], name }],
    ),
  );
  if (strange.length === 0) return parsed.data;
  throw new WatchFileError(strange.map(({ path, name }) => document.problem(path, `there is no channel ${name}`)));
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** For a value with several allowed forms: why it doesn't match the closest one. */
function innermost(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: "is no field of a watch file here" }));
  }
  if (issue.code === "invalid_key") return issue.issues.map(({ message }) => ({ path: issue.path, message }));
  // The value isn't repeated: if it is a URL instead of the name of its variable, it is a secret.
  if (issue.code === "invalid_union" && issue.path.some((part) => SECRET_FIELDS.includes(String(part)))) {
    return [{ path: issue.path, message: "expected {environment: NAME} or {file: PATH}, never the secret itself" }];
  }
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const nearest = issue.errors.at(-1) ?? [];
  return nearest.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

const SECRET_FIELDS: readonly string[] = ["url", "secret", "token", "server", "database"];
