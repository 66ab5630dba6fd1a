import { X509Certificate } from "node:crypto";

import { expect, test } from "@jest/globals";
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
