import type * as z from "zod";

/** What a tool does: it only looks, it changes something, or it destroys what nobody brings back. */
export type ToolEffect = "read" | "write" | "destructive";

/** What one call of a tool is given beside its arguments. */
export interface ToolCall {
  /** Aborted when the client takes its request back, or goes. */
  readonly signal: AbortSignal;
  /** Tells the client how far long work is, where it asked for that. */
  readonly report: (words: string) => void;
}

/** One tool, without anything of the protocol. */
export interface Tool {
  /** snake_case, a verb first. */
  readonly name: string;
  readonly title: string;
  /** When to use it and what it gives, for a model. */
  readonly description: string;
  readonly effect: ToolEffect;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly isRepeatable: boolean;
  /** Whether it asks the service, or runs a program that does. */
  readonly asksService: boolean;
  /** Its arguments; others are refused. */
  readonly inputs: z.ZodObject;
  /** The answer as text; what it throws is an answer too, and marked as an error. */
  readonly run: (given: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<string>;
}

/** A page that a client can read by its address. */
export interface Page {
  /** `orgform://docs/guides/drift.md`. */
  readonly uri: string;
  readonly title: string;
  readonly read: () => string;
}
