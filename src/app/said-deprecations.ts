import type { Reporter } from "../driver/driver.ts";
import { deprecationsIn } from "../model/deprecations.ts";
import type { AnyResource } from "../model/definition.ts";
import type { Values } from "../model/json-value.ts";

/** What a run was told to be deprecated: each kind of resource once, for engines that show every warning. */
export class SaidDeprecations {
  readonly #kinds = new Set<string>();

  /** Warns of what is declared, unless something of the kind was warned of before. */
  warnOf(definition: AnyResource, inputs: Values, report: Pick<Reporter, "warn">): void {
    if (this.#kinds.has(definition.name)) return;
    const found = deprecationsIn(definition, inputs);
    if (found === undefined) return;
    this.#kinds.add(definition.name);
    report.warn(found.text);
  }
}
