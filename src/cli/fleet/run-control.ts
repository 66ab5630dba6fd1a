import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { OnEvent, RunControl, Tally } from "@orgform/fleet";
import type { FlagValues } from "../flag-values.ts";
import { paintFor } from "../paint.ts";
import { untilSignal } from "../until-signal.ts";
import { UsageError } from "../usage-error.ts";
import { jsonReporter, textReporter } from "./reporter.ts";
import { wordsFor } from "./session.ts";

/** Exit code of a run that waits for an approval, and in which nothing failed. */
export const HELD = 3;

/**
 * Runs organizations as the flags and this process's streams have it: the first signal that asks for it lets the
 * engines end cleanly, a second one ends this process immediately.
 *
 * @returns the exit code: all succeeded, some waits for an approval and nothing failed, or not all
 */
export async function controlled(flags: FlagValues, act: (control: RunControl) => Promise<Tally>): Promise<number> {
  return untilSignal(async (signal) => {
    const approve = canAsk(flags) ? (wave: number) => asked(`Begin wave ${wave}?`) : undefined;
    const report = reporterOf(flags);
    let isHeld = false;
    const onEvent: OnEvent = (event) => {
      if (event.event === "wave") isHeld = event.state === "held";
      report(event);
    };
    const { failed, notStarted } = await act({ onEvent, signal, approve });
    if (failed + notStarted === 0) return 0;
    return isHeld && failed === 0 ? HELD : 1;
  });
}

function reporterOf(flags: FlagValues): OnEvent {
  const print = (text: string): void => void process.stdout.write(text);
  return flags["json"] === true
    ? jsonReporter(print)
    : textReporter(print, { paint: paintFor(process.stdout), words: wordsFor(flags) });
}

const canAsk = (flags: FlagValues): boolean => process.stdin.isTTY && process.stdout.isTTY && flags["json"] !== true;

/** @throws UsageError if a person says no, or nobody can be asked */
export async function confirm(flags: FlagValues, question: string): Promise<void> {
  if (flags["yes"] === true) return;
  if (!canAsk(flags)) throw new UsageError("Orgform can't ask for confirmation here. Use --yes to start without it.");
  if (!(await asked(question))) throw new UsageError("Nothing was run.");
}

async function asked(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/iu.test((await terminal.question(`${question} (yes/no) `)).trim());
  } finally {
    terminal.close();
  }
}
