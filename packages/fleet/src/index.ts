/** `@orgform/fleet`: many organizations from one description. */
export { CredentialError } from "./credentials/credential-keys.ts";
export { type Approval, statementText } from "./approvals/approval.ts";
export { readApprovers } from "./approvals/approvers-file.ts";
export { ApprovalError } from "./approvals/approval-error.ts";
export { NAMESPACE, signed } from "./approvals/ssh-signature.ts";
export type { Word } from "./approvals/give-approval.ts";
export { type BoundPlan, digestOf, PlanFileError } from "./bound/bound-plan.ts";
export { openedPlan, sealedPlan } from "./bound/plan-file.ts";
export { type PlanKey, planKeyFrom, type PlanLock, recipientsFrom } from "./bound/plan-key.ts";
export { resultsComment } from "./ci/comment.ts";
export { joined, type JoinedResults } from "./ci/joined-results.ts";
export { githubMatrix, gitlabParallel, shardsWithOrganizations } from "./ci/matrix.ts";
export { type OrganizationResult, readResults, ResultsError, resultsText, type RunResults } from "./ci/run-results.ts";
export { promote, type Promotion, PromotionError, type PromotionRequest } from "./promotion/promote.ts";
export { runPage, type PageOptions } from "./page/run-page.ts";
export { type Selection, selected, SelectionError } from "./expansion/selection.ts";
export { FleetStates, type StatePlace } from "./drift/fleet-states.ts";
export { type Fleet, type FleetOrganization, type Value } from "./expansion/expand.ts";
export { shardOf } from "./expansion/waves.ts";
export { FleetFileError, type FleetProblem } from "./file/fleet-problem.ts";
export { fleetFileSchema } from "./file/fleet-schema.ts";
export type { EngineRun, EngineStack, FleetEngine, PlanToApply, TemplateValues, Yaml } from "./fleet-engine.ts";
export { FleetSession } from "./fleet-session.ts";
export type { RunControl, SessionOptions } from "./session-options.ts";
export { NothingToResumeError } from "./run/resumption.ts";
export { fleetOf, readFleetFile } from "./read-fleet-file.ts";
export { credentialId } from "./budget/credential-id.ts";
export { estimateRun, type RunToEstimate } from "./budget/estimate.ts";
export { type Ledger, type LedgerOptions, startLedger } from "./budget/ledger-server.ts";
export type { CommonCount, CommonCounts, CountReport } from "./budget/common-counts.ts";
export { type BudgetLimits } from "./budget/limits.ts";
export { type Retirement } from "./retirement/retirement.ts";
export { RetirementError } from "./retirement/facts.ts";
export { RecordError } from "./record/database.ts";
export { FleetBusyError } from "./record/run-lock.ts";
export type { RecordedOrganization, RecordedRun, RunOptions, RunRecord } from "./record/run-record.ts";
export type { PlannedOrganization, RunPlan, Standing } from "./run/run-plan.ts";
export type {
  Changes,
  Dealings,
  FleetAction,
  FleetEvent,
  OnEvent,
  Outcome,
  PlannedObject,
  RunState,
  SavedPlan,
} from "./run/events.ts";
export type { JudgePlan, PlanToJudge, PlanVerdict } from "./run/plan-judge.ts";
export type { Cause } from "./run/causes.ts";
export { objectSections, type ObjectSection } from "./run/object-sections.ts";
export type { OrganizationState, Tally } from "./run/tally.ts";
