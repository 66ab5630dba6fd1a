import process from "node:process";
import type { LookResult } from "@orgform/watch";
import { watchPackage } from "../optional-packages.ts";

/** Prints a line for the operator. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

const LOST =
  "another watcher took over, or the history couldn't be used for a minute, so nothing of this check was kept.";

/** Prints a line for each event that is sent. If there is none, one for a check that somebody requested. */
export async function tell(name: string, { outcome, events }: LookResult, isOnce: boolean): Promise<void> {
  const { detailWords, eventWords, subjectWords } = await watchPackage();
  const told = events.filter(({ quiet }) => quiet === undefined);
  for (const event of told) {
    const { at, subject } = event;
    process.stdout.write(
      `${at}  ${name}  ${eventWords(event.event)}  ${subjectWords(subject)}: ${detailWords(event)}\n`,
    );
  }
  const words = { clean: "nothing changed, no findings", findings: "nothing changed", failed: "couldn't be checked" };
  if (outcome === "postponed")
    process.stderr.write(`${name}: the stack is being updated, so this check was skipped.\n`);
  else if (outcome === "lost") process.stderr.write(`${name}: ${LOST}\n`);
  else if (isOnce && told.length === 0) process.stdout.write(`${name}: ${words[outcome]}\n`);
}
