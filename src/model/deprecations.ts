import type { AnyResource } from "./definition.ts";
import { hookOf } from "./hook-of.ts";
import { message, type Reporter, type Text, typeName } from "./messages.ts";

/** What to declare instead of a deprecated resource, in whole sentences; undefined for any other. */
export function deprecationOf(definition: AnyResource): Text | undefined {
  return hookOf(definition, "availability")?.deprecation;
}

/** The warning for programs that declare it: a summary, and what to declare instead; undefined if it isn't deprecated. */
export function deprecationWarningOf(definition: AnyResource): Text | undefined {
  const deprecation = deprecationOf(definition);
  return deprecation === undefined ? undefined : message`${typeName(definition.name)} is deprecated\n${deprecation}`;
}

/** The deprecations that a run has already reported: each kind of resource once, for engines that show every warning. */
export class ReportedDeprecations {
  readonly #kinds = new Set<string>();

  /** Warns about a declared resource, unless its kind was already reported. */
  warnOf(definition: AnyResource, report: Pick<Reporter, "warn">): void {
    if (this.#kinds.has(definition.name)) return;
    const warning = deprecationWarningOf(definition);
    if (warning === undefined) return;
    this.#kinds.add(definition.name);
    report.warn(warning);
  }
}
