import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type * as z from "zod";

import { expanded, type Fleet } from "./expansion/expand.ts";
import { FleetFileError } from "./file/fleet-problem.ts";
import { fleetSchema } from "./file/fleet-schema.ts";
import { LocatedDocument, requiredWords } from "./file/located-document.ts";
import type { FleetEngine } from "./fleet-engine.ts";
import { membersOf } from "./members.ts";

/**
 * Reads a fleet file and expands it.
 *
 * @param file - its path; the paths of templates are relative to its folder
 * @param engines - all engines that can run its templates
 * @throws FleetFileError with every problem, each with its line and field
 */
export function readFleetFile(file: string, engines: readonly FleetEngine[]): Fleet {
  return fleetOf(file, fleetText(file), engines);
}

/** The same for a text that was already read. */
export function fleetOf(file: string, text: string, engines: readonly FleetEngine[]): Fleet {
  const document = new LocatedDocument(file, text, FleetFileError);
  const parsed = fleetSchema(engines).safeParse(document.values(), { error: requiredWords });
  if (!parsed.success) {
    const issues = parsed.error.issues.flatMap(innermost);
    throw new FleetFileError(issues.map(({ path, message }) => document.problem(path, message)));
  }
  return expanded(parsed.data, { document, folder: resolve(dirname(file)), engines });
}

function fleetText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "it is no file" } = membersOf(error);
    const reason = `cannot be read: ${String(code)}. Give the fleet file with --file.`;
    throw new FleetFileError([{ file, line: 1, field: "", reason }]);
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Whether a form is of another kind of value altogether, such as a word in place of fields. */
const isOtherKind = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.some(({ code, path }) => code === "invalid_type" && path.length === 0);

/** For a value with several allowed forms: why it doesn't match the closest one. */
function innermost(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: "is no field of a fleet file here" }));
  }
  if (issue.code === "invalid_key") return issue.issues.map(({ message }) => ({ path: issue.path, message }));
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const [nearest = []] = issue.errors.toSorted(
    (one, other) => Number(isOtherKind(one)) - Number(isOtherKind(other)) || one.length - other.length,
  );
  return nearest.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}
