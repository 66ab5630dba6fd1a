import type { FieldCodec, Reading, Sending, ShownCodec } from "./codec.ts";

/** The keys that a row declares: the service can send more keys, of unknown type. */
type KeysOf<Row> = keyof { [K in keyof Row as string extends K ? never : number extends K ? never : K]: Row[K] } &
  keyof Row &
  string;

/** A value of a row in the form of an output: null and absent are the same. */
type Present<T> = Exclude<T, null> | (null extends T ? undefined : never);

/** The codecs of one noun of the client. A key or a null that its types don't have doesn't compile. */
interface Codecs<Row, Body> {
  /** The same value under the service's key. */
  readonly same: <K extends KeysOf<Row> & KeysOf<Body>>(
    key: K,
  ) => FieldCodec<Row, Body, Row[K], Exclude<Body[K], undefined>>;
  /** A word for each of the service's values; a value without a word is shown as a string. */
  readonly mapped: <K extends KeysOf<Row> & KeysOf<Body>, const Words extends Readonly<Record<string, Body[K]>>>(
    key: K,
    words: Words,
  ) => FieldCodec<Row, Body, string | undefined, keyof Words & string>;
  /** A value that the service shows in one form and accepts in another, or under several keys. */
  readonly custom: <Shown, Given>(
    read: (row: Row, reading: Reading) => Shown,
    write: (given: Given, sending: Sending<Row>) => Body,
  ) => FieldCodec<Row, Body, Shown, Given>;
  /** A value that is only shown, or computed from it or from the whole row; null and absent are both absent. */
  readonly shown: ShownOf<Row>;
}

export interface ShownOf<Row> {
  <K extends KeysOf<Row>>(key: K): ShownCodec<Row, Present<Row[K]>>;
  <K extends KeysOf<Row>, Shown>(key: K, read: (value: Row[K], reading: Reading) => Shown): ShownCodec<Row, Shown>;
  <Shown>(read: (row: Row, reading: Reading) => Shown): ShownCodec<Row, Shown>;
}

/** Codecs for rows and bodies of these types. */
export function codecsOf<Row, Body>(): Codecs<Row, Body> {
  const bodyOf = (key: string, value: unknown): Body => ({ [key]: value }) as Body; // -- a key of the body, with a value of its type
  return {
    same: (key) => ({ read: (row) => row[key], write: (given) => bodyOf(key, given) }),
    mapped: (key, words) => ({
      read: (row) => {
        const held: unknown = row[key];
        const [word] = Object.entries(words).find(([, value]) => value === held) ?? [];
        if (word !== undefined || held === undefined || held === null) return word;
        return typeof held === "string" ? held : JSON.stringify(held);
      },
      write: (word) => bodyOf(key, words[word]),
    }),
    custom: (read, write) => ({ read, write }),
    shown: shownCodec,
  };
}

function shownCodec<Row, K extends KeysOf<Row>>(key: K): ShownCodec<Row, Present<Row[K]>>;
function shownCodec<Row, K extends KeysOf<Row>, Shown>(
  key: K,
  read: (value: Row[K], reading: Reading) => Shown,
): ShownCodec<Row, Shown>;
function shownCodec<Row, Shown>(read: (row: Row, reading: Reading) => Shown): ShownCodec<Row, Shown>;
function shownCodec<Row, K extends KeysOf<Row>>(
  of: K | ((row: Row, reading: Reading) => unknown),
  read?: (value: Row[K], reading: Reading) => unknown,
): ShownCodec<Row, unknown> {
  if (typeof of === "function") return { read: of };
  return { read: (row, reading) => (read === undefined ? (row[of] ?? undefined) : read(row[of], reading)) };
}
