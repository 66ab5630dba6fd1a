import type * as z from "zod";

/** The effect of a tool: it only reads, it changes something, or it destroys something that nobody can restore. */
export type ToolEffect = "read" | "write" | "destructive";

/** Passed to one call of a tool, besides its arguments. */
export interface ToolCall {
  /** Aborted when the client takes its request back, or goes. */
  readonly signal: AbortSignal;
  /** Reports the progress of a long operation to the client, if the client asked for it. */
  readonly report: (words: string) => void;
}

/** One tool, without anything of the protocol. */
export interface Tool {
  /** snake_case, a verb first. */
  readonly name: string;
  readonly title: string;
  /** When to use it and what it returns, for a model. */
  readonly description: string;
  readonly effect: ToolEffect;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly isRepeatable: boolean;
  /** Whether it asks the service, or runs a program that does. */
  readonly asksService: boolean;
  /** Its arguments; others are refused. */
  readonly inputs: z.ZodObject;
  /** The response as text; an error that it throws is also a response, marked as an error. */
  readonly run: (given: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<string>;
}

/** A page that a client can read by its address. */
export interface Page {
  /** `orgform://docs/guides/drift.md`. */
  readonly uri: string;
  readonly title: string;
  readonly read: () => string;
}
