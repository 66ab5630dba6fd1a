import type { Subject, WatchEvent } from "../../packages/watch/src/index.ts";

/** An event of a watch: something appeared in the organization Acme, and is open. */
export function watchEvent(subject: Subject, more: Partial<WatchEvent> = {}): WatchEvent {
  return {
    id: "event",
    organization: "acme",
    at: "2026-11-26T08:00:00.417Z",
    since: "2026-11-26T08:00:00.417Z",
    event: "appeared",
    subject,
    isOpen: true,
    ...more,
  };
}
