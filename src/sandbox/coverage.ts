import type { Router } from "./pipeline/find-route.ts";
import { CONTRACT_OPERATIONS } from "./wire/contract-operations.generated.ts";

/** One operation of the contract and what the sandbox does with it. */
export type CoverageEntry = {
  readonly method: string;
  readonly path: string;
  readonly state: "served" | "refused";
  /** Query parameters that have an effect; everything else in a query is passed over, as in the service. */
  readonly parameters?: readonly string[];
  /** Why a refused operation is refused; also the text of its 501. */
  readonly reason?: string;
};

/** Reasons by the noun in the path. */
const REASONS: Readonly<Record<string, string>> = {
  batch_exports: "Batch exports are not part of the sandbox yet.",
  invites: "Invites are not part of the sandbox yet.",
  members: "Members are read-only data of the sandbox so far: change them through its control plane.",
  persons: "Persons and what is computed from them need an analytics store, which the sandbox does not have yet.",
  events: "Events need an analytics store, which the sandbox does not have yet.",
  proxy_records: "Proxy records are not part of the sandbox yet.",
  roles: "Roles and role memberships are not part of the sandbox yet.",
};

const OTHER_REASON = "It is not part of the sandbox yet.";

/** Says why a path is refused. */
export function refusalReason(template: string): string {
  const noun = template.split("/")[4] ?? "";
  return REASONS[noun] ?? OTHER_REASON;
}

/** Lists all operations of the contract by path and method. */
export function coverage(router: Router): CoverageEntry[] {
  const entries = CONTRACT_OPERATIONS.map(([method, template]): CoverageEntry => {
    const operation = router.find(template).route?.operations[method];
    if (operation === undefined) {
      return { method, path: template, state: "refused", reason: refusalReason(template) };
    }
    const parameters = operation.isList === true ? ["limit", "offset"] : [];
    return { method, path: template, state: "served", parameters };
  });
  return entries.sort((left, right) => compareText(left.path, right.path) || compareText(left.method, right.method));
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
