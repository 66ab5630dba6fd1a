import { type Api, createClient } from "../../../src/client/client.ts";
import {
  callFunction,
  checkArguments,
  type Context,
  type DriverClock,
  type IdempotencyRecord,
  type RecordStore,
  Session,
} from "../../../src/driver/driver.ts";
import { type AnyFunction, CONFIRM } from "../../../src/model/function.ts";
import { type Problem, problemText } from "../../../src/model/diagnostics.ts";
import type { Values } from "../../../src/model/json-value.ts";
import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { createFakeClock } from "../fake-clock.ts";
import { FOUNDER, startWorld, type World } from "../scenario-world.ts";
import { NOW, type Seeded, setSeeded } from "./seeded.ts";
import { printed } from "../../../src/model/messages.ts";

/** How a process that calls functions is set up. */
export interface CallerOptions {
  /** Scopes of its key; `null`, the default, is an unscoped key, which can do everything. */
  readonly scopes?: readonly string[] | null;
  readonly idempotency?: RecordStore<IdempotencyRecord>;
  readonly clock?: DriverClock;
  /** Collects the names of the client's requests, `noun.operation`. */
  readonly calls?: string[];
}

/** A sandbox with everything that functions are called about. */
export interface FunctionWorld extends World {
  readonly seeded: Seeded;
  /** Restores everything. */
  reset(): void;
  /** The context of a new process with its own key. */
  context(options?: CallerOptions): Context;
  /** The client of an unscoped key, to look at the service with. */
  readonly api: Api;
  close(): Promise<void>;
}

/** Starts the sandbox of the dialect and makes the objects that the rows start from. */
export async function startFunctionWorld(dialect: Dialect): Promise<FunctionWorld> {
  const world = await startWorld(dialect);
  const seeded = await setSeeded(world);
  const { control, host } = world.sandbox;
  const start = control.snapshot();
  const clients: Api[] = [];
  const client = (apiKey: string): Api => {
    const clock = createFakeClock((delayMs) => delayMs !== REQUEST_MS);
    const limits = { requestsPerMinute: 1_000_000, requestsPerHour: 1_000_000, requestTimeoutMs: REQUEST_MS };
    const made = createClient({ host, apiKey, clock, random: () => 0, ...limits });
    clients.push(made);
    return made;
  };
  const api = client(world.apiKey);
  return {
    ...world,
    seeded,
    api,
    reset: () => {
      control.clearFaults();
      control.restore(start);
      control.setClock(NOW, true);
      control.call("PUT", "ingestion", { delaySeconds: 0, losesPropertyChanges: false });
      control.clearRequests();
    },
    context: ({ scopes = null, idempotency, clock = skippingClock(), calls } = {}) => {
      const own = scopes === null ? api : client(control.createKey({ email: FOUNDER, scopes }).apiKey);
      const session = new Session({
        api: calls === undefined ? own : noting(own, calls),
        clock,
        serviceNow: () => own.serverNow(),
        idempotency,
      });
      const silent = () => undefined;
      return { session, report: { warn: silent, info: silent, status: silent }, call: {} };
    },
    close: async () => {
      await Promise.all(clients.map((one) => one.close()));
      await world.sandbox.close();
    },
  };
}

/** Time limit of one request, the only timer that the client's clock doesn't skip. */
const REQUEST_MS = 30_000;

/** The client, which notes the names of the calls that are made by it. */
function noting(api: Api, calls: string[]): Api {
  const nouns = Object.entries<unknown>({ ...api }).map(([noun, value]) => {
    if (typeof value !== "object" || value === null) return [noun, value];
    const operations = Object.entries(value as Record<string, (...args: unknown[]) => unknown>).map(([name, call]) => {
      const noted = (...args: unknown[]): unknown => {
        calls.push(`${noun}.${name}`);
        return call(...args);
      };
      return [name, noted];
    });
    return [noun, Object.fromEntries(operations)];
  });
  return Object.fromEntries(nouns) as Api; // -- the same nouns with the same calls
}

function skippingClock(): DriverClock {
  let nowMs = Date.parse(NOW);
  return {
    now: () => nowMs,
    sleep: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
  };
}

/** The problems of arguments, as a caller gets them before anything is sent. */
export function problemsOf(definition: AnyFunction, args: Values): readonly Problem[] {
  return checkArguments(definition, args, SETTINGS).problems;
}

const SETTINGS = { howToSet: (setting: string) => `set ${setting}` };

/** The arguments with the words that confirm them, if they are required. */
export function confirmed(definition: AnyFunction, args: Values): Values {
  const words = definition.confirmation?.(checkArguments(definition, args, SETTINGS).inputs).words;
  return words === undefined ? args : { [CONFIRM]: words, ...args };
}

/** Calls a function as engines and the command line do: arguments that can be used, then the call. */
export async function callWith(definition: AnyFunction, args: Values, context: Context): Promise<Values> {
  const { inputs, problems } = checkArguments(definition, confirmed(definition, args), SETTINGS);
  if (problems.length > 0) throw new Error(problems.map((problem) => printed(problemText(problem))).join("\n"));
  return callFunction(definition, inputs, context);
}
