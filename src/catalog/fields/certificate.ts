const SEQUENCE = 0x30;
const VERSION = 0xa0;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

/** The validity period of a certificate, in milliseconds. */
export interface Validity {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * The validity period of an X.509 certificate; undefined if the string isn't a certificate. As SAML readers do, it also
 * accepts the base64 text alone.
 *
 * @source RFC 7468, section 5 (the text); RFC 5280, section 4.1 (the bytes)
 */
export function validityOf(text: string): Validity | undefined {
  const bytes = bytesOf(text);
  if (bytes === undefined) return undefined;
  const whole = elementAt(bytes, 0, bytes.length);
  if (whole?.tag !== SEQUENCE || whole.end !== bytes.length) return undefined;
  const [signed, , signature, ...others] = elementsIn(bytes, whole);
  if (signed?.tag !== SEQUENCE || signature === undefined || others.length > 0) return undefined;
  const fields = elementsIn(bytes, signed);
  // Serial number, algorithm, and issuer come first; the version is optional.
  const validity = fields[fields[0]?.tag === VERSION ? 4 : 3];
  if (validity?.tag !== SEQUENCE) return undefined;
  const [fromMs, untilMs] = elementsIn(bytes, validity).map((one) => timeOf(bytes, one));
  return fromMs === undefined || untilMs === undefined ? undefined : { fromMs, untilMs };
}

function bytesOf(text: string): Uint8Array | undefined {
  const body = /^-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/u.exec(text.trim())?.[1] ?? text;
  try {
    return Uint8Array.from(atob(body), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}

/** One element of DER: its content is from `start` to `end`. */
interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/** The element at an offset; undefined if it doesn't end before the limit. */
function elementAt(bytes: Uint8Array, at: number, limit: number): Element | undefined {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined) return undefined;
  const digits = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + digits;
  const length = digits === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return start + length > limit ? undefined : { tag, start, end: start + length };
}

/** The elements inside another one, up to the first truncated one. */
function elementsIn(bytes: Uint8Array, { start, end }: Element): Element[] {
  const elements: Element[] = [];
  for (let at = start; at < end;) {
    const element = elementAt(bytes, at, end);
    if (element === undefined) return [];
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** A time, `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`; two digits mean a year from 1950 on. */
function timeOf(bytes: Uint8Array, { tag, start, end }: Element): number | undefined {
  if (tag !== UTC_TIME && tag !== GENERALIZED_TIME) return undefined;
  const text = String.fromCodePoint(...bytes.subarray(start, end));
  const whole = tag === GENERALIZED_TIME ? text : `${Number(text.slice(0, 2)) < 50 ? "20" : "19"}${text}`;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/u.exec(whole)?.slice(1);
  if (parts === undefined) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
