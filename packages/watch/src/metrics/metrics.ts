import type { LastLook, OpenSubject, TroubledMessage } from "../store/watch-store.ts";
import type { BudgetUse } from "./budget-use.ts";

/** One value with its labels. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What metrics are made of. */
export interface Source {
  readonly open: readonly OpenSubject[];
  readonly last: readonly LastLook[];
  readonly messages: readonly TroubledMessage[];
  readonly budgets: readonly BudgetUse[];
  /** False if the history can't be read now; the rest is then from the last successful read. */
  readonly isCurrent: boolean;
  readonly nowMs: number;
}

interface Metric {
  readonly help: string;
  readonly samples: (source: Source) => readonly Sample[];
}

const forEach = (value: (last: LastLook) => number | undefined) => {
  return ({ last }: Source): Sample[] =>
    last.flatMap((one) => {
      const found = value(one);
      return found === undefined ? [] : [{ labels: { organization: one.organization }, value: found }];
    });
};

/** All metrics by name. All are gauges and come from the history, so a restart loses none. */
const METRICS: Readonly<Record<string, Metric>> = {
  orgform_watch_open_findings: {
    help: "Findings that are open, by kind; unchecked is what couldn't be checked.",
    samples: ({ last }) =>
      last.flatMap(({ organization, look }) =>
        KINDS.map((kind) => ({ labels: { organization, kind }, value: look.open[kind] ?? 0 })),
      ),
  },
  orgform_watch_oldest_finding_age_seconds: {
    help: "Age of the oldest finding that is open; 0 without one.",
    samples: ({ last, open, nowMs }) =>
      last.map(({ organization }) => {
        const since = open.filter((one) => one.organization === organization).map(({ sinceMs }) => sinceMs);
        const value = since.length === 0 ? 0 : (nowMs - Math.min(...since)) / 1_000;
        return { labels: { organization }, value };
      }),
  },
  orgform_watch_last_look_timestamp_seconds: {
    help: "When the last look ended.",
    samples: forEach(({ look }) => look.endedMs / 1_000),
  },
  orgform_watch_last_success_timestamp_seconds: {
    help: "When the last look ended that could tell something.",
    samples: forEach(({ succeededMs }) => (succeededMs === undefined ? undefined : succeededMs / 1_000)),
  },
  orgform_watch_look_duration_seconds: {
    help: "How long the last look took.",
    samples: forEach(({ look }) => (look.endedMs - look.startedMs) / 1_000),
  },
  orgform_watch_look_requests: {
    help: "Requests to the service that the last look made, where it counted them.",
    samples: forEach(({ look }) => look.requests),
  },
  orgform_watch_budget_used_ratio: {
    help: "Part of a key's requests per hour that looks used in the past hour; 1 is all of them.",
    samples: ({ budgets }) => budgets.map(({ budget, ratio }) => ({ labels: { budget }, value: ratio })),
  },
  orgform_watch_history_available: {
    help: "Whether the history can be read: 1, else 0; then all other values are the last ones.",
    samples: ({ isCurrent }) => [{ labels: {}, value: isCurrent ? 1 : 0 }],
  },
  orgform_watch_look_failed: {
    help: "Whether the last look could tell nothing: 1, else 0.",
    samples: forEach(({ look }) => (look.outcome === "failed" ? 1 : 0)),
  },
  orgform_watch_messages_not_taken: {
    help: "Messages that weren't taken; state is waiting or given_up.",
    samples: ({ messages }) => {
      const counts = new Map<string, Sample>();
      for (const { channel, isGivenUp } of messages) {
        const labels = { channel, state: isGivenUp ? "given_up" : "waiting" };
        const key = JSON.stringify(labels);
        counts.set(key, { labels, value: (counts.get(key)?.value ?? 0) + 1 });
      }
      return [...counts.values()];
    },
  },
};

const KINDS = ["changed", "missing", "unmanaged", "policy", "unchecked"] as const;

/** Names of all metrics. */
export const METRIC_NAMES: readonly string[] = Object.keys(METRICS);

/** A metric with its present values. */
interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** All metrics with their present values. */
export const gaugesOf = (source: Source): readonly Gauge[] =>
  Object.entries(METRICS).map(([name, { help, samples }]) => ({ name, help, samples: samples(source) }));

/**
 * All metrics in the text form that Prometheus reads.
 *
 * @source prometheus.io/docs/instrumenting/exposition_formats, text-based format 0.0.4
 */
export function metricsText(source: Source): string {
  const lines = gaugesOf(source).flatMap(({ name, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
  ]);
  return `${lines.join("\n")}\n`;
}

function labelText(labels: Sample["labels"]): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`,
  );
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}
