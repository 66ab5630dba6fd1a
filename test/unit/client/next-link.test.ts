import { describe, expect, test } from "@jest/globals";

import { nextQueryFrom } from "../../../src/client/next-link.ts";

const HERE = {
  caller: { host: "https://a.example:8443/base", basePath: "/base" },
  route: "/api/things/{id}/",
  path: "/api/things/a%20b/",
  count: 7,
  rows: 3,
  seen: new Set(["?limit=100"]),
};

describe("the link to the next page", () => {
  test.each([null, ""])("%j is none", (link) => {
    expect(nextQueryFrom(link, HERE)).toBeNull();
  });

  test.each([
    "https://a.example:8443/base/api/things/a%20b/?page=2",
    "http://a.example:8443/base/api/things/a%20b/?page=2#end",
    "https://a.example:8443/api/things/a%20b/?page=2",
    "/base/api/things/a%20b/?page=2",
    "api/things/a%20b/?page=2",
    "?page=2",
  ])("%j is followed by its query alone", (link) => {
    expect(nextQueryFrom(link, HERE)).toBe("?page=2");
  });

  test("to the list itself has no query", () => {
    expect(nextQueryFrom("https://a.example:8443/base/api/things/a%20b/", HERE)).toBe("");
  });

  test.each([
    ["https://b.example:8443/base/api/things/a%20b/?key=1", "https://b.example:8443/base/api/things/a%20b/"],
    ["https://a.example/base/api/things/a%20b/?page=2", "https://a.example/base/api/things/a%20b/"],
    ["https://a.example:8443/base/api/other/?page=2", "https://a.example:8443/base/api/other/"],
    ["https://a.example:8443/base/api/things/a%20b?page=2", "https://a.example:8443/base/api/things/a%20b"],
    ["https://me@a.example:8443/base/api/things/a%20b/", "https://a.example:8443/base/api/things/a%20b/"],
    ["https://:pass@a.example:8443/base/api/things/a%20b/", "https://a.example:8443/base/api/things/a%20b/"],
    ["http://localhost:8443/base/api/things/a%20b/", "http://localhost:8443/base/api/things/a%20b/"],
    ["https://[", "an unreadable address"],
  ])("%j leads elsewhere, which is told without its query and credentials", (link, target) => {
    expect(() => nextQueryFrom(link, HERE)).toThrow(
      expect.objectContaining({
        code: "next_link_foreign",
        route: HERE.route,
        count: 7,
        rows: 3,
        message:
          `The list /api/things/{id}/ names ${target} as its next page, which isn't at https://a.example:8443. ` +
          "Orgform didn't follow it. Check the host setting, and the site address in the service's configuration.",
      }),
    );
  });

  test("of another scheme than http leads elsewhere", () => {
    expect(() => nextQueryFrom("ftp://a.example:8443/base/api/things/a%20b/?page=2", HERE)).toThrow(
      expect.objectContaining({ code: "next_link_foreign" }),
    );
  });

  test("to a page that was read is told with the rows so far", () => {
    expect(() => nextQueryFrom("?limit=100", HERE)).toThrow(
      expect.objectContaining({
        code: "next_link_repeated",
        count: 7,
        rows: 3,
        message:
          "The list /api/things/{id}/ names a next page that was already read, after 3 items. " +
          "Run again. If it happens again, report it to the operators of the service.",
      }),
    );
  });

  test.each([
    ["http://127.0.0.1:8010", "http://localhost:9999/api/things/?page=2"],
    ["http://localhost:8010", "http://[::1]:8010/api/things/?page=2"],
  ])("of a service on this machine (%s) may name another address of it (%s)", (host, link) => {
    expect(nextQueryFrom(link, { ...HERE, caller: { host, basePath: "" }, path: "/api/things/" })).toBe("?page=2");
  });
});
