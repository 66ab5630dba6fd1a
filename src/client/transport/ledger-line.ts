import { connect, type Socket } from "node:net";
import type { OwnLimit } from "./contract.ts";
import type { LedgerAddress } from "./ledger-address.ts";
import type { PermitAnswer } from "./limiter.ts";

/** What a request needs a permit for. */
export interface PermitWish {
  /** Set when the service counts these requests by themselves as well. */
  readonly own?: OwnLimit | undefined;
  /** Milliseconds that may be waited for what the service counts by itself. */
  readonly maxOwnWaitMs: number;
}

/** For whom permits are asked; the key only as a hash. */
export interface LedgerCustomer {
  readonly credential: string;
  readonly origin: string;
}

/** A connection that nobody needed for so long is closed; the next ask opens another. */
const IDLE_MS = 10_000;

type Told =
  | { readonly grant: number }
  | { readonly wait: number; readonly ms: number }
  | { readonly refuse: number; readonly ms: number }
  | { readonly pauseMs: number };

/**
 * Asks the ledger of a fleet for permits, one line of JSON each way.
 *
 * The connection is there while it is needed and keeps the process alive only while somebody waits. When it ends, the
 * ledger takes back whatever this process still had; who waits here learns that the ledger is gone.
 */
export class LedgerLine {
  readonly #address: LedgerAddress;
  readonly #customer: LedgerCustomer;
  readonly #onPause: (durationMs: number) => void;
  readonly #waiting = new Map<number, PermitAnswer>();
  #socket: Socket | undefined;
  #held = 0;
  #asks = 0;

  /** @param onPause - the service asked some process of the credential for a pause */
  constructor(address: LedgerAddress, customer: LedgerCustomer, onPause: (durationMs: number) => void) {
    this.#address = address;
    this.#customer = customer;
    this.#onPause = onPause;
  }

  /** Asks for a permit; what it returns takes the ask back. */
  ask({ own, maxOwnWaitMs }: PermitWish, answer: PermitAnswer): () => void {
    const id = (this.#asks += 1);
    const socket = this.#open();
    this.#waiting.set(id, answer);
    socket.ref();
    tell(socket, { ask: id, own, maxOwnWaitMs });
    return () => {
      if (this.#settled(id) !== undefined) tell(socket, { back: id });
    };
  }

  /** Tells all processes of the credential of a pause that the service asked for. */
  pause(durationMs: number): void {
    tell(this.#open(), { pauseMs: durationMs });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const { hostname, port, token, organization } = this.#address;
    const socket = connect({ host: hostname, port, noDelay: true });
    socket.setEncoding("utf8").unref();
    socket.on(
      "data",
      linesOf((line) => this.#hear(socket, line)),
    );
    // "close" follows, which says all that matters: the ledger is gone.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#lose(socket));
    socket.setTimeout(IDLE_MS, () => {
      if (this.#waiting.size === 0 && this.#held === 0) this.#drop(socket);
    });
    this.#socket = socket;
    tell(socket, { token, organization, ...this.#customer });
    return socket;
  }

  #hear(socket: Socket, line: string): void {
    const told = toldIn(line);
    if (told === undefined) socket.destroy();
    else if ("pauseMs" in told) this.#onPause(told.pauseMs);
    else if ("wait" in told) this.#waiting.get(told.wait)?.waits(told.ms);
    else if ("refuse" in told) this.#settled(told.refuse)?.refused(told.ms);
    else this.#grant(socket, told.grant);
  }

  #grant(socket: Socket, id: number): void {
    const answer = this.#settled(id);
    // Taken back while the permit was on its way: the ledger knows by now.
    if (answer === undefined) return;
    this.#held += 1;
    let isOver = false;
    const finish = (word: "end" | "back") => (): void => {
      if (isOver) return;
      isOver = true;
      this.#held -= 1;
      tell(socket, { [word]: id });
    };
    answer.granted({ end: finish("end"), giveBack: finish("back") });
  }

  #settled(id: number): PermitAnswer | undefined {
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#socket?.unref();
    return answer;
  }

  #drop(socket: Socket): void {
    if (this.#socket === socket) this.#socket = undefined;
    socket.destroy();
  }

  #lose(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    const answers = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const answer of answers) answer.lost();
  }
}

function tell(socket: Socket, message: unknown): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
}

/** Cuts what arrives into lines. */
function linesOf(hear: (line: string) => void): (chunk: string) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(line);
  };
}

function toldIn(line: string): Told | undefined {
  try {
    const told: unknown = JSON.parse(line);
    const isKnown = typeof told === "object" && told !== null && Object.values(told).every(Number.isFinite);
    return isKnown ? (told as Told) : undefined;
  } catch {
    return undefined;
  }
}
