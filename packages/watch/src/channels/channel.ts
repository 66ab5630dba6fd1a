import type { Channel } from "../file/watch-schema.ts";
import type { Message } from "../outbox/message.ts";
import type { WatchStore } from "../store/watch-store.ts";
import type { Environment } from "./secret-text.ts";

/** What a channel needs to send. */
export interface SendContext {
  readonly environment: Environment;
  readonly store: Pick<WatchStore, "open" | "kept" | "keep">;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Sends one message. @throws ChannelError if that failed, without any secret */
export type Sender<Kind extends Channel["type"]> = (
  message: Message,
  channel: Extract<Channel, { readonly type: Kind }>,
  context: SendContext,
) => Promise<void>;
