/** `@orgform/policy`: rules for organizations, checked against their picture. */
export type { LoadModule } from "./file/module-rules.ts";
export { type PolicyFor, policyOf, readPolicy } from "./file/read-policy.ts";
export { PolicyFileError, type PolicyProblem } from "./file/policy-problem.ts";
export { policyFileSchema } from "./file/policy-schema.ts";
export {
  cannotTell,
  type CannotTell,
  type FoundObject,
  requires,
  type Said,
  violation,
  type Violation,
  where,
  whereAll,
  whereDeclared,
  whereEach,
} from "./findings.ts";
export { type Allowed, type Finding, judge, type Judgement, needsOf, type Unjudged } from "./judge.ts";
export { moduleRule, type ModuleRule } from "./module-rule.ts";
export {
  type Access,
  type AccessedProject,
  type AccessReason,
  EffectiveAccess,
  type Person,
} from "./picture/access.generated.ts";
export { isUnknown } from "./picture/known.generated.ts";
export type { Picture } from "./picture/picture.generated.ts";
export { type ActiveRule, DEFAULT_POLICY, type Exception, type Labels, type Policy } from "./policy.ts";
export {
  type AnyRule,
  type Example,
  type Examples,
  type Need,
  type References,
  type Rule,
  SEVERITIES,
  type Severity,
} from "./rule.ts";
export { RULES } from "./rules/index.ts";
