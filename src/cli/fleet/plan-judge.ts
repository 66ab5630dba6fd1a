import { relative } from "node:path";
import process from "node:process";
import type { FleetSession, JudgePlan, PlanVerdict } from "@orgform/fleet";
import type { RecordedPlan } from "../../model/picture/planned-change.ts";
import type { CheckReport } from "../check/check-report.ts";
import { checked, policyIn } from "../check/checked.ts";
import { type CheckLine, linesOf } from "../check/lines.ts";
import { pictured, SILENT } from "../commands/picture.ts";
import { settingsOf } from "../settings.ts";
import { readPlanText } from "../state/read-plan.ts";

/**
 * Checks plans against the policy in a fleet file; undefined if it names none.
 *
 * @throws UsageError with every problem of the policy file
 */
export async function planJudgeOf({ fleet }: FleetSession): Promise<JudgePlan | undefined> {
  if (fleet.policy === undefined) return undefined;
  const file = relative(process.cwd(), fleet.policy);
  const policyFor = await policyIn(file, { mayRunCode: true });
  return async (planned) => {
    const plan = readPlanText(planned.text, `The plan of ${planned.organization.name}`);
    const policy = policyFor(planned.organization.labels);
    const reports: CheckReport[] = [];
    for (const organization of organizationsOfPlan(plan)) {
      const pictureOf: Parameters<typeof checked>[0] = (needs) =>
        pictured(settingsOf({}, planned.environment), organization, needs, SILENT);
      const judging = { policy, file, failOn: "error" as const, planned: { plan, file: "", isAll: false } };
      reports.push(await checked(pictureOf, judging));
    }
    return verdictOf(reports, plan);
  };
}

/** IDs of the organizations that a plan is about, as far as they exist. */
function organizationsOfPlan({ changes }: RecordedPlan): string[] {
  const ids = changes.flatMap(({ resource, id, before, after }) => [
    ...(resource === "Organization" ? [id] : []),
    before?.["organizationId"],
    after?.["organizationId"],
  ]);
  return [...new Set(ids.filter((id): id is string => typeof id === "string" && id !== ""))];
}

/** The verdict on a plan, by the reports on its organizations. What a plan can change and nobody can tell isn't applied, either. */
export function verdictOf(reports: readonly CheckReport[], plan: Pick<RecordedPlan, "changes">): PlanVerdict {
  const broken = reports.flatMap((report) =>
    linesOf(report)
      .filter(({ severity, change }) => severity === "error" && change !== "stays")
      .map(brokenLine),
  );
  const [not] = [...new Set(reports.flatMap(({ notLaidOver }) => notLaidOver.map(({ by }) => by)))];
  if (not !== undefined) return { broken, unjudged: `it has changes by ${not}, which no rule sees.` };
  if (reports.length > 0 || plan.changes.length === 0) return { broken };
  return { broken, unjudged: "its organization doesn't exist yet. Run `orgform fleet check` afterwards." };
}

function brokenLine({ isFinding, rule, resource, name, field, is, shouldBe, remedy }: CheckLine): string {
  const place = `${rule}: ${resource} ${name}: ${field}`;
  if (isFinding) return `${place} is ${is}; should be ${shouldBe}. ${remedy}`;
  return `${place} can't be checked: ${is}. Give the key access to it, or set the rule to \`warning\` in the policy file.`;
}
