import { expect, test } from "@jest/globals";

import { samlWarnings } from "../../../src/catalog/fields/saml-warnings.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { EXPIRED, VALID } from "../../support/certificates.ts";

const URL_OF_IDP = "https://idp.example/sso";
const NOW = Date.parse("2026-11-20T10:00:00.125Z");

/** The first line of each warning. */
const linesOf = (acsUrl: unknown, x509Cert: unknown, nowMs = NOW): string[] =>
  samlWarnings({ acsUrl: ["acs", acsUrl], x509Cert: ["cert", x509Cert] }, nowMs).map(
    (text) => printed(text).split("\n")[0] ?? "",
  );

test.each([URL_OF_IDP, "http://idp.example", " HTTPS://IDP.example/sso\n", "", "  ", undefined, null, UNKNOWN])(
  "the address %j raises no question",
  (acsUrl) => {
    expect(linesOf(acsUrl, VALID)).toEqual([]);
  },
);

test.each(["idp.example", "ftp://idp.example", "https://", "https:// idp", "javascript:1", "xhttps://idp.example"])(
  "the address %j is none",
  (acsUrl) => {
    expect(linesOf(acsUrl, VALID)).toEqual([`acs isn't a URL: ${JSON.stringify(acsUrl)}`]);
  },
);

test.each([
  ["2020-01-01T00:00:00Z", EXPIRED, []],
  ["2019-12-31T23:59:59.999Z", EXPIRED, ["cert is not valid before 2020-01-01T00:00:00Z"]],
  ["2021-01-01T00:00:00Z", EXPIRED, []],
  ["2021-01-01T00:00:00.001Z", EXPIRED, ["cert expired at 2021-01-01T00:00:00Z"]],
  ["2026-11-20T10:00:00.125Z", VALID, []],
  ["2026-11-20T10:00:00.125Z", "not one", ["cert is not a certificate in PEM form"]],
  ["2026-11-20T10:00:00.125Z", " ", []],
  ["2026-11-20T10:00:00.125Z", UNKNOWN, []],
])("at %s a certificate is judged by its times: %#", (now, certificate, lines) => {
  expect(linesOf(URL_OF_IDP, certificate, Date.parse(now))).toEqual(lines);
});

test("both are said at once", () => {
  expect(linesOf("idp", EXPIRED)).toHaveLength(2);
});

test("each warning says what the service does with the value, and what to set", () => {
  const textsOf = (acsUrl: unknown, x509Cert: unknown) =>
    samlWarnings({ acsUrl: ["samlAcsUrl", acsUrl], x509Cert: ["samlX509Cert", x509Cert] }, NOW).map((text) =>
      printed(text),
    );
  expect(textsOf('"idp" |é', "MIIB")).toEqual([
    'samlAcsUrl isn\'t a URL: "\\"idp\\" |é"\n' +
      "The service accepts it, and sends everyone who signs in to that address. Set the URL of the identity provider's " +
      'sign-in page, such as "https://idp.example/sso".',
    "samlX509Cert is not a certificate in PEM form\n" +
      "The service accepts it, and nobody can sign in with it. Give the whole text from " +
      '"-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----".',
  ]);
  expect(textsOf(URL_OF_IDP, EXPIRED)).toEqual([
    "samlX509Cert expired at 2021-01-01T00:00:00Z\nGet the current certificate from the identity provider.",
  ]);
});
