import type { Router } from "./pipeline/find-route.ts";
import { CONTRACT_OPERATIONS } from "./wire/contract-operations.generated.ts";

/** One operation of the contract and how the sandbox handles it. */
export type CoverageEntry = {
  readonly method: string;
  readonly path: string;
  readonly state: "served" | "refused";
  /** Query parameters with an effect; all others are ignored, as in the service. */
  readonly parameters?: readonly string[];
  /** Why an operation is refused; also the text of its 501. */
  readonly reason?: string;
};

/** Why an unsupported operation is refused; the text of its 501. */
export const REFUSAL_REASON = "It isn't part of the sandbox yet.";

/** Lists all operations of the contract by path and method. */
export function coverage(router: Router): CoverageEntry[] {
  const entries = CONTRACT_OPERATIONS.map(([method, template]): CoverageEntry => {
    const operation = router.find(template).route?.operations[method];
    if (operation === undefined) {
      return { method, path: template, state: "refused", reason: REFUSAL_REASON };
    }
    const parameters = operation.isList === true ? ["limit", "offset"] : [];
    return { method, path: template, state: "served", parameters };
  });
  return entries.sort((left, right) => compareText(left.path, right.path) || compareText(left.method, right.method));
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
