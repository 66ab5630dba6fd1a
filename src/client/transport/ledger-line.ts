import { connect, type Socket } from "node:net";
import { createHash } from "node:crypto";
import type { SeparateLimit, TurnLease } from "./contract.ts";
import {
  type FromLedger,
  fromLedgerIn,
  type Hello,
  LEDGER_VARIABLE,
  type LedgerAddress,
  ledgerAddressIn,
  lineOf,
  linesTo,
  type ToLedger,
} from "./ledger-wire.ts";
import type { PermitAnswer } from "./limiter.ts";
import { ConfigError } from "./errors.ts";
import { isLoopbackName } from "./host.ts";

/** Describes a request that needs a permit. */
export interface PermitRequest {
  /** Set if the service also has a separate limit for these requests. */
  readonly own?: SeparateLimit | undefined;
  /** Longest wait for the separate limit, in milliseconds. */
  readonly maxOwnWaitMs: number;
}

/** Identifies the process for the ledger; the key only as a hash. */
export type LedgerCustomer = Pick<Hello, "credential" | "origin">;

/** A connection that was unused for this long is closed. The next request opens another one. */
const IDLE_MS = 10_000;

/**
 * Asks the ledger of a fleet for permits and turns, one line of JSON in each direction.
 *
 * The connection is open while it is needed, and keeps the process alive only while somebody waits. When it ends, the
 * ledger takes back whatever this process still had; callers that wait here learn that the ledger is gone.
 */
export class LedgerLine {
  readonly #address: LedgerAddress;
  readonly #customer: LedgerCustomer;
  readonly #onPause: (durationMs: number) => void;
  readonly #waiting = new Map<number, PermitAnswer>();
  /** Callers waiting for a turn, by the number of the ask. */
  readonly #inTurn = new Map<number, (lease: TurnLease | undefined) => void>();
  #socket: Socket | undefined;
  /** Number of permits and turns that this process has. */
  #held = 0;
  #asks = 0;

  /** @param onPause - called after the service asked any process of the credential for a pause */
  constructor(address: LedgerAddress, customer: LedgerCustomer, onPause: (durationMs: number) => void) {
    this.#address = address;
    this.#customer = customer;
    this.#onPause = onPause;
  }

  /** Requests a permit. The returned function withdraws the request. */
  ask({ own, maxOwnWaitMs }: PermitRequest, answer: PermitAnswer): () => void {
    const id = (this.#asks += 1);
    const socket = this.#open();
    this.#waiting.set(id, answer);
    socket.ref();
    tell(socket, { ask: id, own, maxOwnWaitMs });
    return () => {
      if (this.#settled(id) !== undefined) tell(socket, { back: id });
    };
  }

  /**
   * Asks for the turn of a name, which only one process of the credential has at a time; `undefined` if the ledger is
   * gone.
   *
   * @throws the reason of the signal if it aborts before
   */
  takeTurn(name: string, signal?: AbortSignal): Promise<TurnLease | undefined> {
    const id = (this.#asks += 1);
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const socket = this.#open();
      const giveUp = (): void => {
        this.#inTurn.delete(id);
        this.#rest();
        tell(socket, { over: id });
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", giveUp);
      this.#inTurn.set(id, (lease) => {
        signal?.removeEventListener("abort", giveUp);
        resolve(lease);
      });
      socket.ref();
      tell(socket, { turn: id, name });
    });
  }

  /** Reports a pause that the service asked for to all processes of the credential. */
  pause(durationMs: number): void {
    tell(this.#open(), { pauseMs: durationMs });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const { hostname, port, token, organization } = this.#address;
    const socket = connect({ host: hostname.replace(/^\[(.+)\]$/u, "$1"), port, noDelay: true });
    socket.setEncoding().unref();
    const take = linesTo((line) => this.#hear(socket, fromLedgerIn(line)));
    socket.on("data", (chunk: string) => {
      try {
        take(chunk);
      } catch {
        socket.destroy();
      }
    });
    // "close" follows, and contains all that matters: the ledger is gone.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#lose(socket));
    socket.setTimeout(IDLE_MS, () => {
      if (this.#isIdle() && this.#held === 0) this.#drop(socket);
    });
    this.#socket = socket;
    tell(socket, { token, organization, ...this.#customer });
    return socket;
  }

  #hear(socket: Socket, told: FromLedger): void {
    if ("pauseMs" in told) this.#onPause(told.pauseMs);
    else if ("wait" in told) this.#waiting.get(told.wait)?.waits(told.ms);
    else if ("refuse" in told) this.#settled(told.refuse)?.refused(told.ms);
    else if ("turn" in told) this.#begin(socket, told.turn, told.others > 0);
    else this.#grant(socket, told.grant);
  }

  #grant(socket: Socket, id: number): void {
    const answer = this.#settled(id);
    // Taken back while the permit was on its way: the ledger already knows.
    if (answer === undefined) return;
    this.#held += 1;
    let isOver = false;
    const finish = (message: ToLedger) => (): void => {
      if (isOver) return;
      isOver = true;
      this.#held -= 1;
      tell(socket, message);
    };
    answer.granted({ end: finish({ end: id }), giveBack: finish({ back: id }) });
  }

  #begin(socket: Socket, id: number, hadOthers: boolean): void {
    const begin = this.#inTurn.get(id);
    // Given up while it was on its way: the ledger already knows.
    if (begin === undefined) return;
    this.#inTurn.delete(id);
    this.#rest();
    this.#held += 1;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      this.#held -= 1;
      tell(socket, { over: id });
    };
    begin({ hadOthers, end });
  }

  #settled(id: number): PermitAnswer | undefined {
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#rest();
    return answer;
  }

  /** Whether nothing is waited for. */
  #isIdle(): boolean {
    return this.#waiting.size === 0 && this.#inTurn.size === 0;
  }

  /** Doesn't keep the process alive if nobody waits. */
  #rest(): void {
    if (this.#isIdle()) this.#socket?.unref();
  }

  #drop(socket: Socket): void {
    this.#socket = undefined;
    socket.destroy();
  }

  #lose(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    const answers = [...this.#waiting.values()];
    const inTurn = [...this.#inTurn.values()];
    this.#waiting.clear();
    this.#inTurn.clear();
    for (const answer of answers) answer.lost();
    // The next ask finds that the ledger is gone.
    for (const begin of inTurn) begin(undefined);
  }
}

function tell(socket: Socket, message: Hello | ToLedger): void {
  if (!socket.destroyed) socket.write(lineOf(message));
}

/**
 * Reads the address of a ledger on this machine.
 *
 * @throws option_invalid if it isn't such an address, or leads to another machine; its text isn't shown
 */
export function parseLedgerAddress(text: string): LedgerAddress {
  const address = ledgerAddressIn(text);
  if (address !== undefined && isLoopbackName(address.hostname)) return address;
  throw new ConfigError(
    "option_invalid",
    "budget",
    `The environment variable ${LEDGER_VARIABLE} holds no address of a fleet's ledger on this machine. A fleet sets it for the programs that it runs; unset it to run without one.`,
  );
}

/** Identifies a key at a host without showing it: whatever counts requests stores only this. */
export function credentialHash(origin: string, apiKey: string): string {
  return createHash("sha256").update(`${origin}\n${apiKey}`).digest("hex");
}
