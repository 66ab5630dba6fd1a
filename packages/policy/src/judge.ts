import type { CannotTell, FoundObject, Said, Violation } from "./findings.ts";
import type { Picture } from "./picture/picture.generated.ts";
import type { ActiveRule, Exception, Policy } from "./policy.ts";
import type { Need, References, Severity } from "./rule.ts";

interface OfRule {
  /** ID of the rule. */
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly why: string;
  readonly remedy: string;
  readonly references: References;
  /** Path of the rule's page in the documentation; absent for a rule that has none. */
  readonly page?: string;
}

/** A violation of a rule. */
export type Finding = OfRule & Violation;

/** Something that a rule can't check. */
export type Unjudged = OfRule & CannotTell;

/** A finding that an exception allows. */
export interface Allowed {
  readonly finding: Finding;
  readonly exception: Exception;
}

/** The results of a policy's rules for a picture. */
export interface Judgement {
  readonly findings: readonly Finding[];
  readonly unjudged: readonly Unjudged[];
  readonly allowed: readonly Allowed[];
  /** IDs of the rules that passed, without findings or anything uncheckable, in order. */
  readonly passed: readonly string[];
}

/** The parts of a picture that the rules of a policy use. */
export function needsOf({ rules }: Policy): readonly Need[] {
  return [...new Set(rules.flatMap(({ rule }) => rule.needs))];
}

/** Checks a picture. Pure: the current time is the time of the picture. */
export function judge(picture: Picture, { rules, exceptions }: Policy): Judgement {
  const said = rules.map((active) => ({ active, sentences: active.rule.judge(picture, active.parameters) }));
  const today = picture.takenAt.slice(0, "2026-01-31".length);
  const all = said.flatMap(({ active, sentences }) => sentences.map((one) => withRule(active, one)));
  const violations = all.filter((one): one is Finding => one.kind === "violation");
  const current = exceptions.filter(({ until }) => until >= today);
  const judged = violations.map((finding) => ({ finding, exception: current.find((one) => allows(one, finding)) }));
  return {
    findings: [
      ...judged.flatMap(({ finding, exception }) => (exception === undefined ? [finding] : [])),
      ...exceptions.filter(({ until }) => until < today).map(runOut),
    ],
    unjudged: all.filter((one): one is Unjudged => one.kind === "unknown"),
    allowed: judged.flatMap(({ finding, exception }) => (exception === undefined ? [] : [{ finding, exception }])),
    passed: said.flatMap(({ active, sentences }) => (sentences.length === 0 ? [active.rule.id] : [])),
  };
}

function withRule({ rule, severity }: ActiveRule, said: Said): OfRule & Said {
  const { id, title, why, remedy, references, page } = rule;
  return { rule: id, title, severity, why, remedy, references, ...(page === undefined ? {} : { page }), ...said };
}

function allows({ rule, object }: Exception, finding: Finding): boolean {
  return finding.rule === rule && isNamed(finding.object, object);
}

const isNamed = ({ id, name }: FoundObject, word: string): boolean => id === word || name === word;

/** An expired exception that nobody renewed is a finding itself. */
function runOut({ rule, object, reason, until, by }: Exception): Finding {
  return {
    rule: "exception-run-out",
    title: "No exception in the policy has expired",
    severity: "warning",
    why: `${by} allowed it until then: ${reason}`,
    remedy: "Fix the object and delete the exception, or renew the exception.",
    references: {},
    kind: "violation",
    object: { resourceName: "Exception", id: `${rule}/${object}`, name: object },
    field: "until",
    is: until,
    shouldBe: "a day in the future",
  };
}
