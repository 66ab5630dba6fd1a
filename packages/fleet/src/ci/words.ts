import type { Changes } from "../run/events.ts";
import { tallyOf } from "../run/tally.ts";
import type { OrganizationResult, RunResults } from "./run-results.ts";

/** The headline for a run's state. */
export function headlineOf({ state, action, organizations }: RunResults): string {
  const { failed, notStarted } = tallyOf(organizations);
  const noun = { plan: "The plan", up: "The run", retire: "The retirement" }[action];
  if (state === "ended" && failed + notStarted === 0)
    return {
      plan: "All organizations are planned",
      up: "All organizations are up",
      retire: "The organization is retired",
    }[action];
  const words = {
    running: "goes on",
    held: "is waiting for approval",
    stopped: "was stopped",
    "cut off": "was cut off",
    ended: "ended with failures",
  } as const;
  return `${noun} ${state === "ended" && failed === 0 ? "ended before all were run" : words[state]}`;
}

/** How many organizations are in each state, in words: "97 succeeded, 1 failed, 2 not started". */
export function tallyText(organizations: readonly OrganizationResult[]): string {
  const { succeeded, failed, notStarted } = tallyOf(organizations);
  const parts = [`${succeeded} succeeded`, ...(failed === 0 ? [] : [`${failed} failed`])];
  return [...parts, ...(notStarted === 0 ? [] : [`${notStarted} not done`])].join(", ");
}

/** "3 created, 1 updated"; for a plan "3 to create". */
export function changesText(changes: Changes, action: RunResults["action"]): string {
  const words = { create: "created", update: "updated", replace: "replaced", delete: "deleted" } as const;
  const said = (Object.keys(words) as (keyof typeof words)[]).flatMap((name) =>
    changes[name] === 0 ? [] : [`${changes[name]} ${action === "plan" ? `to ${name}` : words[name]}`],
  );
  return said.length === 0 ? "nothing to change" : said.join(", ");
}

/** "0.8 s", "42 s", "3 min 5 s", "1 h 12 min". */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/**
 * The commands to run next; none if there is nothing to do.
 *
 * @param words - how the user calls this fleet's command
 */
export function nextCommands(
  { state, action, organizations }: RunResults,
  words: (command: string) => string,
): string[] {
  const { failed, notStarted } = tallyOf(organizations);
  if (state === "running") return [words("status")];
  if (action === "plan") return failed + notStarted === 0 ? [words("up")] : [];
  if (action === "retire")
    return organizations.flatMap((one) => (one.state === "succeeded" ? [] : [words(`retire ${one.name}`)]));
  if (state === "held") return [words("approve"), words("resume")];
  return failed + notStarted > 0 ? [words("resume")] : [];
}
