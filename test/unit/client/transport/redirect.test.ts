import { describe, expect, test } from "@jest/globals";

import { redirectFrom } from "../../../../src/client/transport/redirect.ts";
import type { Method } from "../../../../src/client/transport/retry-policy.ts";

const at = { origin: "https://a.example", path: "/base/things/?a=1", followed: 0 };
const told = (method: Method, location: string | undefined, { status = 302, followed = 0 } = {}) =>
  redirectFrom(method, status, location, { ...at, followed });

const refused = (target: string | null) => ({ kind: "refuse", target });
const followed = (path: string) => ({ kind: "follow", path });

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("is an answer of %i", (status) => {
    expect(told("GET", "/x/", { status })).toEqual(followed("/x/"));
  });

  test.each([200, 300, 304, 305, 306, 309, 404])("is no answer of %i, even with a target", (status) => {
    expect(told("GET", "/x/", { status })).toEqual({ kind: "none" });
  });

  test.each([
    ["/x/?b=2#c", followed("/x/?b=2")],
    ["https://a.example/x/", followed("/x/")],
    ["other/", followed("/base/things/other/")],
    ["?page=2", followed("/base/things/?page=2")],
    ["http://a.example/x/?b=2", refused("http://a.example/x/")],
    ["https://a.example:8443/x/", refused("https://a.example:8443/x/")],
    ["//b.example/x/?key=1", refused("https://b.example/x/")],
    ["http://[", refused(null)],
    [undefined, refused(null)],
  ])("of a read to %j stays in the origin, or is told without its query", (location, decision) => {
    expect(told("GET", location)).toEqual(decision);
    expect(told("HEAD", location)).toEqual(decision);
  });

  test.each<Method>(["POST", "PUT", "PATCH", "DELETE"])("of a %s is never followed", (method) => {
    expect(told(method, "/x/?b=2")).toEqual(refused("https://a.example/x/"));
  });

  test("is followed three times at most", () => {
    expect([0, 1, 2, 3, 4].map((count) => told("GET", "/x/", { followed: count }).kind)).toEqual([
      "follow",
      "follow",
      "follow",
      "refuse",
      "refuse",
    ]);
  });
});
