import { X509Certificate } from "node:crypto";

import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { validityOf } from "../../../src/catalog/fields/certificate.ts";
import { EXPIRED, VALID } from "../../support/certificates.ts";

test.each([EXPIRED, VALID])("a certificate counts from when to when Node says", (pem) => {
  const { validFrom, validTo } = new X509Certificate(pem);
  expect(validityOf(pem)).toEqual({ fromMs: Date.parse(validFrom), untilMs: Date.parse(validTo) });
});

test("whatever is cut off or put in is no certificate, and never an error of the reader", () => {
  fc.assert(
    fc.property(fc.nat(VALID.length - 40), fc.integer({ min: 1, max: 30 }), fc.base64String(), (at, length, put) => {
      const text = VALID.slice(0, at) + put + VALID.slice(at + length);
      expect(() => validityOf(text)).not.toThrow();
      expect(validityOf(VALID.slice(0, at))).toBeUndefined();
    }),
  );
});

type Bytes = readonly number[];

/** An element of DER with less than 128 bytes of content. */
const element = (tag: number, ...parts: readonly Bytes[]): Bytes => [tag, parts.flat().length, ...parts.flat()];
const sequence = (...parts: readonly Bytes[]): Bytes => element(0x30, ...parts);
const textElement = (tag: number, text: string): Bytes => element(tag, [...Buffer.from(text)]);
const short = (text: string): Bytes => textElement(0x17, text);
const long = (text: string): Bytes => textElement(0x18, text);

const VERSION = element(0xa0, element(0x02, [2]));
const SERIAL = element(0x02, [1]);
const ALGORITHM = sequence(element(0x06, [42]));
const ISSUER = sequence(element(0x31, [5, 0]));
const SIGNATURE = element(0x03, [0, 1]);
const FROM = short("200101000000Z");
const UNTIL = long("20810101000000Z");
const VALIDITY = sequence(FROM, UNTIL);
const FIELDS = [SERIAL, ALGORITHM, ISSUER, VALIDITY] as const;
const SIGNED = sequence(...FIELDS, ISSUER);
const TIMES = { fromMs: Date.UTC(2020, 0, 1), untilMs: Date.UTC(2081, 0, 1) };

const base64 = (bytes: Bytes): string => Buffer.from(bytes).toString("base64");
const timesOf = (bytes: Bytes) => validityOf(base64(bytes));
const certificateWith = (validity: Bytes): Bytes =>
  sequence(sequence(SERIAL, ALGORITHM, ISSUER, validity), ALGORITHM, SIGNATURE);

describe("the text of a certificate", () => {
  const bare = base64(sequence(SIGNED, ALGORITHM, SIGNATURE));
  const pem = `-----BEGIN CERTIFICATE-----\n${bare}\n-----END CERTIFICATE-----`;

  test.each([bare, `${bare}\n`, pem, ` \n${pem}\n\t`, `${pem}\n${EXPIRED}`, pem.replaceAll("\n", "")])(
    "is read with or without its first and last line: %j",
    (text) => {
      expect(validityOf(text)).toEqual(TIMES);
    },
  );

  test.each([`subject=acme\n${pem}`, pem.replace("BEGIN", "BEGIN TRUSTED"), `${bare}-`, "", "ü"])(
    "is nothing else: %j",
    (text) => {
      expect(validityOf(text)).toBeUndefined();
    },
  );
});

describe("a certificate", () => {
  test.each<[what: string, bytes: Bytes]>([
    ["of the first version, which names none", sequence(SIGNED, ALGORITHM, SIGNATURE)],
    ["of a later version", sequence(sequence(VERSION, ...FIELDS, ISSUER), ALGORITHM, SIGNATURE)],
    ["without anything after its times", sequence(sequence(...FIELDS), ALGORITHM, SIGNATURE)],
  ])("%s has its times", (_what, bytes) => {
    expect(timesOf(bytes)).toEqual(TIMES);
  });

  test.each<[what: string, bytes: Bytes]>([
    ["nothing", sequence()],
    ["another kind of element around it", element(0x31, SIGNED, ALGORITHM, SIGNATURE)],
    ["more after its end", [...sequence(SIGNED, ALGORITHM, SIGNATURE), 0]],
    ["another kind of signed element", sequence(element(0x31, ...FIELDS), ALGORITHM, SIGNATURE)],
    ["no signature", sequence(SIGNED, ALGORITHM)],
    ["half a signature", sequence(SIGNED, ALGORITHM, [0x03])],
    ["something after the signature", sequence(SIGNED, ALGORITHM, SIGNATURE, SIGNATURE)],
    ["no fields", sequence(sequence(), ALGORITHM, SIGNATURE)],
    ["no times", sequence(sequence(SERIAL, ALGORITHM, ISSUER), ALGORITHM, SIGNATURE)],
    ["a field that is longer than its group", sequence(sequence(...FIELDS, [0x30, 9, 1]), ALGORITHM, SIGNATURE)],
    ["another kind of times", certificateWith(element(0x31, FROM, UNTIL))],
    ["no time", certificateWith(sequence())],
    ["one time", certificateWith(sequence(FROM))],
    ["a beginning that isn't a time", certificateWith(sequence(SERIAL, UNTIL))],
    ["an end that isn't a time", certificateWith(sequence(FROM, SERIAL))],
    ["a time of another type", certificateWith(sequence(textElement(0x16, "200101000000Z"), UNTIL))],
    ["a time in other words", certificateWith(sequence(FROM, long("2081-01-01")))],
    ["a time with more before it", certificateWith(sequence(FROM, long("120810101000000Z")))],
    ["a time with more after it", certificateWith(sequence(FROM, long("20810101000000Z+0100")))],
  ])("with %s is none", (_what, bytes) => {
    expect(timesOf(bytes)).toBeUndefined();
  });

  test.each([
    ["490101000000Z", 2049],
    ["500101000000Z", 1950],
    ["990101000000Z", 1999],
    ["000101000000Z", 2000],
  ])("that ends at %s ends in %d", (text, year) => {
    expect(timesOf(certificateWith(sequence(FROM, short(text))))?.untilMs).toBe(Date.UTC(year, 0, 1));
  });

  test("ends to the second", () => {
    const bytes = certificateWith(sequence(FROM, short("261231235958Z")));
    expect(timesOf(bytes)?.untilMs).toBe(Date.UTC(2026, 11, 31, 23, 59, 58));
  });
});
