/** `@orgform/watch`: reports each change in organizations once, to the right people, and stores its history. */
export { ChannelError } from "./channels/secret-text.ts";
export { checkSecrets } from "./channels/send-message.ts";
export type { WatchClock } from "./clock.ts";
export { DEFAULT_WATCH_FILE, watchFileOf } from "./file/read-watch-file.ts";
export { WatchFileError, type WatchProblem } from "./file/watch-problem.ts";
export { durationMs, isDuration, type WatchFile, watchFileSchema } from "./file/watch-schema.ts";
export { historyJson } from "./history/json.ts";
export { type History, historyOf } from "./history/history.ts";
export { historyText } from "./history/text.ts";
export { historyPage } from "./page/history-page.ts";
export {
  type ChangedBy,
  covers,
  type Finding,
  type Gap,
  keyOf,
  type Look,
  type Severity,
  type Subject,
} from "./look/finding.ts";
export { lookAt, type LookContext, type LookResult, type TakenLook, type Watched } from "./look/look-at.ts";
export { METRIC_NAMES } from "./metrics/metrics.ts";
export { type OtlpOptions, OtlpSender } from "./metrics/otlp-sender.ts";
export { otlpTarget, OtlpTargetError, type OtlpTarget } from "./metrics/otlp-target.ts";
export { type MetricsServer, serveMetrics } from "./metrics/serve-metrics.ts";
export { countWords, detailWords, eventWords, type Message, subjectWords, type WatchEvent } from "./outbox/message.ts";
export { lookOnce, watchOften, watchOnce, type WatchOptions } from "./run/watch.ts";
export { PostgresError } from "./postgres/postgres-database.ts";
export { databaseUrl } from "./store/database-url.ts";
export { PostgresStore } from "./store/postgres-store.ts";
export { HistoryError } from "./store/sqlite-database.ts";
export { SqliteStore } from "./store/sqlite-store.ts";
export type { HistoryFilter, WatchStore } from "./store/watch-store.ts";
export type { Transition, TransitionRules, WatchState } from "./transitions/transition.ts";
export { transitions, type Transitions } from "./transitions/transitions.ts";
