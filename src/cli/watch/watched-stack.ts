import type { TakenLook, Watched, WatchFile } from "@orgform/watch";
import type { Policy } from "@orgform/policy";
import { type DriftReport, driftReport } from "../../app/drift/drift-report.ts";
import { countingRequests } from "../../app/request-count.ts";
import type { Settings } from "../../app/settings.ts";
import { checked, wholeState } from "../check/checked.ts";
import { pictured, SILENT } from "../commands/picture.ts";
import { comparedHere } from "../drift/compared-here.ts";
import type { IgnoreRules } from "../drift/ignore.ts";
import type { RecordedStack } from "../state/read-state.ts";
import type { SharedSessions } from "../fleet/shared-sessions.ts";
import { driftFindings, driftGaps } from "./drift-findings.ts";
import { policyFindings, policyGaps } from "./policy-findings.ts";

/** A stack, with what looks at it take from the flags and the watch file. */
export interface StackToWatch {
  readonly name: string;
  readonly file: WatchFile;
  readonly labels: Watched["labels"];
  readonly budget: Watched["budget"];
  /** Its current state, and how to reach the service. */
  readonly place: () => Promise<{ readonly state: RecordedStack; readonly settings: Settings }>;
  readonly ignored: IgnoreRules;
  readonly isStrict: boolean;
  readonly timeoutSeconds: number;
  readonly policy: JudgedBy | undefined;
  /** Shared by checks of several organizations; without it, each check has its own sessions. */
  readonly sessions?: SharedSessions;
}

/** A policy, and the path of its file. */
export interface JudgedBy {
  readonly policy: Policy;
  readonly file: string;
}

/** The policy for an organization with some labels. */
export type PolicyOf = (labels: Watched["labels"]) => JudgedBy;

/** A stack in a watcher's form: the comparison of `orgform drift`, and with a policy that of `orgform check`. */
export function watchedStack(stack: StackToWatch): Watched {
  return {
    name: stack.name,
    labels: stack.labels,
    budget: stack.budget,
    look: async (signal) => {
      const { result, requests } = await countingRequests(() => lookAt(stack, signal));
      return { ...result, requests };
    },
    revision: async () => (await stack.place()).state.revision,
  };
}

async function lookAt(stack: StackToWatch, signal: AbortSignal): Promise<TakenLook> {
  const { name, ignored, isStrict, timeoutSeconds, sessions } = stack;
  const { severities } = stack.file;
  const { state, settings } = await stack.place();
  const options = { ...comparedHere(state.engine), isStrict, timeoutSeconds, signal };
  const report = await (sessions === undefined
    ? driftReport(state, settings, ignored, options)
    : sessions.use(name, (shared) => driftReport(state, settings, ignored, { ...options, sessions: shared })));
  signal.throwIfAborted();
  const rules = await judged(stack, { state, settings }, report);
  return {
    revision: state.revision,
    findings: [...driftFindings(report, severities), ...rules.findings],
    gaps: [...driftGaps(report, state.objects, severities), ...rules.gaps],
  };
}

/** The results of the rules for every organization of the stack; for one that can't be read, they are unknown. */
async function judged(
  { policy, file }: StackToWatch,
  { state, settings }: Awaited<ReturnType<StackToWatch["place"]>>,
  { organizations }: DriftReport,
): Promise<Pick<TakenLook, "findings" | "gaps">> {
  if (policy === undefined) return { findings: [], gaps: [] };
  const looks = await Promise.all(
    organizations.map(async (organization) => {
      try {
        const report = await checked((needs) => pictured(settings, organization, needs, SILENT), {
          ...policy,
          failOn: "error",
          state: wholeState(state),
        });
        return { findings: policyFindings(report), gaps: policyGaps(report) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const severity = file.severities.unchecked ?? "warning";
        return { findings: [], gaps: [{ type: "gap", source: "policy", severity, reason, isSilent: false } as const] };
      }
    }),
  );
  return { findings: looks.flatMap(({ findings }) => findings), gaps: looks.flatMap(({ gaps }) => gaps) };
}
