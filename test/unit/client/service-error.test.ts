import { describe, expect, test } from "@jest/globals";

import { isThrottleOfService, serviceErrorFrom } from "../../../src/client/service-error.ts";

const PAGE = "<html><head><title> Bad |é| Gateway </title></head><body>secret words</body></html>";
const TITLE = "an HTML page titled Bad |é| Gateway";

describe("a refusal in no form of the service", () => {
  test.each<[string, string, string | undefined, string]>([
    ["a page of that type", PAGE, "text/html; charset=utf-8", TITLE],
    ["a page of another type", PAGE, "text/plain", TITLE],
    ["a page of no type", `\n  ${PAGE}`, undefined, TITLE],
    ["a page with a document type", `<!DOCTYPE html>${PAGE}`, undefined, TITLE],
    ["a page in capital letters", PAGE.toUpperCase(), "TEXT/HTML", "an HTML page titled BAD |É| GATEWAY"],
    ["a title with an attribute", '<html><title lang="en">Down</title>', undefined, "an HTML page titled Down"],
    ["a part of a page, of that type", "<p>Down</p>", "application/xhtml+xml", ""],
    ["a page without a title", "<html><body>secret words</body></html>", "text/html", ""],
    ["a page with an empty title", "<html><title> </title></html>", "text/html", ""],
    ["text about a page", " the <html> is missing\n", "text/plain", "the <html> is missing"],
    ["text of no type", "\n404 page not found\n", undefined, "404 page not found"],
    ["a list", "[1]", "application/json", "[1]"],
    ["a text in quotes", '"no"', "application/json", '"no"'],
    ["null", "null", "application/json", "null"],
    ["nothing", "", undefined, ""],
  ])("is shown by its words: %s", (_what, body, type, detail) => {
    expect(serviceErrorFrom(body, type)).toEqual({ isRecognised: false, code: undefined, detail, attr: null });
  });
});

describe("a refusal in a form of the service", () => {
  const SAID = { isRecognised: true, code: undefined, detail: "", attr: null };
  test.each<[object, object]>([
    [{}, { isRecognised: false }],
    [{ detail: "" }, { isRecognised: false }],
    [{ detail: 5, error: null, message: [] }, { isRecognised: false }],
    [{ detail: "a", error: "b", message: "c" }, { detail: "a" }],
    [{ detail: "", error: "b", message: "c" }, { detail: "b" }],
    [{ detail: null, error: "", message: "c" }, { detail: "c" }],
    [{ code: "not_found" }, { code: "not_found" }],
    [{ code: "a2" }, { code: "a2" }],
    // Only words in the form of a code are one.
    [{ code: "Not_found" }, {}],
    [{ code: "not found" }, {}],
    [{ code: "2fa" }, {}],
    [{ code: "{'name': 'unique'}" }, {}],
    [{ code: "" }, {}],
    [{ code: 404 }, { isRecognised: false }],
    [
      { detail: "a", attr: "name__0" },
      { detail: "a", attr: "name__0" },
    ],
    [{ detail: "a", attr: "" }, { detail: "a" }],
    [{ detail: "a", attr: 5 }, { detail: "a" }],
    // Some routes have the two the other way around.
    [
      { code: "It was a mistake.", detail: "not_allowed" },
      { code: "not_allowed", detail: "It was a mistake." },
    ],
    [{ code: "It was a mistake", detail: "not_allowed" }, { detail: "not_allowed" }],
    [{ code: "it was a mistake.", detail: "not_allowed" }, { detail: "not_allowed" }],
    [{ code: "x It was a mistake.", detail: "not_allowed" }, { detail: "not_allowed" }],
    [{ code: "Mistake.", detail: "not_allowed" }, { detail: "not_allowed" }],
    [{ code: "It was a mistake. x", detail: "not_allowed" }, { detail: "not_allowed" }],
    [{ code: "It was a mistake.", detail: "Not allowed" }, { detail: "Not allowed" }],
    [{ code: "It was a mistake." }, {}],
    [{ code: 5, detail: "not_allowed" }, { detail: "not_allowed" }],
  ])("%j has these parts: %j", (body, said) => {
    expect(serviceErrorFrom(JSON.stringify(body), "application/json")).toEqual({ ...SAID, ...said });
  });
});

test.each<[string, boolean]>([
  ['{"type":"throttled_error","detail":"Wait."}', true],
  ['{"type":"throttled"}', false],
  ['{"detail":"throttled_error"}', false],
  ["null", false],
  ['"throttled_error"', false],
  ["5", false],
  ["throttled_error", false],
  ["", false],
])("%s is the service's own refusal of too many requests: %s", (body, isOwn) => {
  expect(isThrottleOfService(body)).toBe(isOwn);
});
