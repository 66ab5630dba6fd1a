import { connect } from "node:net";

import {
  type FromLedger,
  fromLedgerIn,
  type Hello,
  ledgerAddressIn,
  lineOf,
  linesTo,
  type ToLedger,
} from "../../src/client/transport/ledger-wire.ts";

/** A process that a fleet has started, as its ledger sees it. */
export interface LedgerProcess {
  readonly tell: (message: ToLedger) => void;
  /** Everything the ledger has said, in order. */
  readonly heard: FromLedger[];
  /** Ends when the ledger has answered whatever was sent before. */
  readonly settled: () => Promise<void>;
  readonly isCut: () => boolean;
  readonly leave: () => void;
}

let looks = 1_000_000;

/** Connects as a process does. @param budget - the value of its variable */
export async function ledgerProcess(budget: string, who: Partial<Hello> = {}): Promise<LedgerProcess> {
  const { port = 0, token = "", organization = "" } = ledgerAddressIn(budget) ?? {};
  const socket = connect({ host: "127.0.0.1", port });
  const heard: FromLedger[] = [];
  const state = { isCut: false };
  socket
    .setEncoding("utf8")
    .on(
      "data",
      linesTo((line) => heard.push(fromLedgerIn(line))),
    )
    .on("error", () => undefined)
    .on("close", () => (state.isCut = true));
  await new Promise((resolve) => socket.once("connect", resolve));
  const tell = (message: ToLedger): void => void socket.write(lineOf(message));
  socket.write(lineOf({ token, organization, credential: "key", origin: "https://one.example", ...who }));
  const settled = async (): Promise<void> => {
    // The turn of a name that nobody else has comes at once, after the answers before it.
    looks += 1;
    const turn = looks;
    tell({ turn, name: `look ${turn}` });
    const own = (): number => heard.findIndex((one) => "turn" in one && one.turn === turn);
    while (!state.isCut && own() < 0) await new Promise((resolve) => setImmediate(resolve));
    if (own() >= 0) heard.splice(own(), 1);
  };
  return { tell, heard, settled, isCut: () => state.isCut, leave: () => socket.destroy() };
}
