import { mustSend } from "../channels/http.ts";
import { ChannelError } from "../channels/secret-text.ts";
import { MINUTE_MS, type WatchClock } from "../clock.ts";
import type { RecordedLook, WatchStore } from "../store/watch-store.ts";
import type { Budgeted } from "./budget-use.ts";
import { HistoryReader } from "./history-reader.ts";
import { otlpMetrics, otlpTraces } from "./otlp.ts";
import type { OtlpTarget } from "./otlp-target.ts";

/** Longest time for the last send after the end of a watch, in milliseconds. */
const LAST_MS = 5_000;

/** What is needed to send metrics. */
export interface OtlpOptions {
  readonly target: OtlpTarget;
  readonly store: WatchStore;
  /** The organizations whose budgets are shown. */
  readonly watched: readonly Budgeted[];
  readonly clock: WatchClock;
  /** Receives a line for the operator. */
  readonly say: (line: string) => void;
}

/**
 * Sends metrics and a trace of each look to an OpenTelemetry collector. An unreachable collector never disturbs the
 * watch.
 */
export class OtlpSender {
  readonly #options: OtlpOptions;
  readonly #reader: HistoryReader;
  /** Organizations whose newest look wasn't sent as a trace yet. */
  readonly #looked = new Set<string>();
  #isFailing = false;

  constructor(options: OtlpOptions) {
    this.#options = options;
    this.#reader = new HistoryReader(options.store, options.watched, () => options.clock.nowMs());
  }

  /** Call it after each stored look. */
  looked(organization: string): void {
    this.#looked.add(organization);
  }

  /** Sends every minute until the signal, and then once more. */
  async sendOften(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.sleep(MINUTE_MS, signal);
      if (signal.aborted) break;
      const problem = await this.#tried(signal);
      if (!signal.aborted) this.#report(problem);
    }
    await this.sendOnce();
  }

  /** Sends once, within a few seconds. */
  async sendOnce(): Promise<void> {
    this.#report(await this.#tried(AbortSignal.timeout(LAST_MS)));
  }

  /** @returns why the collector didn't accept everything */
  async #tried(signal: AbortSignal): Promise<string | undefined> {
    try {
      await this.#send(signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      return error.message;
    }
  }

  /** Reports the first problem, and the end of the last one. */
  #report(problem: string | undefined): void {
    const { say } = this.#options;
    if (problem !== undefined && !this.#isFailing) say(`The OpenTelemetry collector didn't take metrics: ${problem}.`);
    if (problem === undefined && this.#isFailing) say("The OpenTelemetry collector takes metrics again.");
    this.#isFailing = problem !== undefined;
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { clock, target } = this.#options;
    const read = await this.#reader.read();
    if (read === undefined) return;
    const looked = [...this.#looked];
    await this.#post("metrics", otlpMetrics({ ...read, nowMs: clock.nowMs() }, target.sender), signal);
    const looks = read.last.flatMap(({ organization, look }): RecordedLook[] =>
      looked.includes(organization) ? [look] : [],
    );
    if (!read.isCurrent || looks.length === 0) return;
    await this.#post("traces", otlpTraces(looks, target.sender), signal);
    for (const { organization } of looks) this.#looked.delete(organization);
  }

  async #post(kind: "metrics" | "traces", body: object, signal: AbortSignal): Promise<void> {
    const { url, headers } = this.#options.target;
    const request = {
      method: "POST",
      url: `${url}/v1/${kind}`,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    } as const;
    await mustSend(request, signal);
  }
}
