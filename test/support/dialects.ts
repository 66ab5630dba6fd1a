import { isInFull } from "./extent.ts";

/** The dialects of the service that the tables run in. */
export const DIALECTS = ["documented", "2025-08"] as const;

/** Resources whose rows of the tables run in the newest dialect as well. */
export const ROWS_IN_NEWEST: readonly string[] = [
  "BatchExport",
  "Domain",
  "DomainSso",
  "DomainVerification",
  "Invite",
  "Member",
  "Membership",
  "Organization",
  "PipelineDestination",
  "PipelineFrontendApp",
  "PipelineImportApp",
  "PipelineTransformation",
  "Plugin",
  "OrganizationMembers",
  "OrganizationSettings",
  "Project",
  "ProxyRecord",
  "ProxyRecordValidation",
  "Role",
  "RoleMembership",
];

/**
 * The dialects of a scenario that starts an engine, which knows nothing of dialects: one, that of the running service.
 *
 * One scenario of each engine meets the others in every run, to show that the engine gets along with them: `acceptance/dialects`.
 */
export const SCENARIO_DIALECTS: readonly (typeof DIALECTS)[number][] = isInFull() ? DIALECTS : ["2025-08"];
