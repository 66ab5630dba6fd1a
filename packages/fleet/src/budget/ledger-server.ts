import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { env } from "node:process";
import type { Permit } from "./account.ts";
import { LedgerBook } from "./ledger-book.ts";
import type { CommonCounts } from "./common-counts.ts";
import {
  type FromLedger,
  type Hello,
  helloIn,
  LEDGER_VARIABLE,
  ledgerAddressText,
  lineOf,
  linesTo,
  type OwnCount,
  type ToLedger,
  toLedgerIn,
} from "./ledger-wire.generated.ts";
import { TurnBook } from "./turn-book.ts";
import { machineClock, type Clock } from "../clock.ts";
import { type BudgetLimits, limitsFrom } from "./limits.ts";

/** Divides a ledger's minutes by this number; for tests, together with a sandbox that does the same. */
const TIME_SCALE_VARIABLE = "ORGFORM_FLEET_TIME_SCALE";

/** How a ledger is opened; every member has a default. */
export interface LedgerOptions {
  /** The share of each credential's budget that this ledger hands out, above 0 and up to 1: 1/N for one of N shards. */
  readonly share?: number | undefined;
  readonly limits?: Partial<BudgetLimits> | undefined;
  /** The counts of earlier ledgers, which the service remembers after a fleet ends, and the current counts of others. */
  readonly common?: CommonCounts | undefined;
  /** How many times faster time passes; default ORGFORM_FLEET_TIME_SCALE of the environment, else 1. For tests. */
  readonly timeScale?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** Hands out the budget of requests to a fleet's programs, over a local socket. */
export interface Ledger {
  /**
   * Environment of a program that the fleet runs for an organization. It holds a token, so keep it out of logs.
   *
   * @param options.share - this program's share of the budget, instead of the ledger's
   */
  environmentFor(organization: string, options?: { share?: number | undefined }): { readonly ORGFORM_BUDGET: string };
  /** Requests that were sent for an organization since the ledger was opened. */
  callsOf(organization: string): number;
  /**
   * Milliseconds until one more request of a credential would be sent.
   *
   * @param credential - as `credentialId` names it
   */
  waitMsFor(credential: string): number;
  /** Cuts all connections; programs that still run send nothing more. */
  close(): Promise<void>;
}

/**
 * Opens a ledger on a free port of 127.0.0.1. It doesn't keep the process alive.
 *
 * @throws RangeError if a share isn't above 0 and up to 1
 */
export async function startLedger(options: LedgerOptions = {}): Promise<Ledger> {
  const share = checkedShare(options.share ?? 1);
  const shares = new Map<string, number>();
  const token = randomBytes(32).toString("base64url");
  const clock = options.clock ?? machineClock;
  const book = new LedgerBook({
    clock,
    limits: limitsFrom(options.limits),
    timeScale: options.timeScale ?? timeScaleOf(env[TIME_SCALE_VARIABLE]),
    shareOf: (organization) => shares.get(organization) ?? share,
    common: options.common,
  });
  const customers = new Set<Socket>();
  const books: Books = { book, turns: new TurnBook() };
  const server = createServer((socket) => serve(socket, books, token, customers));
  const port = await listen(server);
  return {
    environmentFor: (organization, own = {}) => {
      if (own.share !== undefined) shares.set(organization, checkedShare(own.share));
      return { [LEDGER_VARIABLE]: ledgerAddressText({ hostname: "127.0.0.1", port, token, organization }) };
    },
    callsOf: (organization) => book.callsOf(organization),
    waitMsFor: (credential) => book.waitMsFor(credential),
    close: async () => {
      const told = book.close();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of customers) socket.destroy();
      await closed;
      await Promise.race([told, patience(clock)]);
    },
  };
}

/** If the common counts can't be reached at the end, they learn what they need by themselves: the last report expires. */
const CLOSE_MS = 5000;

const patience = (clock: Clock): Promise<void> => new Promise((done) => void clock.setTimer(CLOSE_MS, done));

function checkedShare(share: number): number {
  if (share > 0 && share <= 1) return share;
  throw new RangeError(`A share of the budget should be above 0 and at most 1; found ${share}.`);
}

