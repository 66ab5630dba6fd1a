import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/** Trait: the object may have to be written although it holds what is declared. */
export interface UpdatedWithoutChange {
  readonly pendingUpdate?: PendingUpdate;
}

/** An update that no input asks for. */
export interface PendingUpdate {
  /** Why it is needed: by what the object holds, and by what is declared. */
  readonly why: (held: Values, inputs: Values) => Text | undefined;
  /** The output in which a preview shows it. */
  readonly output: string;
}
