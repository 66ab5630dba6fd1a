import { describe, expect, test } from "@jest/globals";

import type { DomainWire } from "../../../src/client/domains.ts";
import { apiError } from "../../support/fake-service.ts";
import { check } from "../../../src/model/check.ts";
import { domain, untilVerified } from "../../../src/catalog/resources/domain/domain.ts";
import { domainSso } from "../../../src/catalog/resources/domain/domain-sso.ts";
import { domainVerification, verificationWait } from "../../../src/catalog/resources/domain/domain-verification.ts";

const organizationId = "01912345-89ab-7cde-8f01-23456789abcd";
const settings = { organizationId, howToSet: (name: string) => name };
const problemsOf = (name: unknown) => check(domain, { domain: name }, settings).problems;

const wire: DomainWire = {
  id: "01912345-89ab-7cde-8f01-23456789abce",
  domain: "acme.example",
  is_verified: false,
  verified_at: null,
  verification_challenge: "c-1",
  jit_provisioning_enabled: false,
  sso_enforcement: "",
  saml_entity_id: null,
  saml_acs_url: null,
  saml_x509_cert: null,
};

// Each name with the step of the recorded flow on domains in which the service took or refused it. @source flow 2:13-32
const ACCEPTED = [
  ["2:24", "a.b.c.d.example.co.uk"],
  ["2:25", `${"x".repeat(64)}.example.com`],
  ["2:12", "ro.example.com"],
] as const;

const REFUSED = [
  ["2:14", "UPPER.example.com"],
  ["2:15", "trailing.example.com."],
  ["2:16", "under_score.example.com"],
  ["2:17", "-dash.example.com"],
  ["2:18", "dash-.example.com"],
  ["2:19", "a--b.example.com"],
  ["2:20", "münchen.example.com"],
  ["2:21", "xn--mnchen-3ya.example.com"],
  ["2:22", "example"],
  ["2:23", "1.2.3.4"],
  ["2:27", "*.example.com"],
  ["2:28", "example.com/path"],
  ["2:29", "user@example.com"],
] as const;

describe("a domain name", () => {
  test.each(ACCEPTED)("that the service takes (flow %s) is accepted: %s", (_step, name) => {
    expect(problemsOf(name)).toEqual([]);
  });

  test.each(REFUSED)("that the service refuses (flow %s) is refused before any request: %s", (_step, name) => {
    expect(problemsOf(name)).toEqual([
      {
        path: "domain",
        reason: `expected a domain name in lower case such as "acme.example" (letters, digits, single hyphens, dots), found ${JSON.stringify(name)}`,
      },
    ]);
  });

  test("has at most 128 characters, is not empty, and is a text (flow 2:26, 2:30-32)", () => {
    const long = `${"x".repeat(117)}.example.com`;
    expect(problemsOf(long)).toEqual([
      { path: "domain", reason: "has 129 characters; at most 128 characters are allowed" },
    ]);
    expect(problemsOf(long.slice(1))).toEqual([]);
    expect(problemsOf("").map(({ path }) => path)).toEqual(["domain"]);
    expect(problemsOf(null)).toHaveLength(1);
    expect(problemsOf(5)).toEqual([{ path: "domain", reason: "expected a string, found the number 5" }]);
  });

  test("with blanks around it is refused, though the service would trim it (flow 2:13)", () => {
    expect(problemsOf("  spaced.example.com  ")).toHaveLength(1);
  });
});

describe("a domain", () => {
  const at = { organizationId, domainId: wire.id };

  test("tells which DNS record proves it", () => {
    expect(domain.fromWire(wire, at).verificationRecord).toEqual({
      type: "TXT",
      name: "_posthog-challenge.acme.example",
      value: "c-1",
    });
    expect(verificationWait.describe(wire)).toBe(
      'the DNS record _posthog-challenge.acme.example of type TXT with exactly the value "c-1"',
    );
  });

  test("meets its precondition once it is verified", () => {
    expect([untilVerified.isMet(wire), untilVerified.isMet({ ...wire, is_verified: true })]).toEqual([false, true]);
  });

  test("says when it was verified, once it was", () => {
    expect(domainVerification.fromWire(wire, at)).not.toHaveProperty("verifiedAt");
    expect(domainVerification.fromWire({ ...wire, verified_at: "2026-11-20T08:00:00Z" }, at).verifiedAt).toBe(
      "2026-11-20T08:00:00Z",
    );
  });

  test("is named by its id and by its name, in each of its resources", () => {
    for (const { naturalKey } of [domain, domainSso, domainVerification]) {
      expect(
        ["acme.example", wire.id, "other.example", "ACME.example"].map((text) => naturalKey?.isNamed(wire, text)),
      ).toEqual([true, true, false, false]);
    }
  });
});

const asksNothing = (): never => {
  throw new Error("this guard asks the service nothing");
};

describe("single sign-on", () => {
  const refuse = (given: DomainWire) =>
    domainSso.guards?.map((one) => one.refuse({ verb: "create", inputs: {}, state: undefined }, given, asksNothing));

  test("is refused for a domain that is not verified", () => {
    expect(refuse(wire)).toEqual([
      "The domain acme.example is not verified: the service refuses these settings.\n" +
        "Make this resource depend on a DomainVerification, or verify the domain first.",
    ]);
    expect(refuse({ ...wire, is_verified: true })).toStrictEqual([undefined]);
  });
});

describe("a verification", () => {
  test("tells a key that may not ask from one that need not", () => {
    const { prompt } = verificationWait;
    const failures = [
      apiError({ category: "permission", code: "key_not_allowed", status: 403 }),
      apiError({ category: "invalid", code: "already_verified", status: 400 }),
      apiError({ category: "auth", status: 401 }),
      new Error("other"),
    ];
    expect(failures.map((error) => [prompt?.isNotAllowed(error), prompt?.isAlreadyDone(error)])).toEqual([
      [true, false],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });
});
