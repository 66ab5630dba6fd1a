import { ConfigError } from "./errors.ts";
import { isLoopbackName } from "./host.ts";
import { LEDGER_VARIABLE, type LedgerAddress, ledgerAddressIn } from "./ledger-wire.ts";

/**
 * Reads the address of a ledger on this machine.
 *
 * @throws option_invalid when it is no such address, or leads to another machine; its text is not shown
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
