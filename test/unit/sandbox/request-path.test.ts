import { expect, test } from "@jest/globals";
import { pathText, queryText, requestPath } from "../../../packages/sandbox/src/pipeline/request-path.ts";

test.each([
  ["/api/users/%40me/", "/api/users/@me/"],
  ["/api/organizations/%40current/?name=%40me", "/api/organizations/@current/"],
  ["/api/projects/1/persons/a%2Fb/", "/api/projects/1/persons/a/b/"],
  ["/api/projects/1/persons/%C3%BC%20%2525/", "/api/projects/1/persons/ü %25/"],
  ["/api/projects/1/persons/%ff%4/", "/api/projects/1/persons/%ff%4/"],
])("specified: %s is decoded once, as a whole, before it is routed", (url, path) => {
  expect(requestPath(url, "documented")).toEqual({ path, headers: {} });
});

test("specified: the older name of projects is one in 2026-09 alone, and its headers name the new one", () => {
  const url = "/api/environments/1/persons/%C3%BC/";
  expect(requestPath(url, "2025-08").path).toBe("/api/environments/1/persons/ü/");
  const { path, headers } = requestPath(url, "2026-09");
  expect(path).toBe("/api/projects/1/persons/ü/");
  expect(headers["Link"]).toBe('</api/projects/1/persons/%C3%BC/>; rel="successor-version"');
});

test.each([
  ["/", "/", ""],
  ["/?", "/", ""],
  ["", "", ""],
  ["/a/?b=c", "/a/", "b=c"],
  ["/a/?b=what?&c=?d", "/a/", "b=what?&c=?d"],
  ["/a\nb?c\nd?e", "/a\nb", "c\nd?e"],
  ["??", "", "?"],
])("specified: %j is the path %j with the query %j, whose values can have question marks", (url, path, query) => {
  expect([pathText(url), queryText(url)]).toEqual([path, query]);
});
