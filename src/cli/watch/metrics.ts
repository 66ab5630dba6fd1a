import process from "node:process";
import type { WatchOptions } from "@orgform/watch";
import { codeOf } from "../file-error.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { watchPackage } from "../optional-packages.ts";
import { UsageError } from "../usage-error.ts";
import { watchClock } from "./watch-clock.ts";

/** The help for `--metrics`. */
export const METRICS_TEXT = "Port for Prometheus metrics at /metrics, on this machine only, or an address and a port.";

/** Where metrics are served. */
export interface MetricsAddress {
  /** As the flag names it. */
  readonly text: string;
  readonly host: string;
  readonly port: number;
}

/**
 * The address in `--metrics`: a port that only this machine can reach, or an address and a port, such as `9464`,
 * `0.0.0.0:9464`, or `[::]:9464`.
 *
 * @throws UsageError
 */
export function metricsIn(flags: FlagValues): MetricsAddress | undefined {
  const text = readText(flags["metrics"]);
  if (text === undefined) return undefined;
  const [, host = "127.0.0.1", digits = ""] = /^(?:\[?([^\]]+?)\]?:)?(\d{1,5})$/u.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== "" && port <= 65_535) return { text, host, port };
  throw new UsageError(
    `--metrics is ${text}; it must be a port such as 9464, or an address and a port such as 0.0.0.0:9464.`,
  );
}

/** Serves metrics during an action, if a flag asks for it. @throws UsageError if the address can't be used */
export async function withMetrics<T>(
  address: MetricsAddress | undefined,
  shown: Pick<WatchOptions, "store" | "watched">,
  act: () => Promise<T>,
): Promise<T> {
  if (address === undefined) return act();
  const { serveMetrics } = await watchPackage();
  const { text, ...place } = address;
  const server = await serveMetrics({ ...shown, nowMs: () => watchClock.nowMs(), ...place }).catch((error: unknown) => {
    throw new UsageError(`--metrics ${text} can't be used: ${codeOf(error)}. Choose another port.`, { cause: error });
  });
  process.stderr.write(`Metrics: ${server.url}\n`);
  try {
    return await act();
  } finally {
    await server.close();
  }
}
