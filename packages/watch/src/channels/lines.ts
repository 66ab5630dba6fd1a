import {
  countWords,
  detailWords,
  eventWords,
  type Message,
  oneLine,
  subjectWords,
  type WatchEvent,
} from "../outbox/message.ts";
import { filled } from "../outbox/template.ts";

/** Lines of a message that are shown; the rest is counted. */
const MOST_LINES = 20;

/** Longest line, characters: services refuse longer texts. */
const MOST_CHARACTERS = 600;

interface Templates {
  readonly title?: string | undefined;
  readonly line?: string | undefined;
}

const TITLE = "{organization}: {event}";
const LINE = "{event}: {name} ({severity}): {detail}";

/** A message as text: a title, and a line for each event, up to twenty. */
export function messageText({ organization, events }: Message, { title = TITLE, line = LINE }: Templates) {
  const shown = events.slice(0, MOST_LINES);
  const count = String(events.length);
  return {
    title: short(filled(title, { organization, count, event: countWords(events) })),
    lines: shown.map((event) => ({ event, text: short(filled(line, valuesOf(event, count))) })),
    more: events.length > shown.length ? `and ${events.length - shown.length} more` : undefined,
  };
}

function valuesOf(event: WatchEvent, count: string) {
  const { subject, organization } = event;
  const { severity, resource = "", field = "", rule = "" } = subject;
  return {
    organization,
    count,
    event: eventWords(event.event),
    severity,
    resource,
    field,
    rule,
    name: oneLine(subjectWords(subject)),
    detail: detailWords(event),
  };
}

function short(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