function timeScaleOf(text: string | undefined): number {
  const scale = Number(text ?? 1);
  return scale >= 1 ? scale : 1;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0 }, () => {
      const address = server.address();
      server.unref();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

/** A ledger's grants: requests and turns. */
interface Books {
  readonly book: LedgerBook;
  readonly turns: TurnBook;
}

/** Serves one process, line by line. Disconnects a process that sends an unknown line. */
function serve(socket: Socket, books: Books, token: string, customers: Set<Socket>): void {
  let customer: Customer | undefined;
  customers.add(socket);
  socket.setEncoding("utf8").setNoDelay(true).unref();
  const take = linesTo((line) => {
    if (customer === undefined) customer = welcome(socket, books, token, line);
    else customer.hear(toLedgerIn(line));
  });
  socket.on("data", (chunk: string) => {
    try {
      take(chunk);
    } catch {
      socket.destroy();
    }
  });
  // "close" follows, and releases everything that the process still had.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    customers.delete(socket);
    customer?.leave();
  });
}

/** @throws Error if this fleet didn't start the process */
function welcome(socket: Socket, books: Books, token: string, line: string): Customer {
  const hello = helloIn(line);
  const [given, expected] = [Buffer.from(hello.token), Buffer.from(token)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error("another fleet's token");
  return new Customer(books, hello, (message) => {
    if (!socket.destroyed) socket.write(lineOf(message));
  });
}

/** One process, with its unfinished requests. */
class Customer {
  readonly #book: LedgerBook;
  readonly #who: Hello;
  readonly #tell: (message: FromLedger) => void;
  readonly #permits = new Map<number, Permit>();
  readonly #turns: TurnBook;
  /** Functions that end the turns it has or waits for, by the number of the request for the turn. */
  readonly #inTurn = new Map<number, () => void>();
  readonly #stopListening: () => void;

  constructor({ book, turns }: Books, who: Hello, tell: (message: FromLedger) => void) {
    this.#book = book;
    this.#turns = turns;
    this.#who = who;
    this.#tell = tell;
    this.#stopListening = book.onPause(who.credential, (pauseMs) => tell({ pauseMs: Math.ceil(pauseMs) }));
  }

  hear(message: ToLedger): void {
    if ("ask" in message) this.#ask(message);
    else if ("end" in message) this.#finish(message.end)?.end();
    else if ("back" in message) this.#finish(message.back)?.giveBack();
    else if ("turn" in message) this.#take(message);
    else if ("over" in message) this.#giveUp(message.over);
    else this.#book.pause(this.#who.credential, message.pauseMs);
  }

  /** The process is gone: its granted requests might have been sent until now, and its waiting ones are dropped. */
  leave(): void {
    this.#stopListening();
    // First, because otherwise its released grants would go to its own waiting requests.
    for (const permit of this.#permits.values()) permit.withdraw();
    for (const permit of this.#permits.values()) permit.end();
    this.#permits.clear();
    // Waiting turns first, because otherwise it would get them.
    for (const id of [...this.#inTurn.keys()].toReversed()) this.#giveUp(id);
  }

  #take({ turn: id, name }: { turn: number; name: string }): void {
    const begin = (hadOthers: boolean): void => this.#tell({ turn: id, others: hadOthers ? 1 : 0 });
    this.#inTurn.set(id, this.#turns.take(this.#who.credential, name, this, { begin }));
  }

  #giveUp(id: number): void {
    const end = this.#inTurn.get(id);
    this.#inTurn.delete(id);
    end?.();
  }

  #ask({ ask: id, own, maxOwnWaitMs }: { ask: number; own?: OwnCount | undefined; maxOwnWaitMs: number }) {
    const { credential, organization, origin } = this.#who;
    const permit = this.#book.ask({
      credential,
      organization,
      own: own && { kind: own.kind, key: [origin, own.kind, own.of].join(" "), count: own.count },
      maxOwnWaitMs,
      granted: () => this.#tell({ grant: id }),
      waits: (waitMs) => this.#tell({ wait: id, ms: Math.ceil(waitMs) }),
      refused: (retryAfterMs) => {
        this.#permits.delete(id);
        this.#tell({ refuse: id, ms: Math.ceil(retryAfterMs) });
      },
    });
    this.#permits.set(id, permit);
  }

  #finish(id: number): Permit | undefined {
    const permit = this.#permits.get(id);
    this.#permits.delete(id);
    return permit;
  }
}
