import type { Answers } from "../pipeline/exchange.ts";
import { findAnswerFault } from "./check-response.ts";
import type { ResourceSpec } from "./field.ts";
import { dictionaryIn } from "./read-value.ts";

/** Values of a property: a list, and in 2026-09 an object. @source service 2026-09, persons-and-events.md, values */
export function valuesOf(resource: ResourceSpec): Answers {
  const list = { kind: "list", resource } as const;
  return {
    documented: list,
    "2025-08": list,
    "2026-09": {
      kind: "checked",
      check(body, dialect) {
        const { results, refreshing, ...rest } = dictionaryIn(body);
        const isEnvelope = typeof refreshing === "boolean" && Object.keys(rest).length === 0;
        return isEnvelope ? findAnswerFault(list, results, dialect) : "the answer is not values and refreshing";
      },
    },
  };
}
