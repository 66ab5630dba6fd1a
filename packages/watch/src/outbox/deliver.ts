import type { Environment } from "../channels/secret-text.ts";
import { ChannelError } from "../channels/secret-text.ts";
import { sendMessage } from "../channels/send-message.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type WatchClock } from "../clock.ts";
import type { WatchFile } from "../file/watch-schema.ts";
import type { WaitingMessage, WatchStore } from "../store/watch-store.ts";
import { isQuiet } from "./quiet-hours.ts";

/** What is needed to send messages. */
export interface Delivering {
  readonly store: WatchStore;
  readonly file: WatchFile;
  readonly clock: WatchClock;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Receives a line for the operator. */
  readonly say: (line: string) => void;
}

/** Number of messages that are read together. */
const MOST = 50;

/**
 * How long only its sender handles a message, in milliseconds. That is longer than a request can take, and shorter than the
 * time until a killed sender is replaced. A slow channel doesn't cause a second message: only the holder of the outbox sends,
 * one message after the other. A sender that stood still until it was replaced can send again, under the same ID.
 */
const CLAIM_MS = 40_000;

/** The age at which a message is given up. */
const GIVE_UP_MS = 7 * DAY_MS;

/**
 * Sends all due messages. Each channel gets an event in exactly one message, which keeps its ID when it is sent again and
 * counts as sent only when its receiver accepted it. In a channel's quiet hours, earlier failed messages wait as well.
 *
 * @returns whether all due messages were accepted
 */
export async function deliverDue(delivering: Delivering): Promise<boolean> {
  const { store, file, clock, signal } = delivering;
  const channels = Object.keys(file.channels);
  for (const channel of channels) {
    if (!isQuiet(channel, file, clock.nowMs())) await store.compose(channel, clock.nowMs(), () => clock.uuid());
  }
  let isAll = true;
  for (;;) {
    const nowMs = clock.nowMs();
    const quiet = channels.filter((channel) => isQuiet(channel, file, nowMs));
    const due = await store.due(nowMs, MOST, quiet);
    if (due.length === 0 || signal.aborted) return isAll && due.length === 0;
    for (const waiting of due) {
      if (signal.aborted) return false;
      if (!(await tried(waiting, delivering))) isAll = false;
    }
  }
}

async function tried(waiting: WaitingMessage, delivering: Delivering): Promise<boolean> {
  const { store, file, clock, environment, signal, say } = delivering;
  const { message } = waiting;
  // After a suspension, a process might find that another one sends instead.
  if (!(await store.claim(message.id, clock.nowMs(), clock.nowMs() + CLAIM_MS))) return false;
  const nowMs = clock.nowMs();
  // Quiet hours can begin while messages before this one are sent. Then it waits, which is no failure.
  if (isQuiet(message.channel, file, nowMs)) return true;
  const channel = file.channels[message.channel];
  const problem =
    channel === undefined
      ? "the watch file no longer has the channel"
      : await problemOf(sendMessage(message, channel, { environment, store, nowMs, signal }));
  if (problem === undefined) {
    await store.delivered(message.id, clock.nowMs());
    return true;
  }
  if (signal.aborted) return false;
  const isOver = channel === undefined || clock.nowMs() - waiting.createdMs > GIVE_UP_MS;
  await store.failed(message.id, problem, isOver ? undefined : clock.nowMs() + backoffMs(waiting.attempts, clock));
  const what = isOver ? "was given up" : "will be sent again";
  say(`Message ${message.id} to ${message.channel} ${what}: ${problem}.`);
  return false;
}

async function problemOf(sent: Promise<void>): Promise<string | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (error instanceof ChannelError) return error.message;
    // Errors from other code can quote an address or a key.
    return "the answer has a form that isn't known";
  }
}

/** Doubles from half a minute to an hour, with a random part so many watchers don't send at the same time. */
function backoffMs(attempts: number, clock: WatchClock): number {
  const most = Math.min(HOUR_MS, (MINUTE_MS / 2) * 2 ** attempts);
  return Math.round(most * (0.5 + clock.random() / 2));
}
