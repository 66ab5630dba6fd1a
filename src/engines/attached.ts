import type { OneAccount } from "../app/one-account.ts";
import type { Calls, CallsOfConnection } from "../grpc/server.ts";

/** Serves one connection of an engine. */
export interface ConnectionProvider {
  readonly calls: Calls;
  /** The text without any secret that a call brought. */
  redact(text: string): string;
  /** Ends open calls with an error that belongs to none of them. */
  fail(error: Error): void;
  /** Ends waits; running requests can still get their responses. */
  end(): void;
}

/** The environment that a stack's provider would find in its own process. */
export interface AttachedStack {
  /** Settings, records, proxies. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of the program, absolute. */
  readonly folder: string;
  readonly account: OneAccount;
}

/** How a process that is there already serves the stacks of an engine, which would else start one for each command. */
export interface AttachedEngine {
  /** Whether only this user can reach the server for the engine. */
  isGuarded(): Promise<boolean> | boolean;
  /** The provider for one connection. */
  provider(stack: AttachedStack): ConnectionProvider;
  /** Serves each connection separately. @returns variables by which the engine finds it */
  serve(calls: CallsOfConnection): Promise<{ readonly variables: Readonly<Record<string, string>>; close(): void }>;
}
