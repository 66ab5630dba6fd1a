/**
 * The protocol between the ledger of a fleet and the programs that the fleet runs: the messages of each side, their
 * form, and the maximum length of a line. Both sides read and write with this module; the build writes the copy in
 * `@orgform/fleet`.
 *
 * A message is a line of JSON. A program first identifies itself. Each later request of it has a number, which the
 * ledger's response repeats.
 */

/** The environment variable in which a fleet passes the ledger's address to the processes that it starts. */
export const LEDGER_VARIABLE = "ORGFORM_BUDGET";

/** Where the ledger of a fleet listens, and for which organization a process asks it. */
export interface LedgerAddress {
  /** As in a URL: an IPv6 address is in brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Prevents other users of this machine from using up the budget; never shown. */
  readonly token: string;
  /** The name under which requests are counted. */
  readonly organization: string;
}

/** The value of the variable: `tcp://127.0.0.1:PORT/?token=…&organization=…`. */
export function ledgerAddressText({ hostname, port, token, organization }: LedgerAddress): string {
  return `tcp://${hostname}:${port}/?${new URLSearchParams({ token, organization }).toString()}`;
}

/** Reads the value of the variable; undefined if it isn't such an address. */
export function ledgerAddressIn(text: string): LedgerAddress | undefined {
  const url = parsedUrl(text);
  const token = url?.searchParams.get("token") ?? "";
  if (url?.protocol !== "tcp:" || url.port === "" || token === "") return undefined;
  const organization = url.searchParams.get("organization") ?? "";
  return { hostname: url.hostname, port: Number(url.port), token, organization };
}

// Not imported: `@orgform/fleet` has a copy of this module.
function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The first line of a program, which identifies it. It contains the key only as a hash. */
export interface Hello {
  readonly token: string;
  readonly organization: string;
  readonly credential: string;
  readonly origin: string;
}

/** A limit that the service counts separately from all requests: a number of objects of a kind, such as `invites`, for an ID. */
export interface OwnCount {
  readonly kind: string;
  readonly of: string;
  /** An integer from 1. */
  readonly count: number;
}

/** What a program sends after that. */
export type ToLedger =
  /** Asks for a permit; `maxOwnWaitMs` is the longest wait for a separate limit of the service. */
  | { readonly ask: number; readonly own?: OwnCount | undefined; readonly maxOwnWaitMs: number }
  /** The request of a permit has ended. */
  | { readonly end: number }
  /** The permit wasn't used, or is no longer waited for. */
  | { readonly back: number }
  /** The service asked for a pause. */
  | { readonly pauseMs: number }
  /** Asks for the turn of a name. */
  | { readonly turn: number; readonly name: string }
  /** The turn is over, or no longer waited for. */
  | { readonly over: number };

/** What the ledger sends. */
export type FromLedger =
  | { readonly grant: number }
  | { readonly wait: number; readonly ms: number }
  | { readonly refuse: number; readonly ms: number }
  /** `others` is 1 if another process has had the turn since. */
  | { readonly turn: number; readonly others: number }
  | { readonly pauseMs: number };

/** A line has a few hundred characters; a sender of an endless line is neither side. */
const MOST_CHARACTERS = 64 * 1024;

/** A message in the form in which it is sent. */
export const lineOf = (message: Hello | ToLedger | FromLedger): string => `${JSON.stringify(message)}\n`;

/** Splits received data into lines. @throws RangeError if a line doesn't end */
export function linesTo(hear: (line: string) => void): (chunk: string) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MOST_CHARACTERS) throw new RangeError("a line without an end");
    for (const line of lines) hear(line);
  };
}

/** Reads the first line of a program. @throws Error if it isn't one */
export function helloIn(line: string): Hello {
  const { token, organization, credential, origin } = fieldsIn(line);
  if (isText(token) && isText(organization) && isText(credential) && isText(origin))
    return { token, organization, credential, origin };
  throw notOurs();
}

/** Reads another line of a program. @throws Error if no program sends such a line */
export function toLedgerIn(line: string): ToLedger {
  const fields = fieldsIn(line);
  const { ask, own, maxOwnWaitMs, end, back, pauseMs, turn, name, over } = fields;
  const names = Object.keys(fields).toSorted().join(" ");
  if (names === "end" && isNumber(end)) return { end };
  if (names === "back" && isNumber(back)) return { back };
  if (names === "over" && isNumber(over)) return { over };
  if (names === "pauseMs" && isNumber(pauseMs) && pauseMs >= 0) return { pauseMs };
  if (names === "name turn" && isNumber(turn) && isText(name)) return { turn, name };
  if (names === "ask maxOwnWaitMs" && isNumber(ask) && isNumber(maxOwnWaitMs)) return { ask, maxOwnWaitMs };
  if (names === "ask maxOwnWaitMs own" && isNumber(ask) && isNumber(maxOwnWaitMs))
    return { ask, own: ownCountIn(own), maxOwnWaitMs };
  throw notOurs();
}

/** Reads a line of the ledger. @throws Error if no ledger sends such a line */
export function fromLedgerIn(line: string): FromLedger {
  const { grant, wait, refuse, ms, turn, others, pauseMs } = fieldsIn(line);
  if (isNumber(pauseMs)) return { pauseMs };
  if (isNumber(wait) && isNumber(ms)) return { wait, ms };
  if (isNumber(refuse) && isNumber(ms)) return { refuse, ms };
  if (isNumber(turn) && isNumber(others)) return { turn, others };
  if (isNumber(grant)) return { grant };
  throw notOurs();
}

function ownCountIn(value: unknown): OwnCount {
  const { kind, of, count } = fieldsOf(value);
  if (isText(kind) && isText(of) && isNumber(count) && Number.isSafeInteger(count) && count >= 1)
    return { kind, of, count };
  throw notOurs();
}

const fieldsIn = (line: string): Readonly<Record<string, unknown>> => fieldsOf(JSON.parse(line));

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw notOurs();
  return Object.fromEntries(Object.entries(value));
}

const isText = (value: unknown): value is string => typeof value === "string";

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const notOurs = (): Error => new Error("no message of this wire");
