import type { Policy, PolicyFor, Severity } from "@orgform/policy";
import { isUnknown, type Known } from "../../model/picture/known.ts";
import type { Picture } from "../../model/picture/picture.ts";
import type { RecordedPlan } from "../../model/picture/planned-change.ts";
import { foreignChangesFor } from "../../picture/foreign-changes.ts";
import { changesFor, pictureAfterPlan } from "../../picture/picture-after-plan.ts";
import { pictureWithState } from "../../picture/picture-with-state.ts";
import type { PictureNeed } from "../../picture/take-picture.ts";
import { touchedBy } from "../../picture/touched-sections.ts";
import { type RecordedStack, StateError } from "../state/read-state.ts";
import { UsageError } from "../usage-error.ts";
import { type CheckReport, checkReport } from "./check-report.ts";
import { compared } from "./compare.ts";
import { loadModuleBeside } from "./load-module.ts";
import { policyPackage } from "../optional-packages.ts";
import { readFileSync } from "node:fs";
import { codeOf } from "../file-error.ts";

/** The default policy file. */
export const USUAL_POLICY = "orgform.policy.yaml";

/** The basis for checking an organization. */
interface Judging {
  readonly policy: Policy;
  /** Path of the policy's file; undefined for the rules that count by default. */
  readonly file: string | undefined;
  readonly failOn: Severity;
  /** A state that shows the declarations of the code, or why they are unknown. */
  readonly state?: Known<RecordedStack> | undefined;
  /** A plan to lay over the organization. */
  readonly planned?: { readonly plan: RecordedPlan; readonly file: string; readonly isAll: boolean };
}

/** Checks an organization in its current form, or after a plan. Requests only the parts of its picture that the rules need. */
export async function checked(
  pictureOf: (needs: readonly PictureNeed[]) => Promise<Picture>,
  { policy, failOn, file, state, planned }: Judging,
): Promise<CheckReport> {
  const { judge, needsOf } = await policyPackage();
  const living = await pictureOf(needsOf(policy).filter((need): need is PictureNeed => need !== "declared"));
  const now = withDeclared(living, state);
  if (planned === undefined) {
    return checkReport({ picture: now, judgement: judge(now, policy), policy: file, failOn });
  }
  const { plan, ...shown } = planned;
  const picture = pictureAfterPlan(now, plan);
  const judgement = judge(picture, policy);
  const foreign = foreignChangesFor(now, plan);
  const differences = compared(judge(declaredBefore(now, plan), policy), judgement, {
    policy,
    touched: touchedBy({ changes: changesFor(now, plan), foreign }),
  });
  return checkReport({ picture, judgement, policy: file, failOn, planned: { ...differences, ...shown, foreign } });
}

function withDeclared(living: Picture, state: Judging["state"]): Picture {
  if (state === undefined) return living;
  return isUnknown(state) ? { ...living, declared: state } : pictureWithState(living, state);
}

/** The state as rules can use it. @throws StateError for one of a newer version */
export function wholeState(state: RecordedStack): RecordedStack {
  const [first] = state.unknown;
  if (first === undefined) return state;
  throw new StateError(
    `The state has the resource ${first}, which this version of Orgform doesn't know. Install the version that the program uses.`,
  );
}

/** The current organization, with the declarations of the code in the state: none of an object that the plan creates. */
function declaredBefore(now: Picture, plan: RecordedPlan): Picture {
  const changes = plan.changes
    .filter(({ before }) => before !== undefined)
    .map((change) => ({ ...change, after: change.before, isReplaced: false, isForgotten: false }));
  return { ...now, declared: pictureAfterPlan(now, { ...plan, changes }).declared };
}

/** How a policy file is read. */
interface ReadingPolicy {
  /** Whether modules that the file names are loaded, which runs their code. */
  readonly mayRunCode: boolean;
}

/**
 * The policy of a file, by the labels of an organization; without a file, that which counts by default.
 *
 * @throws UsageError with every problem of the file
 */
export async function policyIn(file: string | undefined, { mayRunCode }: ReadingPolicy): Promise<PolicyFor> {
  const { DEFAULT_POLICY, PolicyFileError, policyOf, readPolicy } = await policyPackage();
  if (file === undefined) return () => DEFAULT_POLICY;
  const text = readGiven(file, "policy");
  try {
    if (mayRunCode) return await readPolicy(file, text, (path) => loadModuleBeside(file, path));
    // Throws for a file with problems; labels bring no further ones.
    policyOf(file, text);
    return (labels) => policyOf(file, text, labels);
  } catch (error) {
    if (error instanceof PolicyFileError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** The text of a file that a flag names. @throws UsageError */
export function readGiven(file: string, flag: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--${flag} ${file} can't be read: ${codeOf(error)}.`, { cause: error });
  }
}
