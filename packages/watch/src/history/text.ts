import { detailWords, eventWords, oneLine, subjectWords } from "../outbox/message.ts";
import type { History, HistoryOpen } from "./history.ts";

/** For a terminal: each organization with its current findings, then the events. */
export function historyText(history: History): string {
  const { organizations, open, events, messages, meanSecondsToResolve, sinceAt } = history;
  if (organizations.length === 0) return "Nothing was watched yet.\n";
  const blocks = organizations.map(({ name, lastLookAt, lastSuccessAt, lastOutcome }) => {
    const own = open.filter(({ organization }) => organization === name);
    const failed =
      lastOutcome === "failed" ? `, which failed; the last one that didn't: ${lastSuccessAt ?? "none"}` : "";
    return [`${oneLine(name)}: ${own.length} open, last look ${lastLookAt}${failed}`, ...own.map(openLine)].join("\n");
  });
  const mean =
    meanSecondsToResolve === undefined ? [] : [`Mean time to resolve: ${durationWords(meanSecondsToResolve)}`];
  const told = events.map((event) => {
    const quiet = event.quiet === undefined ? "" : ` (not told: ${event.quiet})`;
    const what = `${subjectWords(event.subject)}: ${detailWords(event)}${quiet}`;
    return `  ${event.at}  ${oneLine(event.organization)}  ${eventWords(event.event)}  ${oneLine(what)}`;
  });
  const troubled = messages.map(
    ({ id, channel, attempts, isGivenUp, problem }) =>
      `  ${id} to ${channel}, ${isGivenUp ? "given up" : "waiting"} after ${attempts} tries: ${oneLine(problem)}`,
  );
  return [
    ...blocks,
    ...mean,
    `Since ${sinceAt}: ${events.length === 0 ? "nothing changed" : `${events.length} events`}`,
    ...told,
    ...(troubled.length === 0 ? [] : ["Messages that weren't taken:", ...troubled]),
    "",
  ].join("\n");
}

function openLine({ subject, since, isFlapping }: HistoryOpen): string {
  const event = { subject, since, event: "appeared", id: "", organization: "", at: since, isOpen: true } as const;
  const often = isFlapping ? ", changes too often" : "";
  return `  ${subject.severity.padEnd(7)}  ${oneLine(subjectWords(subject))}: ${detailWords(event)}, since ${since}${often}`;
}

const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

/** Seconds in readable form, in the two largest units: "2 d 3 h". */
export function durationWords(seconds: number): string {
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (unit === "s" && parts.length === 0)) parts.push(`${count} ${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}
