import { describe, expect, test } from "@jest/globals";
import { parseBody } from "../../../packages/sandbox/src/pipeline/parse-body.ts";
import { createRouter } from "../../../packages/sandbox/src/pipeline/find-route.ts";
import { templateShape } from "../../../packages/sandbox/src/pipeline/path-template.ts";
import { ROUTER } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { pathWithoutKeys } from "../../../packages/sandbox/src/request-log.ts";
import { findAnswerFault } from "../../../packages/sandbox/src/wire/check-response.ts";
import { DOMAIN } from "../../../packages/sandbox/src/wire/domain.ts";

describe("specified: malformed JSON, in the words of the service's parser", () => {
  test.each([
    ["{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"],
    ["nope", "Expecting value: line 1 column 1 (char 0)"],
    ['{"a": 1} x', "Extra data: line 1 column 10 (char 9)"],
    ['{"a": 1\n"b": 2}', "Expecting ',' delimiter: line 2 column 1 (char 8)"],
    ['{"a": ', "Expecting value: line 1 column 7 (char 6)"],
  ])("%j", (text, detail) => {
    const headers = { "content-type": "application/json" };
    const body = parseBody({ method: "POST", url: "/", headers, bodyBytes: Buffer.from(text) });
    expect("error" in body && body.error.message).toBe(`JSON parse error - ${detail}`);
  });
});

describe("sandboxOnly: paths", () => {
  test.each([
    ["/api/organizations/?personal_api_key=phx_a&limit=1", "/api/organizations/?limit=1"],
    ["/api/organizations/?limit=1&PERSONAL_API_KEY=b", "/api/organizations/?limit=1"],
    ["/api/organizations/?personal_api_key=b", "/api/organizations/"],
    ["/api/organizations/phx_secret-1/", "/api/organizations/[key]/"],
    ["/api/organizations/?a=%E0%A4%A", "/api/organizations/?a=%E0%A4%A"],
  ])("%s is logged as %s", (path, logged) => {
    expect(pathWithoutKeys(path)).toBe(logged);
  });

  test("prefers a literal segment to a parameter", () => {
    expect(ROUTER.find("/api/projects/1/persons/activity/").template).toBe(
      "/api/projects/:project_id/persons/activity/",
    );
    expect(ROUTER.find("/api/projects/1/persons/abc").template).toBe("/api/projects/:project_id/persons/:id/");
  });

  test("knows the paths of the contract even when it serves none", () => {
    expect(createRouter([]).find("/api/organizations/").kind).toBe("refused");
    expect(createRouter([]).find("/api/elsewhere/").kind).toBe("unknown");
    expect(templateShape("/api/organizations/:id")).toBe(templateShape("/api/organizations/:organization_id/"));
  });
});

describe("sandboxOnly: checking answers against their description", () => {
  const good = {
    id: "01a1fb2b-46dd-0000-4ad1-c3cb667e78ac",
    domain: "a.example.com",
    is_verified: false,
    verified_at: null,
    verification_challenge: "c",
    jit_provisioning_enabled: false,
    sso_enforcement: "",
    has_saml: false,
    saml_entity_id: null,
    saml_acs_url: null,
    saml_x509_cert: null,
  };
  const fault = (body: unknown): string | undefined =>
    findAnswerFault({ kind: "one", resource: DOMAIN }, body, "2025-08");

  test("finds nothing wrong with a right answer, and names what is wrong with others", () => {
    expect(fault(good)).toBeUndefined();
    expect(fault({ ...good, verified_at: "yesterday" })).toBe("Domain.verified_at is not dateTime");
    expect(fault({ ...good, sso_enforcement: null })).toBe("Domain.sso_enforcement is not text");
    expect(fault({ ...good, extra: 1 })).toBe("Domain has a field extra that is not described");
    expect(fault([])).toBe("Domain is not an object");
    expect(findAnswerFault({ kind: "nothing" }, {}, "2025-08")).toBe("the answer should have no body");
    expect(findAnswerFault({ kind: "page", resource: DOMAIN }, { results: [] }, "2025-08")).toBe(
      "count of the page is no number",
    );
  });
});
