import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { code, type Declared, declare, programOf } from "./support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const SECRET = "certificate-that-must-not-be-printed";

/** What the engine says about failed checks, without the values that the engine itself prints. */
function complaints(output: string): string[] {
  const diagnostics = (output.split("Diagnostics:")[1] ?? "").split("Resources:")[0] ?? "";
  const lines = diagnostics.split("\n").filter((line) => line.includes("has a problem: "));
  return lines.map((line) =>
    line
      .replace(/^.*?resource '\w+'/u, "")
      .replace(/ value \{.*?\} has a problem/u, " has a problem")
      .replace(/^: property /u, "")
      .replace(/^ has a problem: /u, "")
      .trim(),
  );
}

const STORIES: { title: string; resource: Declared; expected: string[] }[] = [
  {
    title: "an Organization",
    resource: declare("Organization", "org", {
      name: "x".repeat(65),
      logoMediaId: "",
      enforce2fa: null,
      isMemberJoinEmailEnabled: "yes",
      deletionProtection: [true],
      deletionProtektion: false,
      slug: "mine",
      adopt: "",
    }),
    expected: [
      "adopt has a problem: is empty; at least 1 character is required",
      "deletionProtection has a problem: expected a boolean, found a list",
      "deletionProtektion: is not a field of Organization; did you mean `deletionProtection`?",
      "enforce2fa has a problem: expected a boolean, found null; leave the field out instead",
      'isMemberJoinEmailEnabled has a problem: expected a boolean, found "yes"',
      "logoMediaId has a problem: expected the ID of the media, a UUID such as 01912345-89ab-7cde-8f01-23456789abcd, found an empty string",
      "name has a problem: has 65 characters; at most 64 characters are allowed",
      "slug: is an output of Organization: the service decides it; remove it",
    ],
  },
  {
    title: "a Domain",
    resource: declare("Domain", "domain", {
      domain: "Acme_Corp",
      ssoEnforcement: "okta",
      samlEntityId: { id: "a" },
      samlAcsUrl: 7,
      samlX509Cert: code(`pulumi.secret({ pem: "${SECRET}" })`),
      samlX509Certs: SECRET.slice(0, 3),
    }),
    expected: [
      'domain has a problem: expected a domain name in lower case such as "acme.example" (letters, digits, single hyphens, dots), found "Acme_Corp"',
      "samlAcsUrl has a problem: expected a string, found the number 7",
      "samlEntityId has a problem: expected a string, found an object",
      "samlX509Cert: expected a string, found an object",
      "samlX509Certs: is not a field of Domain; did you mean `samlX509Cert`?",
      'ssoEnforcement has a problem: expected one of "", "google-oauth2", "github", "gitlab", "saml", found "okta"',
    ],
  },
  {
    title: "a DomainVerification",
    resource: declare("DomainVerification", "verification", {
      organizationId: "acme",
      timeoutSeconds: 0,
      pollIntervalSeconds: 1.5,
    }),
    expected: [
      "domainId has a problem: is required",
      'organizationId has a problem: expected the ID of the organization, a UUID such as 01912345-89ab-7cde-8f01-23456789abcd, found "acme"',
      "pollIntervalSeconds has a problem: expected an integer, found the number 1.5",
      "timeoutSeconds has a problem: is the number 0; at least 1 is required",
    ],
  },
];

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("a preview refuses bad arguments with path and fix, prints no secret, and sends no request", async () => {
    const story = await Story.open(dialect, "", (sandbox) => ({
      config: { "orgform:host": sandbox.host, "orgform:organizationId": sandbox.organizationId },
    }));
    for (const { title, resource, expected } of STORIES) {
      story.stack.write({ "index.js": programOf([resource]) });
      const preview = await story.stack.run("preview");
      expect({ title, problems: complaints(preview.output).sort() }).toEqual({ title, problems: expected });
      expect(preview.status).not.toBe(0);
      expect(preview.output).not.toContain(SECRET);
    }
    expect(story.sandbox.control.requests()).toEqual([]);
  });
});
