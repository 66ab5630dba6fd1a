import { ConfigError } from "./errors.ts";
import { isLoopbackName } from "./host.ts";

/** The environment variable by which a fleet tells the processes that it starts where its ledger is. */
export const LEDGER_VARIABLE = "ORGFORM_BUDGET";

/** Where the ledger of a fleet listens, and on whose account this process asks it. */
export interface LedgerAddress {
  readonly hostname: string;
  readonly port: number;
  /** Lets nobody else of this machine use up the budget; never shown. */
  readonly token: string;
  /** Under which name the calls are counted. */
  readonly organization: string;
}

/**
 * Reads the address of a ledger: `tcp://127.0.0.1:PORT/?token=…&organization=…`.
 *
 * @throws option_invalid when it is no such address, or leads to another machine; its text is not shown
 */
export function parseLedgerAddress(text: string): LedgerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const token = url?.searchParams.get("token") ?? "";
  if (url?.protocol !== "tcp:" || !isLoopbackName(url.hostname) || url.port === "" || token === "") {
    throw new ConfigError(
      "option_invalid",
      "budget",
      `The environment variable ${LEDGER_VARIABLE} holds no address of a fleet's ledger on this machine. A fleet sets it for the programs that it runs; unset it to run without one.`,
    );
  }
  return {
    hostname: url.hostname.replace(/^\[(.+)\]$/u, "$1"),
    port: Number(url.port),
    token,
    organization: url.searchParams.get("organization") ?? "",
  };
}
