import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";
import type { QueryDefinition } from "@temporalio/workflow";

/**
 * A stand-in for Temporal's library of workflows and its server: workflows run in the process of the test, and the test
 * says what workers answer. It knows the calls that our workflows make, with the library's meaning.
 */

/** A definition of a signal or query, by its name. */
interface Definition {
  readonly name: string;
}

/** An activity that a workflow asked a worker for. */
export interface Asked {
  readonly activity: string;
  readonly input: unknown;
  /** The options with which the workflow asked. */
  readonly options: Readonly<Record<string, unknown>>;
}

class Cancelled extends Error {}

/** The message of the first cause. */
function rootCause(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error.cause === undefined ? error.message : rootCause(error.cause);
}

class CancellationScope {
  static current = (): CancellationScope => playing().scope;
  readonly #parent = CURRENT.getStore()?.scope;
  readonly cancelRequested: Promise<never>;
  #isCancelled = false;
  #reject: (reason: Error) => void = () => undefined;

  constructor() {
    this.cancelRequested = new Promise((_resolve, reject) => (this.#reject = reject));
    this.cancelRequested.catch(() => undefined);
    this.#parent?.cancelRequested.catch(() => this.cancel());
  }

  get consideredCancelled(): boolean {
    return this.#isCancelled || (this.#parent?.consideredCancelled ?? false);
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#reject(new Cancelled("cancelled"));
  }

  run<T>(act: () => Promise<T>): Promise<T> {
    return CURRENT.run({ ...playing(), scope: this }, act);
  }
}

/** A workflow that runs. */
interface Playing {
  readonly id: string;
  readonly stage: Stage;
  readonly scope: CancellationScope;
  readonly handlers: Map<string, (...words: unknown[]) => unknown>;
}

const CURRENT = new AsyncLocalStorage<Playing>();

function playing(): Playing {
  const now = CURRENT.getStore();
  if (now === undefined) throw new Error("No workflow is running.");
  return now;
}

/** A running or ended workflow, as its client sees it. */
export interface Played<T = unknown> {
  readonly workflowId: string;
  /** What it was started with. */
  readonly options: Readonly<Record<string, unknown>>;
  result(): Promise<T>;
  isEnded(): boolean;
  signal(definition: Definition, ...words: readonly unknown[]): Promise<void>;
  query: {
    <Q, Words extends unknown[]>(definition: QueryDefinition<Q, Words>, ...words: Words): Q;
    (definition: Definition, ...words: readonly unknown[]): unknown;
  };
}

export const RUN_ID = "execution-1";
export const STARTED = "2026-11-26T08:00:00.417Z";

/** A server, its workers, and everything that they were asked for. */
export class Stage {
  /** What a worker answers, by the name of the activity. */
  readonly workers: Record<string, (input: never, asked: Asked) => Promise<unknown>> = {};
  /** Workflows that others start, by name. */
  readonly workflows: Record<string, (input: never) => Promise<unknown>> = {};
  readonly asked: Asked[] = [];
  readonly played: Played[] = [];

  start<I, T>(workflow: (input: I) => Promise<T>, input: I, options: { readonly workflowId: string }): Played<T> {
    const now: Playing = { id: options.workflowId, stage: this, scope: new CancellationScope(), handlers: new Map() };
    const result = CURRENT.run(now, () => workflow(input));
    let isEnded = false;
    const end = (): void => void (isEnded = true);
    result.then(end, end);
    CURRENT.getStore()?.scope.cancelRequested.catch(() => now.scope.cancel());
    const told = (name: string, words: readonly unknown[]): unknown =>
      CURRENT.run(now, () => {
        const handler = now.handlers.get(name);
        if (handler === undefined) throw new Error(`The workflow doesn't know ${name}.`);
        return handler(...words);
      });
    const one: Played<T> = {
      workflowId: options.workflowId,
      options: { ...options },
      result: () => result,
      isEnded: () => isEnded,
      signal: async ({ name }, ...words) => void told(name, words),
      // -- the definition says what its answer is
      query: ({ name }: Definition, ...words: readonly unknown[]) => told(name, words) as never,
    };
    this.played.push(one);
    return one;
  }
}

/** The calls of the library that our workflows make. */
export const workflowLibrary = {
  CancellationScope,
  ParentClosePolicy: { REQUEST_CANCEL: "REQUEST_CANCEL" },
  defineQuery: (name: string): Definition => ({ name }),
  defineSignal: (name: string): Definition => ({ name }),
  isCancellation: (error: unknown): boolean =>
    error instanceof Cancelled || (error instanceof Error && error.cause instanceof Cancelled),
  rootCause,
  setHandler: ({ name }: Definition, handler: (...words: unknown[]) => unknown): void =>
    void playing().handlers.set(name, handler),
  workflowInfo: () => ({ workflowId: playing().id, runId: RUN_ID, startTime: new Date(STARTED) }),
  condition: async (isMet: () => boolean): Promise<void> => {
    const { scope } = playing();
    while (!isMet()) await Promise.race([turn(), scope.cancelRequested]);
  },
  startChild: async (name: string, { args, ...options }: { args: [never]; workflowId: string }) => {
    const { stage } = playing();
    const workflow = stage.workflows[name];
    if (workflow === undefined) throw new Error(`There is no workflow ${name}.`);
    await turn();
    return stage.start(workflow, args[0], options);
  },
  proxyActivities: (options: Readonly<Record<string, unknown>>) =>
    new Proxy<Record<string, (input: never) => Promise<unknown>>>(
      {},
      {
        get: (_none, activity) => (input: never) => {
          const { stage, scope } = playing();
          const asked = { activity: String(activity), input, options };
          stage.asked.push(asked);
          const worker = stage.workers[asked.activity];
          if (worker === undefined) throw new Error(`No worker knows ${asked.activity}.`);
          return Promise.race([worker(input, asked), scope.cancelRequested]);
        },
      },
    ),
};
