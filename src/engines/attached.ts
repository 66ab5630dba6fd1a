import type { OneAccount } from "../app/one-account.ts";
import type { Calls, CallsOfConnection } from "../grpc/server.ts";

/** What serves one connection of an engine. */
export interface ConnectionProvider {
  readonly calls: Calls;
  /** The text without any secret that a call brought. */
  redact(text: string): string;
  /** Ends open calls with an error that belongs to none of them. */
  fail(error: Error): void;
  /** Ends waits; requests under way may still be answered. */
  end(): void;
}

/** What a provider of a stack would find in a process of its own. */
export interface AttachedStack {
  /** Settings, records, proxies. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of the program, absolute. */
  readonly folder: string;
  readonly account: OneAccount;
}

/** How a process that is there already serves the stacks of an engine, which would else start one for each command. */
export interface AttachedEngine {
  /** Whether nobody but this user can reach what serves the engine here. */
  isGuarded(): Promise<boolean> | boolean;
  /** What serves one connection. */
  provider(stack: AttachedStack): ConnectionProvider;
  /** Serves each connection by itself. @returns variables by which the engine finds it */
  serve(calls: CallsOfConnection): Promise<{ readonly variables: Readonly<Record<string, string>>; close(): void }>;
}
