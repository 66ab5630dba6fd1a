import type { OtlpOptions, OtlpTarget, WatchOptions } from "@orgform/watch";

import { type FlagValues, readText } from "../flag-values.ts";
import { watchPackage } from "../optional-packages.ts";
import { UsageError } from "../usage-error.ts";
import { watchClock } from "./watch-clock.ts";

/** Help of the flag. */
export const OTLP_TEXT =
  "OpenTelemetry collector to send metrics and traces to by OTLP over HTTP, such as http://127.0.0.1:4318. " +
  "Takes headers from OTEL_EXPORTER_OTLP_HEADERS.";

/** The collector that a flag names. @throws UsageError that shows no header */
export async function otlpIn(
  flags: FlagValues,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OtlpTarget | undefined> {
  const text = readText(flags["otlp"]);
  if (text === undefined) return undefined;
  const { otlpTarget, OtlpTargetError } = await watchPackage();
  try {
    return otlpTarget(text, environment);
  } catch (error) {
    if (!(error instanceof OtlpTargetError)) throw error;
    throw new UsageError(`--otlp ${error.message}.`, { cause: error });
  }
}

/** A watch whose metrics can go to a collector. */
interface Sent extends Pick<OtlpOptions, "store" | "watched" | "say"> {
  readonly target: OtlpTarget | undefined;
  readonly isOnce: boolean;
}

/** Sends metrics during an action and at its end, if there is a collector. */
export async function withOtlp<T>(
  { target, store, watched, isOnce, say }: Sent,
  act: (looked: WatchOptions["onLook"]) => Promise<T>,
): Promise<T> {
  if (target === undefined) return act(() => undefined);
  const { OtlpSender } = await watchPackage();
  const sender = new OtlpSender({ target, store, watched, clock: watchClock, say });
  const ended = new AbortController();
  const sending = isOnce ? undefined : sender.sendOften(ended.signal);
  try {
    return await act((name, { outcome }) => {
      if (outcome !== "postponed" && outcome !== "lost") sender.looked(name);
    });
  } finally {
    ended.abort();
    await (sending ?? sender.sendOnce());
  }
}
