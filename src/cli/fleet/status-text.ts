import type { Approval, RecordedOrganization, RecordedRun } from "@orgform/fleet";
import { shellWord } from "../../adopt/shell-word.ts";
import { changesText, counted } from "./reporter.ts";

type Shown = Pick<RecordedRun, "id" | "action" | "started" | "reason"> & {
  readonly state: RecordedRun["state"] | "cut off" | "paused";
  readonly options?: Pick<RecordedRun["options"], "plan">;
  readonly approvals?: readonly Approval[] | undefined;
  /** Names that are no longer in the file, and that nobody has retired. */
  readonly left?: readonly string[];
};
type ShownOrganization = Pick<RecordedOrganization, "name" | "wave" | "state"> & {
  readonly outcome?: RecordedOrganization["outcome"];
};

/** How a run stands, wave by wave, with the words that a person types next. */
export function statusText(
  run: Shown,
  organizations: readonly ShownOrganization[],
  words: (command: string) => string,
): string {
  const { state } = run;
  const why = run.reason === undefined ? "" : `: ${run.reason}`;
  const head = `Run ${run.id} (${run.action}), started ${run.started}: ${state}${why}`;
  const waves = byWave(organizations, ({ wave }) => wave).flatMap(([wave, members]) => [
    `Wave ${wave + 1}: ${counted(members.length, "organization")}${waveCounts(members)}`,
    ...members.filter((one) => one.state === "failed" || one.state === "running").map(line),
  ]);
  const left = (run.left ?? []).map(
    (name) => `${name} is no longer in the file: \`${words(`retire ${shellWord(name)}`)}\`.`,
  );
  const resume = `${words("resume")}${run.options?.plan === undefined ? "" : " --plan FILE"}`;
  const isResumed = run.action !== "retire";
  const next = isResumed && ["cut off", "stopped", "paused"].includes(state) ? [`Next: \`${resume}\`.`] : [];
  const held = isResumed && state === "held" ? [`Next: \`${words("approve")}\`, then \`${resume}\`.`] : [];
  return `${[head, ...planLines(run, organizations), ...(run.approvals ?? []).map(approvalLine), ...waves, ...next, ...held, ...left].join("\n")}\n`;
}

function approvalLine({ wave, at, by, comment, signature }: Approval): string {
  const who = signature === undefined ? `${by ?? "somebody"} (unverified)` : `${by} (signed)`;
  return `Wave ${wave} approved by ${who}, ${at}${comment === undefined ? "" : `: ${comment}`}`;
}

function planLines({ options }: Shown, organizations: readonly ShownOrganization[]): string[] {
  const bound = boundText(organizations.map(({ outcome }) => outcome?.bound));
  if (options?.plan === undefined) return bound === "" ? [] : [`Plan kept, ${bound}`];
  return [`Plan ${options.plan}${bound === "" ? "" : `, ${bound}`}`];
}

function waveCounts(members: readonly ShownOrganization[]): string {
  const states = ["succeeded", "failed", "running", "waiting"] as const;
  return states
    .map((state) => [state, members.filter((one) => one.state === state).length] as const)
    .flatMap(([state, number]) => (number === 0 ? [] : [`, ${number} ${state}`]))
    .join("");
}

function line({ name, state, outcome }: ShownOrganization): string {
  const what = outcome?.message?.split("\n")[0] ?? (outcome === undefined ? "" : changesText(outcome.changes));
  return `  ${name}  ${state}  ${what}`.trimEnd();
}

/** Groups a list that is ordered by waves, wave by wave. */
export function byWave<T>(ordered: readonly T[], waveOf: (one: T) => number): (readonly [number, readonly T[]])[] {
  const waves = [...new Set(ordered.map(waveOf))];
  return waves.map((wave) => [wave, ordered.filter((one) => waveOf(one) === wave)] as const);
}

/** How organizations are bound to a plan: `bound: exact`, or the number for each kind of binding; empty without a plan. */
export function boundText(organizations: readonly ("exact" | "checked" | undefined)[]): string {
  const words = (["exact", "checked"] as const).flatMap((word) => {
    const number = organizations.filter((one) => one === word).length;
    return number === 0 ? [] : [{ word, number }];
  });
  const [first] = words;
  if (first === undefined) return "";
  return `bound: ${words.length === 1 ? first.word : words.map(({ word, number }) => `${number} ${word}`).join(", ")}`;
}
