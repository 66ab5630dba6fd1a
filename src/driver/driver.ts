/**
 * The lifecycle of a resource: the same flow for every resource and every engine.
 *
 * Every verb observes, then ensures, then sends the differences between observation and declaration, and returns state
 * from the last observation. An engine adapter only translates its calls to these verbs and back.
 */
export { fingerprint, isFingerprintOf, UNCERTAIN } from "./fingerprint.ts";
export { checkArguments } from "../model/function.ts";
export { callFunction, streamFunction } from "./functions/call.ts";
export { removalRefusal } from "./guards.ts";
export { isServerDefault } from "./import.ts";
export type { ElsewhereObject, Findings, LastChange, Unchecked, UnmanagedObject } from "./inventory/findings.ts";
export { list, lookUp } from "./inventory/list.ts";
export { drift, type PropertyDrift } from "./inventory/object-drift.ts";
export type { ForeignObject, IgnoredObjects, RecordedObject } from "./inventory/comparison.ts";
export { stackDrift, mergedDrift } from "./inventory/stack-drift.ts";
export { type ShownRow, type ShownRows, fieldsShown, shownObject, shownRows } from "./inventory/shown-rows.ts";
export { type FoundObject, type Gap, type Survey, survey, type SurveyProgress, whyUnread } from "./inventory/survey.ts";
export { clientErrorIn, codedText } from "./operation-error.ts";
export { check, type CheckOptions, holding } from "./plan/check.ts";
export type { Plan } from "./plan/plan.ts";
export type {
  CreationAttempt,
  CreationRecord,
  CreationStore,
  CreatorIndex,
  IdempotencyRecord,
  RecordStore,
} from "./session/records.ts";
export { RECORDS_KEPT_MS } from "./session/creations.ts";
export { Turns } from "./session/turns.ts";
export { Declarations } from "./session/declarations.ts";
export type { DriverClock } from "./session/clock.ts";
export { type Context, type Reporter, Session } from "./session/session.ts";
export { hasNone } from "./retired.ts";
export { migrate, type Prior, type Stored, upgraded } from "./state.ts";
export type { Found } from "./read.ts";
export { withResolved } from "./hooks/resolved-outputs.ts";
export { plannedOnce, settingFromOtherInput, warnOfRemoval, whyPending } from "./hooks.ts";
export { declarable, find, importable, plan, plannedOutputs, read, reconcile, remove } from "./verbs.ts";
