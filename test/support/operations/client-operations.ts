import type { ClientOperation } from "./operation.ts";
import { ORGANIZATION_OPERATIONS } from "./organization-operations.ts";
import { PERSON_OPERATIONS } from "./person-operations.ts";
import { PIPELINE_OPERATIONS, PROJECT_OPERATIONS } from "./pipeline-operations.ts";

/** The operations of the two contracts, each with its client call. */
export const CLIENT_OPERATIONS: readonly ClientOperation[] = [
  ...ORGANIZATION_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...PIPELINE_OPERATIONS,
  ...PERSON_OPERATIONS,
];
